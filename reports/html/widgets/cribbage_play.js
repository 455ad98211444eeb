// The page "The play": what four ranks earn, which of them pone leads, and the dealer's reply.
const { ui, common: { RANKS, cardsOf }, cribbagePlayTable: { load, signed } } = trueodds;
const { PLAYERS, capital, fourCards, position } = trueodds.cribbagePlay;
const [field, played, missing] = ['hand', 'played', 'missing'].map(ui.byId);

const names = (ranks) => ranks.map((rank) => RANKS[rank]);

// ---- the answers: elements, and the command that gives them or says more ----

const sentence = (role, { own, opponent, net }) => ui.make('p', {},
  ui.make('strong', {}, `As ${role}: ${signed(net)} points net. `),
  `You score ${ui.decimals(own / 1000)}, the opponent ${ui.decimals(opponent / 1000)}.`);

// Return ranks and their probabilities as a text, the most likely first.
const shares = (choices) => [...choices].sort((a, b) => b[1] - a[1])
  .map(([rank, share]) => `${RANKS[rank]} (${share < 5 ? 'under 1' : Math.round(share / 10)} %)`).join(', ');

function sentenceOfLeads(leads) {
  if (!leads) return 'Pone never keeps this hand.';
  return leads.length === 1 ? `Pone always leads the ${RANKS[leads[0][0]]}.` : `Pone leads ${shares(leads)}.`;
}

const TABLES = ['dealer', 'pone'].map((role) => `trueodds cribbage play table --role ${role}`).join('\n');

const replyText = (choices) => (choices.length === 1 ? `always the ${RANKS[choices[0][0]]}` : shares(choices));

function firstAnswer(dealer, pone) {
  const rows = dealer.replies.flatMap((choices, led) => (
    choices ? [[RANKS[led], ui.make('td', {}, replyText(choices))]] : []));
  ui.byId('replies').replaceChildren(
    ui.table('The dealer’s reply to each first card, from these four', ['Pone leads', ui.make('th', { scope: 'col' }, 'Dealer plays')], rows));
  return [[sentence('dealer', dealer), sentence('pone', pone), ui.make('p', {}, sentenceOfLeads(pone.leads))], TABLES];
}

const lines = (first, ...rest) => [ui.make('p', {}, ui.make('strong', {}, first)), ui.make('p', {}, ...rest)];

function laterAnswer({ drawn, player, count, seat, held, fitting }, dealer, text) {
  if (player === null) return [[ui.make('p', {}, 'The play is over: all eight cards have been played.')], TABLES];
  const hold = held.length ? `hold ${names(held).join(' ')}` : 'have played your four cards';
  const you = `The count is ${count}. You are ${PLAYERS[seat]}, and ${hold}.`;
  if (player !== seat) return [lines(`${capital(PLAYERS[player])} is to play.`, you), TABLES];
  if (!fitting.length) return [lines('No card fits: say go.', you), TABLES];
  const command = `trueodds cribbage play advise ${names(held).join(' ')} --played "${text}"`;
  if (fitting.length === 1) return [lines(`Play the ${RANKS[fitting[0]]}: no other card fits.`, you), command];
  const [first, why] = drawn.length === 1
    ? [`Reply: ${replyText(dealer.replies[drawn[0].rank])}.`, 'That is the reply of the strategy below; another card can earn a little more.']
    : [`Cards that fit: ${names(fitting).join(', ')}.`, 'This page has no advice after the dealer’s reply.'];
  return [lines(first, `${you} ${why} This command ranks the cards: `, ui.make('code', {}, command)), command];
}

function draw({ drawn, pile }) {
  ui.byId('pile').hidden = !drawn.length;
  ui.byId('pile').replaceChildren(...drawn.map((card) => ui.make('li', { class: card.pile < pile && 'over' },
    ui.make('strong', {}, RANKS[card.rank]), `${PLAYERS[card.player]}, ${card.count}`)));
}

// ---- the question ----

let latest = 0; // the number of the last question; answers to older ones are dropped

function answer(cards, words, pointsOf, replace) {
  const play = position(cards, words);
  const hand = cards.map(({ rank }) => rank).sort((a, b) => a - b);
  const [dealer, pone] = ['dealer', 'pone'].map((role) => pointsOf(role, hand));
  const past = words.map(({ word, rank }) => RANKS[rank] ?? word.toLowerCase());
  ui.byId('replies').replaceChildren();
  const [parts, command] = past.length
    ? laterAnswer(play, dealer, past.join(' '))
    : firstAnswer(dealer, pone);
  draw(play);
  ui.byId('hand-answer').replaceChildren(...parts);
  ui.setHash([names(hand).join('-'), ...(past.length ? [past.join('-')] : [])], { replace });
  ui.cite(`${names(hand).join(' ')}${past.length ? ` after ${past.join(' ')}` : ''}: ${ui.byId('hand-answer').innerText}`, command);
}

// Answer what stands in the fields. Say what is wrong or missing: beside the field, if the
// reader has finished.
async function read(finished, replace = false) {
  const question = ++latest;
  let wrong = field;
  let line = '';
  try {
    const cards = fourCards(field.value);
    const pointsOf = await load();
    if (question !== latest) return;
    wrong = played;
    answer(cards, cardsOf(played.value), pointsOf, replace);
  } catch (error) {
    line = error.message;
  }
  for (const each of [field, played]) ui.problem(each, finished && each === wrong ? line : '');
  ui.say(missing, finished ? '' : line);
  if (line && !finished) ui.stale(wrong, true);
}

for (const each of [field, played]) {
  each.addEventListener('input', () => read(false));
  each.addEventListener('change', () => read(true));
}
ui.onSubmit('hand-form', () => read(true));
ui.onHash(([hand = '5-5-6-6', past = '']) => {
  [field.value, played.value] = [hand, past].map((text) => text.replaceAll('-', ' '));
  read(true, true);
});

// The page "The play": what four ranks earn, which of them pone leads, and the dealer's reply.
const { ui, common: { RANKS, cardsOf }, cribbagePlay: { load, signed } } = trueodds;
const [field, played, missing] = ['hand', 'played', 'missing'].map(ui.byId);
const PLAYERS = ['pone', 'dealer'];
const LIMIT = 31; // the play is solved for the usual rules only
const GO = 'GO';

const names = (ranks) => ranks.map((rank) => RANKS[rank]);
const worth = (rank) => Math.min(rank + 1, 10);

// ---- the fields; errors have a line for the reader ----

// Refuse words that are no cards, and cards that one deck does not have.
function check(cards) {
  cards.forEach(({ word, rank, suit }, place) => {
    if (rank < 0) throw new RangeError(`“${word}” is not a rank (A, 2 … 10, J, Q, K) or a card, such as 5H.`);
    const same = cards.slice(0, place).filter((card) => card.rank === rank);
    if (suit && same.some((card) => card.suit === suit)) {
      throw new RangeError(`${RANKS[rank]}${suit} is there twice; a deck has one of each card.`);
    }
    if (same.length === 4) throw new RangeError(`There are five cards of rank ${RANKS[rank]}; a deck has four.`);
  });
}

function fourCards(text) {
  const cards = cardsOf(text);
  if (cards.length !== 4 && cards.every(({ rank }) => rank >= 0)) {
    const count = 4 - cards.length;
    const more = count > 0 ? `; ${count} more ${count === 1 ? 'is' : 'are'} missing` : '';
    throw new RangeError(`“${text.trim()}” is not four ranks or cards, such as 5 5 6 6 or 5H 5D 6S 6C${more}.`);
  }
  check(cards);
  return cards;
}

// Follow the cards and goes from pone's first one: who played what, and who is to play. A card
// that does not fit begins a new count, as if both had said go.
function follow(words) {
  const drawn = [];
  const left = [4, 4];
  let [player, count, pile, passed] = [0, 0, 0, false];
  const reset = (last) => {
    [count, pile, passed] = [0, pile + 1, false];
    player = left[1 - last] ? 1 - last : last;
  };
  const go = () => {
    if (!count) throw new RangeError('No player says go at a count of 0.');
    if (passed || !left[1 - player]) reset(drawn.at(-1).player);
    else [passed, player] = [true, 1 - player];
  };
  for (const { word, rank, suit } of words) {
    if (word === GO) { go(); continue; }
    if (!left[player]) throw new RangeError('All eight cards have been played before the last one.');
    while (count + worth(rank) > LIMIT) go();
    count += worth(rank);
    left[player]--;
    drawn.push({ word, rank, suit, player, count, pile });
    if (count === LIMIT) reset(player);
    else if (left[1 - player] && !passed) player = 1 - player;
    else if (!left[player]) reset(player);
  }
  return { drawn, player: left[0] || left[1] ? player : null, count, pile };
}

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

function laterAnswer(hand, { drawn, player, count }, dealer, text) {
  if (player === null) return [[ui.make('p', {}, 'The play is over: all eight cards have been played.')], TABLES];
  const held = [...hand];
  for (const { rank } of drawn.filter((card) => card.player === player)) {
    const place = held.indexOf(rank);
    if (place < 0) {
      throw new RangeError(`${PLAYERS[player]} is to play and has played the ${RANKS[rank]}, which your four cards lack.`);
    }
    held.splice(place, 1);
  }
  const fit = [...new Set(held)].filter((rank) => count + worth(rank) <= LIMIT);
  const advice = () => {
    if (!fit.length) return 'No card fits: say go.';
    if (fit.length === 1) return `Play the ${RANKS[fit[0]]}: no other card fits.`;
    if (drawn.length === 1) return `Reply: ${replyText(dealer.replies[drawn[0].rank])}.`;
    return `Cards that fit: ${names(fit).join(', ')}. This page ends with the dealer’s reply.`;
  };
  const command = `trueodds cribbage play advise ${names(held).join(' ')} --played "${text}"`;
  const more = fit.length > 1 ? [' This command ranks the cards: ', ui.make('code', {}, command)] : [];
  return [[
    ui.make('p', {}, ui.make('strong', {}, advice())),
    ui.make('p', {}, `The count is ${count}. You are ${PLAYERS[player]}, and hold ${names(held).join(' ')}.`, ...more),
  ], command];
}

function draw({ drawn, pile }) {
  ui.byId('pile').hidden = !drawn.length;
  ui.byId('pile').replaceChildren(...drawn.map((card) => ui.make('li', { class: card.pile < pile && 'over' },
    ui.make('strong', {}, RANKS[card.rank]), `${PLAYERS[card.player]}, ${card.count}`)));
}

// ---- the question ----

let latest = 0; // the number of the last question; answers to older ones are dropped

function answer(cards, words, pointsOf, replace) {
  const play = follow(words);
  check(play.drawn);
  const theirs = play.player === null ? [] : play.drawn.filter(({ player }) => player !== play.player);
  check([...cards, ...theirs]);
  const hand = cards.map(({ rank }) => rank).sort((a, b) => a - b);
  const [dealer, pone] = ['dealer', 'pone'].map((role) => pointsOf(role, hand));
  const past = words.map(({ word, rank }) => RANKS[rank] ?? word.toLowerCase());
  ui.byId('replies').replaceChildren();
  const [parts, command] = past.length
    ? laterAnswer(hand, play, dealer, past.join(' '))
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

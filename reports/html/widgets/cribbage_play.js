// The page "The play": a lookup of what four ranks earn, and which of them pone leads.
const { ui, common: { RANKS, ranksOf }, cribbagePlay: { load, signed } } = trueodds;
const field = ui.byId('hand');

// Read four ranks; throw an error with a line for the reader.
function fourRanks(text) {
  const ranks = ranksOf(text);
  if (ranks.length !== 4 || ranks.includes(-1)) {
    throw new RangeError(`“${text.trim()}” is not four ranks, such as 5 5 6 6 (A, 2 … 10, J, Q, K).`);
  }
  return ranks.sort((a, b) => a - b);
}

const sentence = (role, { own, opponent, net }) => ui.make('p', {},
  ui.make('strong', {}, `As ${role}: ${signed(net)} points net. `),
  `You score ${ui.decimals(own / 1000)}, the opponent ${ui.decimals(opponent / 1000)}.`);

function sentenceOfLeads(leads) {
  if (!leads) return 'Pone never keeps this hand.';
  if (leads.length === 1) return `Pone always leads the ${RANKS[leads[0][0]]}.`;
  const text = [...leads].sort((a, b) => b[1] - a[1])
    .map(([rank, share]) => `${RANKS[rank]} ${share < 5 ? 'under 1' : Math.round(share / 10)} %`);
  return `Pone leads ${text.join(', ')}.`;
}

async function ask(ranks, replace) {
  ui.problem(field);
  field.value = ranks.map((rank) => RANKS[rank]).join(' ');
  ui.setHash([ranks.map((rank) => RANKS[rank]).join('-')], { replace });
  const pointsOf = await load();
  const [dealer, pone] = ['dealer', 'pone'].map((role) => pointsOf(role, ranks));
  ui.byId('hand-answer').replaceChildren(sentence('dealer', dealer), sentence('pone', pone),
    ui.make('p', {}, sentenceOfLeads(pone.leads)));
  ui.cite(`${field.value}: ${ui.byId('hand-answer').innerText}`, ['dealer', 'pone'].map((role) => `trueodds cribbage play table --role ${role}`).join('\n'));
}

const read = (text, replace) => ui.attempt(field, () => ask(fourRanks(text), replace), (message) => {
  field.value = text;
  ui.problem(field, message);
});

field.addEventListener('change', () => read(field.value, false));
ui.onSubmit('hand-form', () => read(field.value, false));
ui.onHash(([hand = '5-5-6-6']) => read(hand, true));

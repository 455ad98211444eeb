// The page "The play": a lookup of what four ranks earn, and which of them pone leads.
'use strict';
(() => {
  const { ui } = trueodds;
  const { RANKS, HAND, load, signed } = trueodds.cribbagePlay;
  const field = ui.byId('hand');

  // Read four ranks; throw an error with a line for the reader.
  function ranksOf(text) {
    const words = text.toUpperCase().match(/10|[A2-9TJQK]|[^\s,-]/g) ?? [];
    const ranks = words.map((word) => RANKS.indexOf(word === 'T' ? '10' : word));
    if (ranks.length !== HAND || ranks.includes(-1)) {
      throw new RangeError(`“${text.trim()}” is not four ranks, such as 5 5 6 6 (A, 2 … 10, J, Q, K).`);
    }
    return ranks.sort((a, b) => a - b);
  }

  const sentence = (role, { own, opponent, net }) => ui.make('p', {},
    ui.make('strong', {}, `As ${role}: ${signed(net)} points net. `),
    `You score ${ui.decimals(own / 1000)}, the opponent ${ui.decimals(opponent / 1000)}.`);

  function sentenceOfLeads(leads) {
    if (!leads) return 'Pone never keeps this hand.';
    const text = [...leads].sort((a, b) => b[1] - a[1])
      .map(([rank, share]) => `${RANKS[rank]} ${share < 5 ? 'under 1' : Math.round(share / 10)} %`);
    return `Pone leads ${text.join(', ')}.`;
  }

  async function ask(ranks, replace) {
    ui.problem(field);
    field.value = ranks.map((rank) => RANKS[rank]).join(' ');
    ui.setHash([ranks.map((rank) => RANKS[rank]).join('-')], { replace });
    try {
      const pointsOf = await load();
      const [dealer, pone] = ['dealer', 'pone'].map((role) => pointsOf(role, ranks));
      ui.answer(ui.byId('hand-answer'), sentence('dealer', dealer), sentence('pone', pone),
        ui.make('p', {}, sentenceOfLeads(pone.leads)));
    } catch (error) {
      ui.problem(field, error.message);
    }
  }

  function read(text, replace) {
    try {
      ask(ranksOf(text), replace);
    } catch (error) {
      field.value = text;
      ui.answer(ui.byId('hand-answer'));
      ui.problem(field, error.message);
    }
  }

  field.addEventListener('change', () => read(field.value, false));
  ui.byId('hand-form').addEventListener('submit', (event) => { event.preventDefault(); read(field.value, false); });
  ui.byId('hand-form').hidden = false;
  ui.onHash(([hand = '5-5-6-6']) => read(hand, true));
})();

// What each hand of four ranks earns in the play: the table of data/cribbage-play.js.
// Numbers of the hands, in the order of the data: ranks in ascending order.
const numbers = new Map();
for (let a = 0; a < 13; a++) for (let b = a; b < 13; b++) for (let c = b; c < 13; c++) {
  for (let d = c; d < 13; d++) numbers.set([a, b, c, d].join(), numbers.size);
}

let tables; // promise of the data, which is loaded at the first question
const load = () => (tables ??= trueodds.loadJson('cribbage-play').then((content) => {
  // Return a hand's points as a role, in thousandths; ranks are 0 to 12.
  return (role, ranks) => {
    const number = numbers.get([...ranks].sort((a, b) => a - b).join());
    const [own, opponent] = content[role].slice(2 * number, 2 * number + 2);
    const [leads, replies] = [content.leads[number], content.replies[number]];
    return { own, opponent, net: own - opponent, leads, replies };
  };
}));

// Return thousandths of points with a sign and two decimals.
const signed = (points) =>
  (points < 0 ? '−' : '+') + trueodds.ui.decimals(Math.abs(points) / 1000);

trueodds.cribbagePlayTable = { load, signed };

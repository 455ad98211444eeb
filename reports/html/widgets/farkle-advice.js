// Advice on a position of Farkle, for every form that asks for one: it reads the form, shows
// what to keep or whether to bank, and goes on with the turn. A form is {stake, dice, roll,
// answer}: two fields, a menu of multisets by their numbers, and a place for the answer.
const { ui, farkle } = trueodds;
const MOST_STAKE = 1000000;
const PIPS = '⚀⚁⚂⚃⚄⚅';

const advice = (trueodds.farkleAdvice = {});

// Return a number of dice with its noun.
advice.diceText = (number) => (number === 1 ? '1 die' : `${number} dice`);

// Return what rolling a multiset is called: fair dice are counted, others are named.
function rollText(set, number) {
  if (set !== farkle.FAIR) return `roll ${set.text(number)}`;
  return number === 1 ? 'roll the last die' : `roll ${advice.diceText(number)}`;
}

// Fill a menu with the multisets of a set: all dice are chosen, unless a number is given.
advice.fillDice = (menu, set = farkle.FAIR, chosen = set.all) => {
  const numbers = set.multisets.map((_, number) => number).slice(1);
  const listed = set === farkle.FAIR ? numbers : numbers.reverse();
  menu.replaceChildren(...listed.map((number) => ui.make('option', { value: number, selected: number === chosen },
    set === farkle.FAIR ? String(number) : set.text(number))));
};

// Choose an option of a menu by its value; return false if there is none.
advice.pick = (menu, value) => {
  const found = [...menu.options].some((option) => option.value === value);
  if (found) menu.value = value;
  return found;
};

// Fill a group with buttons that add a face to the roll, and one that clears it.
function fillFaces(group, field, changed) {
  const set = (text) => { field.value = text; changed(); };
  for (let face = 1; face <= 6; face++) {
    const add = () => set((field.value.replace(/\D/g, '') + face).slice(0, farkle.DICE));
    group.append(ui.make('button', { type: 'button', 'aria-label': `add a ${face}`, onclick: add }, PIPS[face - 1]), ' ');
  }
  group.append(ui.make('button', { type: 'button', onclick: () => set('') }, 'Clear'));
}

// Let a form of six fair dice ask for its answer whenever it changes.
advice.listen = (form, fields, show) => {
  advice.fillDice(form.dice);
  fillFaces(form.faces, form.roll, () => show());
  for (const field of [...fields, form.stake, form.dice, form.roll]) field.addEventListener('input', () => show({ typed: true }));
};

// Fill a form of six fair dice from a link; return what is wrong with the link.
advice.open = (form, [stake = '0', dice = '', roll = '']) => {
  const good = /^[1-6]$/.test(dice);
  form.stake.value = stake || '0';
  form.roll.value = roll;
  form.dice.value = good ? dice : Number(stake) && /^\d{1,6}$/.test(roll) ? roll.length : farkle.DICE;
  return dice && !good ? `The link gives “${dice}” dice; 1 to 6 can be rolled.` : '';
};

// Return the parts of a link to the position of a form.
advice.link = ({ stake, dice, roll }) => [stake.value.trim(), dice.value, roll.value.replace(/\s/g, '')];

// Read a whole number of a field between two limits; show the problem and return null.
advice.readPoints = (field, name, most, grid, least = 0) => {
  const text = field.value.trim().replace(/,/g, '').replace('−', '-');
  const value = Number(text || '0');
  const wrong = !/^(-?\d+)?$/.test(text) || value < least || value > most;
  const uneven = !wrong && grid && value % grid;
  ui.problem(field, wrong ? `${name}: “${field.value}” is not a number of points from ${ui.grouped(least)} to ${ui.grouped(most)}.`
    : uneven ? `${name}: ${ui.grouped(value)} cannot occur; points are multiples of ${grid}.` : '');
  return wrong || uneven ? null : value;
};

// Read {stake, roll, number, partial}; show the problem and return null. Without a roll
// it is null. A form with buttons for the faces is clicked together, and its roll may be
// partial; in others the roll says which dice were rolled.
function read(form, { set, grid }) {
  const stake = advice.readPoints(form.stake, 'At stake', MOST_STAKE, grid);
  if (stake === null) return null;
  let [roll, wrong] = [null, ''];
  try {
    if (form.roll.value.trim()) roll = farkle.readRoll(form.roll.value, set);
  } catch (error) {
    wrong = error.message;
  }
  if (roll && !form.faces) form.dice.value = set.numberOf(roll);
  const number = Number(form.dice.value);
  const dice = set.multisets[number].reduce((a, b) => a + b, 0);
  const count = roll ? roll.length : dice;
  const partial = Boolean(roll && form.faces) && count < (stake ? dice : farkle.DICE);
  if (!wrong && !partial) {
    wrong = !stake && count < farkle.DICE ? `With nothing at stake all six dice are rolled, not ${count}; enter the points of the turn so far.`
      : stake && count !== dice ? `The roll shows ${advice.diceText(count)}, but ${dice} are to be rolled.` : '';
  }
  ui.problem(form.roll, wrong);
  if (wrong) return null;
  return partial ? { stake, roll: null, number, partial } : { stake, roll, number: roll ? set.numberOf(roll) : number };
}

// Show the advice on the position of a form, and return the position: null if a field is
// wrong, one of this form or of the page. value formats a value, whose name is the unit; show asks again after a change,
// and bank(points) goes on after banking, by default with a new turn.
advice.show = (form, turn, { wrong = false, value, unit, rules, show, bank }) => {
  const position = read(form, turn);
  if (wrong || !position) return null;
  const { stake } = position;
  const goOn = (points, number) => advice.goOn(form, turn, points, number, show);
  form.answer.replaceChildren(...answer(turn, position, {
    value, unit, rules,
    keep: ({ points, left }) => goOn(stake + points, left || turn.again),
    bank: () => (bank ? bank(stake) : goOn(0)),
  }));
  return position;
};

// Go on with a stake and the dice to roll next; without dice the turn is over.
advice.goOn = (form, { set }, stake, number, show) => {
  form.stake.value = number ? stake : 0;
  form.dice.value = number || set.all;
  form.roll.value = '';
  show();
  form.roll.focus();
};

// Return the command that gives the same advice; options say the match or the set of dice.
advice.command = ({ set }, { stake, roll, number }, options, rules) => {
  const quoted = (text) => (/^\w+$/.test(text) ? text : `'${text}'`);
  return ['trueodds farkle advise', options, stake ? `--stake ${stake}` : '',
    roll ? `--roll ${quoted(set === farkle.FAIR ? farkle.rollText(roll, set) : roll.map(({ kind, face }) => `${set.kinds[kind].name}=${face}`).join(' '))}` : `--dice ${set === farkle.FAIR ? number : quoted(set.text(number))}`,
    rules].filter(Boolean).join(' ');
};

// Cite the advice on a position of a form, with its command; own as in ui.cite.
advice.cite = (form, { set }, { stake, roll, number }, command, own, scores = '') => ui.cite(
  `${scores}${ui.grouped(stake)} at stake, ${roll ? `roll ${farkle.rollText(roll, set)}` : rollText(set, number)}: `
  + [...form.answer.querySelectorAll('p:not(:has(button))')].map((line) => line.textContent).join(' ').replace(' Press a keep to go on with the turn.', ''),
  command, own);

// Return the elements that answer a position: a headline, then a table of keeps.
function answer(turn, { stake, number, roll, partial }, { value, unit, rules, keep, bank }) {
  const { set } = turn;
  const verdict = (text) => ui.make('p', { class: 'verdict' }, text);
  if (partial) return [verdict(`Add the rest of your ${advice.diceText(number)}.`)];
  if (!roll) return choiceAnswer(turn.choice(stake, number), stake, rollText(set, number), { value, unit, rules, bank });
  const options = farkle.options(turn, roll, stake);
  if (!options.length) return [verdict(`Farkle: nothing in ${farkle.rollText(roll, set)} scores, and the turn is over. (${rules})`)];
  const [best] = options;
  const then = { bank: `bank ${ui.grouped(stake + best.points)}`, roll: rollText(set, best.left || set.all), over: 'end the turn with nothing' };
  const rows = options.map((option) => [
    ui.make('button', { type: 'button', class: 'keep', onclick: () => keep(option) }, option.text),
    ui.grouped(option.points),
    option.left ? (set === farkle.FAIR ? String(option.left) : set.text(option.left)) : 'hot dice',
    ui.make('td', {}, option.choice.action === 'over' ? 'end' : option.choice.action),
    value(option.value), value(best.value - option.value)]);
  return [
    verdict(`Keep ${best.text} (${ui.grouped(best.points)} points) and ${then[best.choice.action]}.`),
    ui.make('p', { class: 'quiet' }, `(${rules}) Press a keep to go on with the turn.`),
    ui.table('Every keep of the roll, the best first',
      ['keep', 'points', 'dice left', ui.make('th', { scope: 'col' }, 'then'), unit, 'costs'], rows, { label: 'Every keep', hidden: true }),
  ];
}

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

// Return the elements that answer a choice between banking a stake and rolling dice.
function choiceAnswer(choice, stake, roll, { value, unit, rules, bank }) {
  const banks = choice.action === 'bank';
  const other = banks ? 'roll' : 'bank';
  const instead = choice[other] === null ? '' : `; if you ${other} instead: ${value(choice[other])}`;
  const button = () => ui.make('button', { type: 'button', onclick: bank }, `Bank ${ui.grouped(stake)} and start a new turn`);
  return [
    ui.make('p', { class: 'verdict' }, banks ? `Bank ${ui.grouped(stake)}.` : `${capital(roll)}.`),
    ui.make('p', {}, `${capital(unit)}: ${value(choice[choice.action])}${instead}. (${rules})`),
    ...(choice.bank === null ? [] : [ui.make('p', {}, button())]),
  ];
}

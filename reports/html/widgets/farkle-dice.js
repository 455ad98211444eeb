// The dice, the rules and the keeps that both pages on a turn of Farkle show.
(() => {
  'use strict';
  const { ui, farkle } = trueodds;

  const table = (trueodds.farkleTable = {});

  // Return a number of dice with its noun.
  table.diceText = (number) => (number === 1 ? '1 die' : `${number} dice`);

  const rollText = (dice) => (dice === 1 ? 'roll the last die' : `roll ${table.diceText(dice)}`);

  // Fill a menu with 1 to 6 dice.
  table.fillDice = (menu, chosen = farkle.DICE) => {
    for (let dice = 1; dice <= farkle.DICE; dice++) {
      menu.append(ui.make('option', { value: dice, selected: dice === chosen }, String(dice)));
    }
  };

  // Fill a group with a button for each name; call choose with the name that is pressed.
  table.fillNames = (group, names, choose, label = (name) => name) => {
    for (const name of names) {
      group.append(ui.make('button', { type: 'button', 'data-name': name, onclick: () => choose(name) }, label(name)), ' ');
    }
  };

  // Show which name of a group is chosen.
  table.press = (group, name) => {
    for (const button of group.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.name === name));
    }
  };

  const PIPS = '⚀⚁⚂⚃⚄⚅';

  // Fill a group with buttons that add a face to the roll, and one that clears it.
  table.fillFaces = (group, field, changed) => {
    const set = (text) => { field.value = text; changed(); };
    for (let face = 1; face <= 6; face++) {
      const add = () => set((field.value.replace(/\D/g, '') + face).slice(0, farkle.DICE));
      group.append(ui.make('button', { type: 'button', 'aria-label': `add a ${face}`, onclick: add }, PIPS[face - 1]), ' ');
    }
    group.append(ui.make('button', { type: 'button', onclick: () => set('') }, 'Clear'));
  };

  // Read a whole number of a field from 0 to a limit; show the problem and return null.
  table.readPoints = (field, name, most, grid) => {
    const text = field.value.trim().replace(/,/g, '');
    const value = Number(text || '0');
    const wrong = !/^\d*$/.test(text) || value > most;
    const uneven = !wrong && grid && value % grid;
    ui.problem(field, wrong ? `${name}: “${field.value}” is not a number of points from 0 to ${ui.grouped(most)}.`
      : uneven ? `${name}: ${ui.grouped(value)} cannot occur; points are multiples of ${grid}.` : '');
    return wrong || uneven ? null : value;
  };

  // Read the roll and the number of dice: {roll, dice}; roll is null if there is none.
  table.readDice = (rollField, diceField, stake) => {
    const shown = rollField.value.trim();
    const roll = shown ? farkle.parse(shown) : null;
    const dice = Number(diceField.value);
    const count = roll ? roll.reduce((a, b) => a + b, 0) : dice;
    const text = shown && !roll ? `“${shown}” is not a roll: one to six dice from 1 to 6, such as 113456.`
      : !stake && count < farkle.DICE ? `With nothing at stake all six dice are rolled, not ${count}; enter the points of the turn so far.`
      : stake && roll && count !== dice ? `The roll shows ${table.diceText(count)}, but ${dice} are to be rolled.` : '';
    // A roll that is still being clicked together is not a problem yet.
    const partial = roll && count < (stake ? dice : farkle.DICE);
    ui.problem(rollField, partial ? '' : text);
    if (partial) return { roll: null, dice, partial: true };
    return text ? null : { roll, dice: count };
  };

  const cell = (text, attributes = {}) => ui.make('td', attributes, text);

  // Return the elements that answer a turn: a headline, then a table. The turn is one of
  // the engine, value formats a value, and keep(option) continues after a keep.
  table.answer = (turn, { stake, dice, roll, partial }, { value, unit, rules, keep, bankNow }) => {
    if (partial) {
      return [ui.make('p', { class: 'verdict' }, `Add the rest of your ${table.diceText(dice)}.`)];
    }
    if (!roll) return table.choiceAnswer(turn.choice(stake, dice), stake, rollText(dice), { value, unit, rules, bankNow });
    const options = farkle.options(turn, roll, stake);
    if (!options.length) {
      return [ui.make('p', { class: 'verdict' }, `Farkle: nothing in ${farkle.digits(roll)} scores, and the turn is over. (${rules})`)];
    }
    const [best] = options;
    const rows = options.map((option) => ui.make('tr', {},
      ui.make('th', { scope: 'row' }, ui.make('button', { type: 'button', class: 'keep', onclick: () => keep(option) }, farkle.digits(option.kept))),
      cell(ui.grouped(option.points), { class: 'number', 'data-name': 'points' }),
      cell(option.left ? String(option.left) : 'hot dice', { class: 'number', 'data-name': 'dice left' }),
      cell(option.choice.action === 'over' ? 'end' : option.choice.action, { 'data-name': 'then' }),
      cell(value(option.value), { class: 'number', 'data-name': unit }),
      cell(value(best.value - option.value), { class: 'number', 'data-name': 'costs' })));
    return [
      ui.make('p', { class: 'verdict' }, `Keep ${farkle.digits(best.kept)} (${ui.grouped(best.points)} points) and ${table.thenText(best, stake, rollText(best.left || farkle.DICE))}.`),
      ui.make('p', { class: 'quiet' }, `(${rules}) Press a keep to go on with the turn.`),
      ui.make('div', { class: 'table', role: 'region', 'aria-label': 'Every keep', tabindex: 0 },
        ui.make('table', { class: 'numbers' },
          ui.make('caption', { class: 'off-screen' }, 'Every keep of the roll, the best first'),
          ui.make('thead', {}, header(['keep', 'points', 'dice left', 'then', unit, 'costs'])),
          ui.make('tbody', {}, ...rows))),
    ];
  };

  const header = (names) => ui.make('tr', {}, ...names.map((name, place) => (
    ui.make('th', { scope: 'col', class: place && place !== 3 ? 'number' : false }, name))));

  const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

  // Return the elements that answer a choice between banking a stake and rolling dice.
  table.choiceAnswer = (choice, stake, roll, { value, unit, rules, bankNow }) => {
    const headline = choice.action === 'bank' ? `Bank ${ui.grouped(stake)}.` : `${capital(roll)}.`;
    const other = choice.action === 'bank' ? 'roll' : 'bank';
    const instead = choice[other] === null ? '' : `; if you ${other} instead: ${value(choice[other])}`;
    const parts = [
      ui.make('p', { class: 'verdict' }, headline),
      ui.make('p', {}, `${capital(unit)}: ${value(choice[choice.action])}${instead}. (${rules})`),
    ];
    if (choice.bank !== null && bankNow) {
      parts.push(ui.make('p', {}, ui.make('button', { type: 'button', onclick: bankNow }, `Bank ${ui.grouped(stake)} and start a new turn`)));
    }
    return parts;
  };

  // Return what to do after a keep, where roll is the text of rolling the dice left.
  table.thenText = ({ choice, points }, stake, roll) => ({
    bank: `bank ${ui.grouped(stake + points)}`, roll, over: 'end the turn with nothing',
  }[choice.action]);
})();

// Loaded and mixed dice on the page of a turn of Farkle, under the rules chosen there.
//
// The hash is #dice/RULES/SET/STAKE/LEFT/ROLL, such as #dice/box/weighted,fair*5/0//;
// LEFT is a number of the multisets of the set.
(() => {
  'use strict';
  const { ui, farkle, farkleTable: table } = trueodds;
  const known = Object.fromEntries(JSON.parse(ui.byId('known-dice').textContent));
  const MOST_STAKE = 1000000;
  const [form, setField, stakeField, leftMenu, rollField, place] = ['form', 'set', 'stake', 'left', 'roll', 'answer']
    .map((name) => ui.byId(`loaded-${name}`));
  const solved = new Map(); // rules and dice as text -> turn
  let filled = ''; // the set whose multisets the menu lists

  function turnOf(dice, { rules, opening }) {
    const key = JSON.stringify([rules, opening, dice]);
    if (!solved.has(key)) solved.set(key, farkle.anyDiceTurn(rules, dice, { opening }));
    return solved.get(key);
  }

  function fillLeft({ set }) {
    if (filled === set.text(set.all)) return;
    filled = set.text(set.all);
    const listed = set.multisets.map((_, number) => number).slice(1).reverse();
    leftMenu.replaceChildren(...listed.map((number) => ui.make('option', { value: number }, set.text(number))));
  }

  const keptText = (kept, { kinds }) => kinds.map(({ name }, kind) => {
    const faces = kept.filter((die) => die.kind === kind).map(({ face }) => face).join('');
    return faces && (kinds.length > 1 ? `${name}=${faces}` : faces);
  }).filter(Boolean).join(' ');

  const rollText = (turn, number) => `roll ${turn.set.text(number || turn.set.all)}`;
  const number = (text) => ui.make('td', { class: 'number' }, text);

  // Return a table with a caption; the first cell of a row names it.
  const grid = (caption, heads, rows) => ui.make('div', { class: 'table', role: 'region', 'aria-label': caption, tabindex: 0 },
    ui.make('table', { class: 'numbers' }, ui.make('caption', {}, caption),
      ui.make('thead', {}, ui.make('tr', {}, ...heads.map((head, i) => ui.make('th', { scope: 'col', class: i ? 'number' : false }, head)))),
      ui.make('tbody', {}, ...rows.map(([head, ...cells]) => ui.make('tr', {}, ui.make('th', { scope: 'row' }, head), ...cells.map(number))))));

  function rollParts(turn, stake, roll) {
    const [best, ...rest] = turn.options(roll, stake);
    if (!best) return [ui.make('p', { class: 'verdict' }, 'Farkle: nothing scores, and the turn is over.')];
    const then = (option) => table.thenText(option, stake, rollText(turn, option.left));
    const rows = [best, ...rest].map((option) => [keptText(option.kept, turn.set), ui.grouped(option.points),
      then(option), ui.decimals(option.value), ui.decimals(best.value - option.value)]);
    return [
      ui.make('p', { class: 'verdict' }, `Keep ${keptText(best.kept, turn.set)} (${ui.grouped(best.points)} points) and ${then(best)}.`),
      grid('Every keep of the roll, the best first', ['keep', 'points', 'then', 'average turn', 'costs'], rows),
    ];
  }

  // Read stake, dice left and roll; show the problem and return null if they do not fit.
  function readPosition(turn) {
    const stake = table.readPoints(stakeField, 'At stake', MOST_STAKE, turn.grid);
    if (stake === null) return null;
    try {
      const roll = rollField.value.trim() ? farkle.readRoll(rollField.value, turn.set) : null;
      if (roll) {
        const counts = turn.set.kinds.map((_, kind) => roll.filter((die) => die.kind === kind).length);
        leftMenu.value = turn.set.numberOf(counts);
      }
      const left = Number(leftMenu.value);
      if (!stake && left !== turn.set.all) {
        throw new RangeError('With nothing at stake all six dice are rolled; enter the points of the turn so far.');
      }
      ui.problem(rollField);
      return { stake, left, roll };
    } catch (error) {
      ui.problem(rollField, error.message);
      return null;
    }
  }

  function show({ keepHash = false } = {}) {
    const chosen = trueodds.farkleTurn.chosen();
    let turn;
    try {
      turn = turnOf(farkle.readDice(setField.value, known), chosen);
      ui.problem(setField);
    } catch (error) {
      ui.problem(setField, error.message);
      return;
    }
    fillLeft(turn);
    const read = readPosition(turn);
    if (!read) return;
    const { stake, left, roll } = read;
    if (!keepHash) ui.setHash(['dice', chosen.part, setField.value.trim(), stake, left, rollField.value.trim()]);
    const thresholds = turn.set.multisets.map((_, n) => [turn.set.text(n), ui.grouped(turn.bankAt[n])]).slice(1);
    const fair = turnOf(farkle.readDice('fair*6', known), chosen);
    const rules = `${chosen.name}, ${chosen.opening ? 'before opening, ' : ''}playing for points`;
    const command = ['trueodds farkle advise', `--set-of-dice '${setField.value.trim()}'`, stake ? `--stake ${stake}` : '',
      roll ? `--roll '${rollField.value.trim()}'` : `--dice '${turn.set.text(left)}'`, chosen.opening ? '--opening' : '',
      `--rules ${chosen.file}`].filter(Boolean).join(' ');
    ui.answer(place, ...(roll ? rollParts(turn, stake, roll)
      : table.choiceAnswer(turn.choice(stake, left), stake, rollText(turn, left), { value: ui.decimals, unit: 'average turn', rules })),
      ui.make('p', {}, `The average turn with ${turn.set.text(turn.set.all)} is ${ui.decimals(turn.mean)} points, and ` +
        `${ui.percent(turn.farkle)} of turns farkle. With fair dice it is ${ui.decimals(fair.mean)} points. (${rules})`),
      ui.make('details', {}, ui.make('summary', {}, 'When to bank'),
        grid('Bank from this stake on, by dice left', ['dice left', 'bank at'], thresholds)),
      ui.make('pre', {}, command));
  }

  // Open the parts of a link after #dice/RULES.
  function open([set = '', stake = '0', left = '', roll = '']) {
    [setField.value, stakeField.value, rollField.value] = [set || setField.defaultValue, stake || '0', roll];
    try {
      fillLeft(turnOf(farkle.readDice(setField.value, known), trueodds.farkleTurn.chosen()));
      if ([...leftMenu.options].some(({ value }) => value === left)) leftMenu.value = left;
    } catch { /* show says what is wrong */ }
    show({ keepHash: true });
    place.scrollIntoView({ block: 'center' });
  }

  form.addEventListener('submit', (event) => { event.preventDefault(); show(); });
  leftMenu.addEventListener('change', () => { rollField.value = ''; show(); });
  trueodds.farkleLoaded = { open };
})();

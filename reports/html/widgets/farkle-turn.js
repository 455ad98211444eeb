// The adviser for a turn of Farkle, with fair dice and with loaded ones, and the laboratory
// of house rules.
//
// The hash is #RULES/STAKE/DICE/ROLL, and "/opening" after it. House rules are a preset
// and its changed fields: #box,straight=2000,of_a_kind.3.1=1000/0//113456. The hash of
// loaded dice is #dice/RULES/SET/STAKE/LEFT/ROLL, such as #dice/box/weighted,fair*5/0//;
// LEFT is a number of the multisets of the set.
const { ui, farkle, farkleAdvice: advice } = trueodds;
const presets = Object.fromEntries(ui.json('presets'));
const knownDice = Object.fromEntries(ui.json('known-dice'));
const names = Object.keys(presets);
const MOST_POINTS = 1000000;
const inPresets = (table) => [...new Set(names.flatMap((name) => Object.keys(presets[name][table])))].map((key) => `${table}.${key}`);
const HOUSE = ['straight', ...inPresets('straights'), 'three_pairs', 'four_and_two', 'two_triplets', ...new Set(['patterns.3+2', ...inPresets('patterns')]), 'nothing', 'minimum_to_open', 'minimum_to_bank', 'hot_dice', 'junk'];
const el = ui.elements(['rules', 'opening', 'opening-label', 'stake', 'dice', 'roll', 'faces', 'problem', 'answer', 'kinds', 'fields', 'house', 'house-problem', 'effects', 'download']);
const loaded = ui.elements(['set', 'stake', 'dice', 'roll', 'answer'], 'loaded-');

const [standard] = names; // the rules of the page
let preset = standard;
let changes = {}; // field path -> value, such as {"straight": 2000, "of_a_kind.3.1": 1000}
const solved = new Map(); // rules and dice as text -> turn

// ---- rules ----

function houseRules() {
  const rules = structuredClone(presets[preset]);
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const last = keys.pop();
    keys.reduce((table, key) => (table[key] ??= {}), rules)[last] = value;
  }
  return rules;
}

const rulesName = () => (Object.keys(changes).length ? `${preset} rules with changes` : `${preset} rules`);

const isOpening = () => el.opening.checked && houseRules().minimum_to_open > 0;
const words = () => ({
  value: (points) => ui.decimals(points),
  unit: 'average turn',
  rules: `${rulesName()}${isOpening() ? ', before opening' : ''}`,
});

function turnOf(rules, set = farkle.FAIR) {
  const opening = isOpening();
  const key = JSON.stringify([rules, opening, set === farkle.FAIR || set.kinds]);
  if (!solved.has(key)) solved.set(key, farkle.turn(rules, { set, opening }));
  return solved.get(key);
}

const valueAt = (rules, path) => path.split('.').reduce((table, key) => table?.[key], rules) ?? 0;

// Return {preset, changes} of the first part of the hash, or a line on what is wrong.
function readRules(text) {
  const [name, ...fields] = text.split(',');
  const read = {};
  if (!names.includes(name)) return { wrong: `The link names the rules “${name}”; there are: ${names.join(', ')}.` };
  for (const item of fields) {
    const [path, value] = item.split('=');
    const known = HOUSE.includes(path) || /^singles\.[1-6]$|^of_a_kind\.[2-6]\.[1-6]$/.test(path);
    const flag = typeof presets[name][path] === 'boolean';
    const good = flag ? /^(true|false)$/.test(value) : /^\d{1,7}$/.test(value ?? '') && Number(value) <= MOST_POINTS;
    if (!known || !good) return { wrong: `The link has “${item}”, which is not a field of the rules with a value.` };
    read[path] = flag ? value === 'true' : Number(value);
  }
  return { preset: name, changes: read };
}

// ---- the adviser for fair dice ----

function show({ keepHash = false, typed = false } = {}) {
  el.rules.value = preset;
  const rules = houseRules();
  el['opening-label'].hidden = !rules.minimum_to_open;
  showEffects(rules);
  let turn;
  try {
    turn = turnOf(rules);
  } catch (error) {
    ui.say(el.problem, `No advice: ${error.message}.`);
    ui.stale(el.problem, false, true);
    return;
  }
  if (!keepHash) {
    ui.setHash([rulesPart(), ...advice.link(el), ...(el.opening.checked ? ['opening'] : [])], { replace: typed });
  }
  const position = advice.show(el, turn, { ...words(), show });
  if (!position) return;
  advice.cite(el, turn, position, commandOf(turn, position), preset === standard && !Object.keys(changes).length);
}

const commandOf = (turn, position, dice) =>
  advice.command(turn, position, dice, [...(isOpening() ? ['--opening'] : []), ui.rulesOptions(preset),
    ...changedFields().map((change) => `--set ${change}`)].join(' '));

const changedFields = () => Object.entries(changes).map(([path, value]) => `${path}=${value}`);
const rulesPart = () => [preset, ...changedFields()].join(',');

function readHash(parts) {
  if (parts[0] === 'dice') {
    readHash(parts.slice(1, 2));
    openLoaded(parts.slice(2));
    return;
  }
  const [rules = '', ...position] = parts;
  const read = rules ? readRules(rules) : { preset: standard, changes: {} };
  const bad = advice.open(el, position) || (position[3] && position[3] !== 'opening' ? `The link ends in “${position[3]}”; it can end in opening.` : '');
  ui.say(el.problem, read.wrong ?? bad);
  if (!read.wrong) ({ preset, changes } = read);
  el.opening.checked = position[3] === 'opening';
  fillHouse();
  show({ keepHash: true });
}

// ---- loaded and mixed dice, under the rules chosen above ----

// Return the turn with the dice of the field; the menu lists their multisets.
function loadedTurn() {
  const set = farkle.diceSet(farkle.readDice(loaded.set.value, knownDice));
  const turn = turnOf(houseRules(), set);
  if (loaded.dice.dataset.set !== set.text(set.all)) advice.fillDice(loaded.dice, set);
  loaded.dice.dataset.set = set.text(set.all);
  return turn;
}

function showLoaded({ keepHash = false } = {}) {
  let turn;
  try {
    turn = loadedTurn();
    ui.problem(loaded.set);
  } catch (error) {
    ui.problem(loaded.set, error.message);
    return;
  }
  const position = advice.show(loaded, turn, { ...words(), show: showLoaded });
  if (!position) return;
  const { set } = turn;
  const dice = loaded.set.value.trim();
  if (!keepHash) ui.setHash(['dice', rulesPart(), dice, position.stake, position.number, loaded.roll.value.trim()]);
  advice.cite(loaded, turn, position, commandOf(turn, position, `--set-of-dice '${dice}'`), false, `${dice}: `);
  loaded.answer.append(
    ui.make('p', {}, `The average turn with ${set.text(set.all)} is ${ui.decimals(turn.mean)} points, and ` +
      `${ui.percent(turn.farkle)} of turns farkle. With fair dice it is ${ui.decimals(turnOf(houseRules()).mean)} points. (${words().rules})`),
    ui.make('details', {}, ui.make('summary', {}, 'When to bank'), ui.table('Bank from this stake on, by dice left', ['dice left', 'bank at'],
      thresholds(turn, houseRules().target).map((at, place) => [set.text(place + 1), at]))));
}

// Open the parts of a link after #dice/RULES.
function openLoaded([set = '', stake = '0', left = '', roll = '']) {
  [loaded.set.value, loaded.stake.value, loaded.roll.value] = [set || loaded.set.defaultValue, stake || '0', roll];
  try {
    loadedTurn();
    if (left && !advice.pick(loaded.dice, left)) ui.say(el.problem, `The link has “${left}” for the dice left; choose them from the menu.`);
  } catch { /* showLoaded says what is wrong */ }
  showLoaded({ keepHash: true });
  loaded.answer.scrollIntoView({ block: 'center' });
}

// ---- house rules ----

function field(path, label) {
  const id = `house-${path.replace(/\./g, '-')}`;
  const value = valueAt(presets[preset], path);
  const input = typeof value === 'boolean'
    ? ui.make('input', { id, type: 'checkbox', 'data-path': path, 'aria-label': label })
    : ui.make('input', { id, inputmode: 'numeric', 'data-path': path, 'aria-label': label });
  input.addEventListener('input', change);
  return input;
}

function buildHouse() {
  const labels = JSON.parse(el.fields.dataset.labels);
  const faces = [1, 2, 3, 4, 5, 6];
  el.kinds.previousElementSibling.append(ui.make('tr', {},
    ui.make('th', { scope: 'col' }, 'dice'), ...faces.map((face) => ui.make('th', { scope: 'col', class: 'number' }, `${face}s`))));
  for (const size of faces) {
    el.kinds.append(ui.make('tr', {}, ui.make('th', { scope: 'row' }, String(size)), ...faces.map((face) => ui.make('td', {},
      field(size === 1 ? `singles.${face}` : `of_a_kind.${size}.${face}`, `points of ${size} equal dice of face ${face}`)))));
  }
  for (const path of HOUSE) {
    const [name, faces] = path.split('.');
    const text = faces ? `points of ${{ straights: 'the straight', patterns: 'dice in the pattern' }[name]} ${faces}${faces === '3+2' ? ' (a full house)' : ''}` : labels[name].replace(/ \(true\/false.*\)$/, '');
    const words = text[0].toUpperCase() + text.slice(1);
    el.fields.append(ui.make('label', {}, field(path, words), ` ${words}`));
  }
}

function fillHouse() {
  const rules = houseRules();
  for (const input of el.house.querySelectorAll('[data-path]')) {
    const value = valueAt(rules, input.dataset.path);
    if (input.type === 'checkbox') input.checked = value;
    else input.value = value;
  }
}

function change({ target }) {
  const path = target.dataset.path;
  const number = Number(target.value);
  const wrong = target.type !== 'checkbox' && (!/^\d{1,7}$/.test(target.value.trim()) || number > MOST_POINTS);
  ui.say(el['house-problem'], wrong ? `“${target.value}” cannot be the ${target.getAttribute('aria-label').toLowerCase()}; 0 to 1,000,000 can.` : '');
  target.toggleAttribute('aria-invalid', wrong);
  ui.stale(target);
  if (wrong) return;
  const value = target.type === 'checkbox' ? target.checked : number;
  if (value === valueAt(presets[preset], path)) delete changes[path];
  else changes[path] = value;
  ui.say(el.problem);
  show({ typed: true });
}

const thresholds = (turn, target) => turn.bankAt.slice(1)
  .map((stake) => {
    if (stake === null) return 'only to win';
    return ui.grouped(stake) + (stake >= target ? ' (only to win)' : '');
  });

// Show the average, the farkles and the thresholds of the rules, beside their preset.
function showEffects(rules) {
  el.house.querySelector('summary').textContent = Object.keys(changes).length
    ? `${rulesName()}: ${Object.keys(changes).length} changed` : 'Change the points and see what changes';
  let lines;
  try {
    lines = Object.keys(changes).length ? [['house rules', rules], [preset, presets[preset]]] : [[preset, rules]];
    lines = lines.map(([name, each]) => [name, turnOf(each), each.target]);
  } catch (error) {
    el.effects.replaceChildren(ui.make('p', { class: 'problem' }, `Not a game: ${error.message}.`));
    return;
  }
  const single = lines[0][1].farkles.map((weight, dice) => (dice ? `${ui.fraction(BigInt(weight), BigInt(6 ** dice))} with ${advice.diceText(dice)}` : null)).filter(Boolean);
  el.effects.replaceChildren(ui.table('The best turn under these rules: bank from this stake on, by dice left',
      ['rules', 'average turn', 'farkle', ...[1, 2, 3, 4, 5, 6].map(advice.diceText)],
      lines.map(([name, turn, target]) => [name, ui.decimals(turn.mean), ui.percent(turn.farkle), ...thresholds(turn, target)]),
      { label: 'The best turn under these rules' }),
    ui.make('p', {}, `A roll is a farkle with probability ${single.join(', ')}, exactly.`));
}

advice.listen(el, [el.opening], show);
ui.fillNames(el.rules, names, (name) => { preset = name; changes = {}; ui.say(el.problem); fillHouse(); show(); }, (name) => presets[name].description);
buildHouse();
ui.onSubmit('adviser');
ui.onSubmit('loaded-form', showLoaded);
loaded.dice.addEventListener('change', () => { loaded.roll.value = ''; showLoaded(); });
el.download.addEventListener('click', () => {
  const rules = { ...houseRules(), description: `House rules after ${preset}` };
  ui.download('house.toml', farkle.toml(rules));
});
ui.onHash(readHash);

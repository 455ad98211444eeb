// The adviser for a turn of Farkle, and the laboratory of house rules.
//
// The hash is #RULES/STAKE/DICE/ROLL, and "/opening" after it. House rules are a preset
// and its changed fields: #box,straight=2000,of_a_kind.3.1=1000/0//113456. A hash that
// begins with #dice is one of farkle-loaded.js.
(() => {
  'use strict';
  const { ui, farkle, farkleTable: table } = trueodds;
  const presets = Object.fromEntries(JSON.parse(ui.byId('presets').textContent));
  const names = Object.keys(presets);
  const MOST_STAKE = 1000000;
  const HOUSE = ['straight', 'straights.12345', 'straights.23456', 'three_pairs', 'four_and_two', 'two_triplets', 'nothing', 'minimum_to_open', 'minimum_to_bank', 'hot_dice', 'junk'];
  const el = Object.fromEntries(['rules', 'opening', 'opening-label', 'stake', 'dice', 'roll', 'faces', 'problem', 'answer', 'kinds', 'fields', 'house', 'house-problem', 'effects', 'download', 'command']
    .map((id) => [id, ui.byId(id)]));

  let preset = names[0];
  let changes = {}; // field path -> value, such as {"straight": 2000, "of_a_kind.3.1": 1000}
  const solved = new Map(); // rules as text -> turn

  // ---- rules ----

  function houseRules() {
    const rules = structuredClone(presets[preset]);
    for (const [path, value] of Object.entries(changes)) {
      const [field, size, face] = path.split('.');
      if (field === 'singles') rules.singles[size] = value;
      else if (field === 'of_a_kind') (rules.of_a_kind[size] ??= {})[face] = value;
      else if (field === 'straights') rules.straights[size] = value;
      else rules[field] = value;
    }
    return rules;
  }

  const rulesName = () => (Object.keys(changes).length ? `${preset} rules with changes` : `${preset} rules`);

  function turnOf(rules, opening) {
    const key = JSON.stringify([rules, opening]);
    if (!solved.has(key)) solved.set(key, farkle.turn(rules, { opening }));
    return solved.get(key);
  }

  const valueAt = (rules, path) => {
    const [field, size, face] = path.split('.');
    if (field === 'singles') return rules.singles[size] ?? 0;
    if (field === 'of_a_kind') return rules.of_a_kind[size]?.[face] ?? 0;
    if (field === 'straights') return rules.straights[size] ?? 0;
    return rules[field];
  };

  // Return {preset, changes} of the first part of the hash, or a line on what is wrong.
  function readRules(text) {
    const [name, ...fields] = text.split(',');
    const read = {};
    if (!names.includes(name)) return { wrong: `The link names the rules “${name}”; there are: ${names.join(', ')}.` };
    for (const item of fields) {
      const [path, value] = item.split('=');
      const known = HOUSE.includes(path) || /^singles\.[1-6]$|^of_a_kind\.[2-6]\.[1-6]$/.test(path);
      const flag = typeof presets[name][path] === 'boolean';
      const good = flag ? /^(true|false)$/.test(value) : /^\d{1,7}$/.test(value ?? '') && Number(value) <= 1000000;
      if (!known || !good) return { wrong: `The link has “${item}”, which is not a field of the rules with a value.` };
      read[path] = flag ? value === 'true' : Number(value);
    }
    return { preset: name, changes: read };
  }

  // ---- the adviser ----

  function show({ keepHash = false, typed = false } = {}) {
    table.press(el.rules, preset);
    const rules = houseRules();
    el['opening-label'].hidden = !rules.minimum_to_open;
    const opening = el.opening.checked && rules.minimum_to_open > 0;
    showEffects(rules, opening);
    let turn;
    try {
      turn = turnOf(rules, opening);
    } catch (error) {
      ui.answer(el.answer, ui.make('p', { class: 'problem' }, `No advice: ${error.message}.`));
      return;
    }
    if (!keepHash) writeHash(typed);
    const stake = table.readPoints(el.stake, 'At stake', MOST_STAKE, turn.grid);
    const read = stake === null ? null : table.readDice(el.roll, el.dice, stake);
    if (!read) {
      ui.answer(el.answer, ui.make('p', { class: 'quiet' }, 'The advice follows once the line above is put right.'));
      return;
    }
    el.command.textContent = commandOf(stake, read, opening);
    ui.answer(el.answer, ...table.answer(turn, { stake, ...read }, {
      value: (points) => ui.decimals(points),
      unit: 'average turn',
      rules: `${rulesName()}, ${opening ? 'before opening, ' : ''}playing for points`,
      keep: (option) => goOn(stake + option.points, option.left || (rules.hot_dice ? farkle.DICE : 0)),
      bankNow: () => goOn(0, farkle.DICE),
    }));
  }

  // Go on with a stake and the dice to roll next; without dice the turn is over.
  function goOn(stake, dice) {
    el.stake.value = dice ? stake : 0;
    el.dice.value = dice || farkle.DICE;
    el.roll.value = '';
    show();
    el.roll.focus();
  }

  const rulesFile = () => (Object.keys(changes).length ? 'house.toml' : preset);

  function commandOf(stake, { roll, dice }, opening) {
    return ['trueodds farkle advise', stake ? `--stake ${stake}` : '',
      roll ? `--roll ${farkle.digits(roll)}` : `--dice ${dice}`, opening ? '--opening' : '',
      `--rules ${rulesFile()}`, '--format json'].filter(Boolean).join(' ');
  }

  const rulesPart = () => [preset, ...Object.entries(changes).map(([path, value]) => `${path}=${value}`)].join(',');

  // The rules of the page, for its other parts.
  trueodds.farkleTurn = {
    chosen: () => ({
      rules: houseRules(), name: rulesName(), part: rulesPart(), file: rulesFile(),
      opening: el.opening.checked && houseRules().minimum_to_open > 0,
    }),
  };

  function writeHash(typed) {
    const parts = [rulesPart(), el.stake.value.trim(), el.dice.value, el.roll.value.replace(/\s/g, '')];
    ui.setHash(el.opening.checked ? [...parts, 'opening'] : parts, { replace: typed });
  }

  function readHash(parts) {
    if (parts[0] === 'dice') {
      readHash(parts.slice(1, 2));
      trueodds.farkleLoaded.open(parts.slice(2));
      return;
    }
    const [rules = '', stake = '0', dice = '', roll = '', opening = ''] = parts;
    const read = rules ? readRules(rules) : { preset: names[0], changes: {} };
    const bad = read.wrong ?? (dice && !/^[1-6]$/.test(dice) ? `The link gives “${dice}” dice; 1 to 6 can be rolled.` : '');
    el.problem.textContent = bad;
    el.problem.hidden = !bad;
    if (!read.wrong) ({ preset, changes } = read);
    el.stake.value = stake || '0';
    el.roll.value = roll;
    el.dice.value = /^[1-6]$/.test(dice) ? dice : Number(stake) && /^\d{1,6}$/.test(roll) ? roll.length : farkle.DICE;
    el.opening.checked = opening === 'opening';
    fillHouse();
    show({ keepHash: true });
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
      const text = faces ? `points of the straight ${faces}` : labels[name].replace(/ \(true\/false.*\)$/, '');
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
    const wrong = target.type !== 'checkbox' && (!/^\d{1,7}$/.test(target.value.trim()) || number > 1000000);
    el['house-problem'].textContent = wrong ? `“${target.value}” cannot be the ${target.getAttribute('aria-label').toLowerCase()}; 0 to 1,000,000 can.` : '';
    el['house-problem'].hidden = !wrong;
    target.toggleAttribute('aria-invalid', wrong);
    if (wrong) return;
    const value = target.type === 'checkbox' ? target.checked : number;
    if (value === valueAt(presets[preset], path)) delete changes[path];
    else changes[path] = value;
    show({ typed: true });
  }

  const thresholds = (turn) => [1, 2, 3, 4, 5, 6].map((dice) => (
    turn.bankAt[dice] === null ? 'never' : ui.grouped(turn.bankAt[dice])));

  // Show the average, the farkles and the thresholds of the rules, beside their preset.
  function showEffects(rules, opening) {
    el.house.querySelector('summary').textContent = Object.keys(changes).length
      ? `${rulesName()}: ${Object.keys(changes).length} changed` : 'Change the points and see what changes';
    let lines;
    try {
      lines = Object.keys(changes).length ? [['house rules', rules], [preset, presets[preset]]] : [[preset, rules]];
      lines = lines.map(([name, each]) => [name, turnOf(each, opening)]);
    } catch (error) {
      ui.answer(el.effects, ui.make('p', { class: 'problem' }, `Not a game: ${error.message}.`));
      return;
    }
    const rows = lines.map(([name, turn]) => ui.make('tr', {}, ui.make('th', { scope: 'row' }, name),
      ...[ui.decimals(turn.mean), ui.percent(turn.farkle), ...thresholds(turn)].map((text) => ui.make('td', { class: 'number' }, text))));
    const single = lines[0][1].farkles.map((weight, dice) => (dice ? `${ui.fraction(BigInt(weight), BigInt(6 ** dice))} with ${table.diceText(dice)}` : null)).filter(Boolean);
    ui.answer(el.effects,
      ui.make('div', { class: 'table', role: 'region', 'aria-label': 'The best turn under these rules', tabindex: 0 }, ui.make('table', { class: 'numbers' },
        ui.make('caption', {}, 'The best turn under these rules: bank from this stake on, by dice left'),
        ui.make('thead', {}, ui.make('tr', {}, ...['rules', 'average turn', 'farkle', ...[1, 2, 3, 4, 5, 6].map(table.diceText)].map((name, i) => ui.make('th', { scope: 'col', class: i ? 'number' : false }, name)))),
        ui.make('tbody', {}, ...rows))),
      ui.make('p', {}, `A roll is a farkle with probability ${single.join(', ')}, exactly.`));
  }

  // ---- start ----

  table.fillDice(el.dice);
  table.fillNames(el.rules, names, (name) => { preset = name; changes = {}; el.problem.hidden = true; fillHouse(); show(); });
  table.fillFaces(el.faces, el.roll, () => show());
  buildHouse();
  for (const input of [el.stake, el.dice, el.roll, el.opening]) input.addEventListener('input', () => show({ typed: true }));
  ui.byId('adviser').addEventListener('submit', (event) => event.preventDefault());
  el.download.addEventListener('click', () => {
    const rules = { ...houseRules(), description: `House rules after ${preset}` };
    ui.download('house.toml', farkle.toml(rules));
  });
  for (const part of document.querySelectorAll('.live')) part.hidden = false;
  ui.onHash(readHash);
})();

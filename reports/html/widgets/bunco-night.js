// A night of Bunco for one player and for the room, with loaded dice.
//
// The hash is #RULES/PLAYERS/SEATS/ROUNDS/WEIGHTS and changed fields, such as
// #bunco/16/4/6/1,1,1,1,1,2/bunco_points=25.
const { ui, bunco } = trueodds;
const presets = Object.fromEntries(ui.json('presets'));
const names = Object.keys(presets);
const NUMBERS = { bunco_points: [0, 100], mini_bunco_points: [0, 100], match_points: [0, 100], round_points: [1, 40] };
const FLAGS = ['bunco_ends_turn', 'mini_bunco_ends_turn', 'turn_capped'];
const [MOST_TABLES, MOST_ROUNDS, MOST_WEIGHT] = [25, 24, 20];
const own = presets[names[0]]; // the rules of the page, whose numbers all fit
const FACES = own.weights.map((_, face) => face + 1);
const el = ui.elements(['rules', 'players', 'seats', 'rounds', 'problem', 'answer', 'weights', 'fair', 'roll', ...Object.keys(NUMBERS), ...FLAGS]);

let preset = names[0];
let waiting = 0;

function number(field, name, least, limit, known = 0) {
  const most = Math.max(limit, known);
  const text = field.value.trim();
  const good = /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;
  ui.problem(field, good ? '' : `${name}: “${text}” is not a number from ${least} to ${most}.`);
  return good ? Number(text) : null;
}

const sliders = () => FACES.map((face) => ui.byId(`weight-${face}`));

// Return the rules of the form, or null after showing what is wrong.
function read() {
  const seats = Number(el.seats.value);
  const players = number(el.players, 'Players', seats, seats * MOST_TABLES, own.tables * own.players_per_table);
  const rounds = number(el.rounds, 'Rounds', 1, MOST_ROUNDS, own.rounds);
  const points = Object.entries(NUMBERS).map(([id, [least, most]]) => (
    [id, number(el[id], el[id].parentElement.firstChild.textContent.trim(), least, most, own[id])]));
  if (players !== null && players % seats) {
    const more = Math.ceil(players / seats) * seats;
    ui.problem(el.players, `${players} players do not fill tables of ${seats}; take ${more}.`);
    return null;
  }
  if (players === null || rounds === null || points.some(([, value]) => value === null)) return null;
  const weights = sliders().every((slider) => slider.dataset.weight)
    ? sliders().map((slider) => Number(slider.dataset.weight)) : null;
  return {
    ...presets[preset], rounds, weights,
    tables: players / seats, players_per_table: seats,
    ...Object.fromEntries(points), ...Object.fromEntries(FLAGS.map((id) => [id, el[id].checked])),
  };
}

function show({ keepHash = false } = {}) {
  el.rules.value = preset;
  const rules = read();
  if (!rules) return;
  if (!keepHash) writeHash(rules);
  if (rules.weights.every((weight) => !weight)) {
    problem('All weights are 0; at least one face must come up.');
    return;
  }
  try {
    showRoll(rules);
    showNight(rules, bunco.night(rules));
    problem('');
    ui.cite([...el.answer.querySelectorAll('p')].map((line) => line.textContent).join(' '), commandOf(rules),
      String(rules.weights) === String(presets[names[0]].weights) && preset === names[0] && !changed(rules).length);
  } catch (error) {
    problem(`No night: ${error.message}.`);
  }
}

function problem(text) {
  ui.say(el.problem, text);
  ui.stale(el.problem, false, Boolean(text));
}

const table = (caption, rows) => ui.table(caption, [], rows.map(([name, value, more = '']) => (
  [name, ui.make('td', {}, value), ui.make('td', { class: 'quiet' }, more)])), { look: 'facts' });

function showNight(rules, { points, buncos }) {
  const players = rules.tables * rules.players_per_table;
  const range = [0.1, 0.9].map((share) => bunco.quantile(points.distribution, share));
  const probability = (p) => [ui.percent(p), ui.oneIn(p)];
  const room = [[points, 'points'], ...(rules.bunco_points ? [[buncos, 'Buncos']] : [])].flatMap(([tally, name]) => [0.5, 0.9].map((share) => (
    [`The most ${name} of a player`, `at most ${bunco.mostOf(tally.distribution, players, share)}`, `in at least ${100 * share} % of nights`])));
  el.answer.replaceChildren(ui.make('p', { class: 'verdict' }, `You score ${ui.decimals(points.mean)} points on average, and ${range[0]} to ${range[1]} in 8 of 10 nights.`),
    ui.make('p', { class: 'quiet' }, `(${ruleText(rules)}: ${rules.rounds} rounds, ${players} players)`),
    table('For you', [
      ...(rules.bunco_points ? [ // a Bunco that scores nothing is not counted
        ['Your Buncos, on average', ui.decimals(buncos.mean)],
        ['You roll at least one Bunco', ...probability(bunco.atLeast(buncos.distribution, 1))],
        ['You roll at least two Buncos', ...probability(bunco.atLeast(buncos.distribution, 2))],
      ] : []),
      ['Rounds that you win, on average', ui.decimals(rules.rounds / 2)],
      ['You win every round', ...probability(2 ** -rules.rounds)],
    ]),
    table('For the room', players > 1 ? room : []));
}

function showRoll(rules) {
  const exact = bunco.exact(rules);
  const value = ([top, bottom]) => Number((top * 10n ** 18n) / bottom) / 1e18;
  const fraction = (pair) => ui.fraction(...pair);
  const long = (pair) => (fraction(pair).length > 40 ? ui.make('details', {}, ui.make('summary', {}, 'exact fraction'), ui.make('p', {}, fraction(pair))) : fraction(pair));
  const points = (number) => ui.decimals(number, 4);
  el.roll.replaceChildren(table('A roll, and a game of one roll a round, exactly', [
    ['A roll is a Bunco', ui.percent, exact.bunco],
    ['A roll is a mini Bunco', ui.percent, exact.miniBunco],
    ['Average points of a roll', points, exact.rollMean],
    ['Average points of a game of one roll a round', points, exact.gameMean],
    ['At least one Bunco in a game of one roll a round', ui.percent, exact.anyBunco],
  ].map(([name, text, pair]) => [name, text(value(pair)), long(pair)])));
}

const fair = (rules) => new Set(rules.weights).size === 1;
const changed = (rules) => [...Object.keys(NUMBERS), ...FLAGS].filter((id) => rules[id] !== presets[preset][id]);
const ruleText = (rules) => `${preset} rules${changed(rules).length ? ' with changes' : ''}${fair(rules) ? '' : ', loaded dice'}`;

function commandOf(rules) {
  const sets = changed(rules).map((id) => `--set ${id}=${rules[id]}`);
  const same = String(rules.weights) === String(presets[preset].weights);
  if (!same) sets.push(...(presets[preset].generator?.modulus ? ['--set generator={}'] : []), `--set weights=${rules.weights}`);
  const seats = rules.players_per_table === presets[preset].players_per_table ? [] : [`--set players_per_table=${rules.players_per_table}`];
  // The options of the page can set the same rules, of which the last counts.
  const size = preset === 'these' ? [ui.these, `--set tables=${rules.tables}`, `--set rounds=${rules.rounds}`]
    : [`--players ${rules.tables * rules.players_per_table}`, `--rounds ${rules.rounds}`, ui.rulesOptions(preset)];
  return ['trueodds bunco night', ...size, ...seats, ...sets].join(' ');
}

function writeHash(rules) {
  const fields = changed(rules).map((id) => `${id}=${rules[id]}`).join(',');
  const parts = [preset, rules.tables * rules.players_per_table, rules.players_per_table, rules.rounds, rules.weights.join()].map(String);
  ui.setHash(fields ? [...parts, fields] : parts, { replace: true });
}

function fill(rules) {
  el.players.value = rules.tables * rules.players_per_table;
  el.seats.value = rules.players_per_table;
  el.rounds.value = rules.rounds;
  for (const id of Object.keys(NUMBERS)) el[id].value = rules[id];
  for (const id of FLAGS) el[id].checked = rules[id];
  setWeights(rules.weights);
}

// A weight past the slider, as of a program's dice, is kept as it is.
function setWeights(weights) {
  sliders().forEach((slider, i) => {
    slider.value = Math.min(weights[i], MOST_WEIGHT);
    slider.dataset.weight = slider.nextElementSibling.textContent = weights[i];
  });
}

function readHash([rules = '', players = '', seats = '', rounds = '', weights = '', fields = '']) {
  preset = names.includes(rules) ? rules : names[0];
  const shown = structuredClone(presets[preset]);
  let wrong = rules && rules !== preset ? `The link names the rules “${rules}”; there are: ${names.join(', ')}.` : '';
  const listed = weights ? weights.split(',') : [];
  if (listed.length === FACES.length && listed.every((text) => /^\d{1,6}$/.test(text))) shown.weights = listed.map(Number);
  else if (weights) wrong ||= `The link has the weights “${weights}”; give ${FACES.length} whole numbers.`;
  for (const item of fields ? fields.split(',') : []) {
    const [id, value] = item.split('=');
    if (Object.hasOwn(NUMBERS, id) && /^\d{1,3}$/.test(value)) shown[id] = Number(value);
    else if (FLAGS.includes(id) && /^(true|false)$/.test(value)) shown[id] = value === 'true';
    else wrong ||= `The link has “${item}”, which is not a field with a value.`;
  }
  fill(shown);
  if (players) el.players.value = players;
  if (['2', '4', '6', '8'].includes(seats)) el.seats.value = seats;
  else if (seats) wrong ||= `The link has tables of “${seats}”; 2, 4, 6 or 8 can sit at a table.`;
  if (rounds) el.rounds.value = rounds;
  show({ keepHash: true });
  if (wrong) ui.say(el.problem, wrong);
}

// Show after a short pause, so that a slider can move smoothly.
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(show, 150);
}

ui.fillNames(el.rules, names, (name) => { preset = name; fill(presets[name]); show(); }, (name) => presets[name].description);
for (const face of FACES) {
  const slider = ui.make('input', { id: `weight-${face}`, type: 'range', min: 0, max: MOST_WEIGHT, step: 1, oninput: () => { slider.dataset.weight = slider.nextElementSibling.textContent = slider.value; soon(); } });
  el.weights.append(ui.make('label', {}, `Face ${face} `, slider, ui.make('output')));
}
el.fair.addEventListener('click', () => { setWeights(FACES.map(() => 1)); show(); });
for (const id of ['players', 'seats', 'rounds', ...Object.keys(NUMBERS), ...FLAGS]) el[id].addEventListener('input', soon);
ui.onSubmit('night');
ui.onHash(readHash);

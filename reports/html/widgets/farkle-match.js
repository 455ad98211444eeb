// The adviser for a match of Farkle, from the solved matches of the report.
//
// The hash is #MATCH/MINE/THEIRS/STAKE/DICE/ROLL, such as #box-10000/2000/450/350/2/.
const { ui, farkle, farkleAdvice: advice } = trueodds;
const matches = Object.fromEntries(ui.json('matches'));
const names = Object.keys(matches);
const el = ui.elements(['match', 'mine', 'theirs', 'stake', 'dice', 'roll', 'faces', 'problem', 'answer', 'map', 'map-dice', 'command']);
const tables = new Map(); // preset -> tables of rolls
const ready = new Map(); // name -> promise of the match with its arrays

let name = names[0];

function load(which) {
  if (!ready.has(which)) {
    ready.set(which, trueodds.load(`farkle-match-${which}`).then((bytes) => {
      const match = matches[which];
      const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
      const win = numbers.subarray(0, match.scores ** 2);
      const rest = numbers.subarray(match.scores ** 2);
      const deep = rest.length / match.kinds;
      const last = Array.from({ length: match.kinds }, (_, kind) => rest.subarray(kind * deep, (kind + 1) * deep));
      return { ...match, win, last };
    }));
  }
  return ready.get(which);
}

function turnAt(match, mine, theirs) {
  if (!tables.has(match.preset)) tables.set(match.preset, farkle.matchTables(match));
  return farkle.matchTurn(match, mine, theirs, tables.get(match.preset));
}

async function show({ keepHash = false, typed = false } = {}) {
  if (!keepHash) ui.setHash([name, el.mine.value.trim(), el.theirs.value.trim(), ...advice.link(el)], { replace: typed });
  ui.press(el.match, name);
  const asked = name;
  let match;
  try {
    match = await load(name);
  } catch (error) {
    ui.answer(el.answer, ui.make('p', { class: 'problem' }, error.message));
    return;
  }
  if (asked !== name) return;
  const most = (match.scores - 1) * match.unit;
  const mine = advice.readPoints(el.mine, 'Your points', most, match.unit);
  const theirs = advice.readPoints(el.theirs, 'Their points', most, match.unit);
  const { target } = match.rules;
  const turn = turnAt(match, (mine ?? 0) / match.unit, (theirs ?? 0) / match.unit);
  const position = advice.show(el, turn, {
    wrong: mine === null || theirs === null,
    value: ui.percent,
    unit: 'you win',
    rules: `${match.preset} rules, playing to win at ${ui.grouped(target)}`,
    show,
    bank: (stake) => bank(turn, mine + stake, theirs, most),
  });
  if (!position) return;
  el.command.textContent = advice.command(turn, position, `--score ${mine} --opponent ${theirs}`, `--rules ${match.preset} --set target=${target}`);
  advice.cite(el, turn, position, el.command.textContent, false, `${mine} to ${theirs}, `);
}

// Bank, and show the opponent's turn, unless the match ends.
function bank(turn, banked, theirs, most) {
  if (banked > most) {
    ui.answer(el.answer, ui.make('p', { class: 'verdict' }, `You have banked ${ui.grouped(banked)} points, which reaches the target.`));
    return;
  }
  [el.mine.value, el.theirs.value] = [theirs, banked];
  advice.goOn(el, turn, 0, 0, show);
}

async function showMap() {
  const match = await load(name).catch(() => null);
  if (!match) return;
  const dice = Number(el['map-dice'].value);
  const scores = [];
  for (let score = 0; score < match.scores; score += match.step) scores.push(score);
  const points = (score) => ui.grouped(score * match.unit);
  const stakes = scores.map((mine) => scores.map((theirs) => turnAt(match, mine, theirs).bankAt[dice]));
  const most = Math.max(...stakes.flat());
  const cell = (stake) => ui.make('td', {
    class: 'number', style: `background: color-mix(in srgb, var(--accent) ${Math.round((45 * stake) / most)}%, transparent)`,
  }, ui.grouped(stake));
  ui.answer(el.map,
    ui.make('p', {}, `${match.preset} rules to ${ui.grouped(match.rules.target)} points, with ${advice.diceText(dice)} left to roll: bank from this stake on. Rows are your points, columns are theirs.`),
    ui.table('Bank at, by your points (rows) and theirs (columns)', ['you have', ...scores.map(points)],
      scores.map((mine, row) => [points(mine), ...stakes[row].map(cell)]), { label: 'Bank at, by your points and theirs', hidden: true }));
}

function readHash([which = '', mine = '0', theirs = '0', ...position]) {
  const known = names.includes(which);
  const bad = advice.open(el, position);
  ui.say(el.problem, which && !known ? `The link names the match “${which}”; this report has: ${names.join(', ')}.` : bad);
  name = known ? which : names[0];
  [el.mine.value, el.theirs.value] = [mine || '0', theirs || '0'];
  show({ keepHash: true });
  showMap();
}

advice.listen(el, [el.mine, el.theirs], show);
advice.fillDice(el['map-dice'], farkle.FAIR, 3);
ui.fillNames(el.match, names, (which) => { name = which; ui.say(el.problem); show(); showMap(); },
  (which) => matches[which].rules.description, (which) => `${matches[which].preset} to ${ui.grouped(matches[which].rules.target)}`);
el['map-dice'].addEventListener('input', showMap);
ui.onSubmit('adviser');
ui.showLive();
ui.onHash(readHash);

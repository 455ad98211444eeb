// The adviser for a match of Farkle, from the solved matches of the report.
//
// The hash is #MATCH/MINE/THEIRS/STAKE/DICE/ROLL, such as #box-10000/2000/450/350/2/. Where
// farkles in a row cost points, yours and theirs follow: #facebook-10000/0/0/0/6//1/2.
const { ui, farkle, farkleAdvice: advice, common: { once } } = trueodds;
const matches = Object.fromEntries(ui.json('matches'));
const names = Object.keys(matches);
const el = ui.elements(['match', 'mine', 'theirs', 'farkles', 'their-farkles', 'stake', 'dice', 'roll', 'faces', 'problem', 'answer', 'map', 'map-dice']);

let name = names[0];
const inRow = [el.farkles, el['their-farkles']];

// Choose a match; its players can have just farkled where farkles in a row cost points.
function choose(which) {
  name = which;
  const { statuses } = matches[which];
  for (const menu of inRow) {
    menu.parentElement.hidden = statuses === 1;
    if (menu.length !== statuses) menu.replaceChildren(...Array.from({ length: statuses }, (_, n) => ui.make('option', {}, String(n))));
  }
}

// Return a promise of a match with its arrays.
const load = once((which) => trueodds.load(`farkle-match-${which}`).then((bytes) => {
  const match = matches[which];
  const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
  const pairs = (match.scores * match.statuses) ** 2;
  const [win, rest] = [numbers.subarray(0, pairs), numbers.subarray(pairs)];
  const deep = rest.length / match.kinds;
  const last = Array.from({ length: match.kinds }, (_, kind) => rest.subarray(kind * deep, (kind + 1) * deep));
  return { ...match, win, last };
}));

const tablesOf = once(farkle.matchTables);
const turnAt = (match, mine, theirs, status = 0, theirStatus = 0) => (
  farkle.matchTurn(match, mine, theirs, { status, theirStatus, rolled: tablesOf(match) }));

async function show({ keepHash = false, typed = false } = {}) {
  const farkles = matches[name].statuses > 1 ? inRow.map((menu) => menu.value) : [];
  if (!keepHash) ui.setHash([name, el.mine.value.trim(), el.theirs.value.trim(), ...advice.link(el), ...farkles], { replace: typed });
  el.match.value = name;
  const asked = name;
  let match;
  try {
    match = await load(name);
  } catch (error) {
    ui.say(el.problem, error.message);
    ui.stale(el.problem, false, true);
    return;
  }
  if (asked !== name) return;
  const { start, unit, rules: { target } } = match;
  const [least, most] = [-start, match.scores - 1 - start].map((score) => score * unit);
  const mine = advice.readPoints(el.mine, 'Your points', most, unit, least);
  const theirs = advice.readPoints(el.theirs, 'Their points', most, unit, least);
  const turn = turnAt(match, start + (mine ?? 0) / unit, start + (theirs ?? 0) / unit, ...farkles.map(Number));
  const position = advice.show(el, turn, {
    wrong: mine === null || theirs === null,
    value: ui.percent,
    unit: 'you win',
    rules: `${match.preset} rules, ${ui.grouped(target)} to win`,
    show,
    bank: (stake) => bank(turn, mine + stake, theirs, most),
  });
  if (!position) return;
  const options = farkles.map((number, place) => ` ${['--farkles', '--opponent-farkles'][place]} ${number}`).join('');
  advice.cite(el, turn, position,
    advice.command(turn, position, `--score ${mine} --opponent ${theirs}${options}`, `${ui.rulesOptions(match.preset)} --set target=${target}`),
    false, `${ui.grouped(mine)} to ${ui.grouped(theirs)}${farkles.length ? `, ${farkles.join(' and ')} farkles in a row` : ''}, `);
}

// Bank, and show the opponent's turn, unless the match ends.
function bank(turn, banked, theirs, most) {
  if (banked > most) {
    el.answer.replaceChildren(ui.make('p', { class: 'verdict' }, `You have banked ${ui.grouped(banked)} points, which reaches the target.`));
    return;
  }
  [el.mine.value, el.theirs.value] = [theirs, banked];
  [el.farkles.value, el['their-farkles'].value] = [el['their-farkles'].value, '0'];
  advice.goOn(el, turn, 0, 0, show);
}

async function showMap() {
  const match = await load(name).catch(() => null);
  if (!match) return;
  const dice = Number(el['map-dice'].value);
  const scores = [];
  for (let score = match.start % match.step; score < match.scores; score += match.step) scores.push(score);
  const points = (score) => ui.grouped((score - match.start) * match.unit);
  const stakes = scores.map((mine) => scores.map((theirs) => turnAt(match, mine, theirs).bankAt[dice]));
  const most = Math.max(...stakes.flat());
  const cell = (stake) => ui.make('td', {
    class: 'number', style: `background: color-mix(in srgb, var(--accent) ${Math.round((45 * stake) / most)}%, transparent)`,
  }, ui.grouped(stake));
  el.map.replaceChildren(ui.make('p', {}, `${match.preset} rules to ${ui.grouped(match.rules.target)} points, with ${advice.diceText(dice)} left to roll: bank from this stake on. Rows are your points, columns are theirs.`),
    ui.table('Bank at, by your points (rows) and theirs (columns)', ['you have', ...scores.map(points)],
      scores.map((mine, row) => [points(mine), ...stakes[row].map(cell)]), { label: 'Bank at, by your points and theirs', hidden: true }));
}

function readHash([which = '', mine = '0', theirs = '0', ...position]) {
  const known = names.includes(which);
  let bad = advice.open(el, position);
  choose(known ? which : names[0]);
  [el.mine.value, el.theirs.value] = [mine || '0', theirs || '0'];
  inRow.forEach((menu, place) => {
    const farkles = position[3 + place] || '0';
    const possible = advice.pick(menu, farkles);
    if (!possible) menu.value = '0';
    if (!possible && known) bad ||= `The link gives “${farkles}” farkles in a row; 0 to ${menu.length - 1} are possible.`;
  });
  ui.say(el.problem, which && !known ? `The link names the match “${which}”; this report has: ${names.join(', ')}.` : bad);
  show({ keepHash: true });
  showMap();
}

advice.listen(el, [el.mine, el.theirs, ...inRow], show);
advice.fillDice(el['map-dice'], farkle.FAIR, 3);
ui.fillNames(el.match, names, (which) => { choose(which); ui.say(el.problem); show(); showMap(); },
  (which) => matches[which].rules.description, (which) => `${matches[which].preset} to ${ui.grouped(matches[which].rules.target)}`);
el['map-dice'].addEventListener('input', showMap);
ui.onSubmit('adviser');
ui.onHash(readHash);

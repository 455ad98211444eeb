// The adviser for a match of Farkle, from the solved matches of the report.
//
// The hash is #MATCH/MINE/THEIRS/STAKE/DICE/ROLL, such as #ece209-500/0/450/350/2/.
(() => {
  'use strict';
  const { ui, farkle, farkleTable: table } = trueodds;
  const matches = Object.fromEntries(JSON.parse(ui.byId('matches').textContent));
  const names = Object.keys(matches);
  const MOST_STAKE = 1000000;
  const el = Object.fromEntries(['match', 'mine', 'theirs', 'stake', 'dice', 'roll', 'faces', 'problem', 'answer', 'map', 'map-dice', 'command']
    .map((id) => [id, ui.byId(id)]));
  const classes = new Map(); // preset -> roll classes
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

  function classesOf(match) {
    if (!classes.has(match.preset)) classes.set(match.preset, farkle.rollClasses(match.rules, { every: true }));
    return classes.get(match.preset);
  }

  const turnAt = (match, mine, theirs) => farkle.matchTurn(match.rules, match, mine, theirs, classesOf(match));

  async function show({ keepHash = false, typed = false } = {}) {
    if (!keepHash) writeHash(typed);
    table.press(el.match, name);
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
    const mine = table.readPoints(el.mine, 'Your points', most, match.unit);
    const theirs = table.readPoints(el.theirs, 'Their points', most, match.unit);
    const stake = table.readPoints(el.stake, 'At stake', MOST_STAKE, match.unit);
    const read = stake === null ? null : table.readDice(el.roll, el.dice, stake);
    if (mine === null || theirs === null || !read) {
      ui.answer(el.answer, ui.make('p', { class: 'quiet' }, 'The advice follows once the line above is put right.'));
      return;
    }
    const turn = turnAt(match, mine / match.unit, theirs / match.unit);
    const target = match.rules.target;
    el.command.textContent = [`trueodds farkle advise --score ${mine} --opponent ${theirs}`, stake ? `--stake ${stake}` : '',
      read.roll ? `--roll ${farkle.digits(read.roll)}` : `--dice ${read.dice}`, `--rules ${match.preset} --set target=${target}`].filter(Boolean).join(' ');
    ui.answer(el.answer, ...table.answer(turn, { stake, ...read }, {
      value: ui.percent,
      unit: 'you win',
      rules: `${match.preset} rules, playing to win at ${ui.grouped(target)}`,
      keep: (option) => goOn(stake + option.points, option.left || (match.rules.hot_dice ? farkle.DICE : 0)),
      bankNow: () => bank(mine + stake, theirs, most),
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

  // Bank, and show the opponent's turn, unless the match ends.
  function bank(banked, theirs, most) {
    if (banked > most) {
      ui.answer(el.answer, ui.make('p', { class: 'verdict' }, `You have banked ${ui.grouped(banked)} points, which reaches the target.`));
      return;
    }
    [el.mine.value, el.theirs.value] = [theirs, banked];
    goOn(0, farkle.DICE);
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
    const shade = (stake) => `background: color-mix(in srgb, var(--accent) ${Math.round((45 * stake) / most)}%, transparent)`;
    ui.answer(el.map,
      ui.make('p', {}, `${match.preset} rules to ${ui.grouped(match.rules.target)} points, with ${table.diceText(dice)} left to roll: bank from this stake on. Rows are your points, columns are theirs.`),
      ui.make('div', { class: 'table', role: 'region', 'aria-label': 'Bank at, by your points and theirs', tabindex: 0 }, ui.make('table', { class: 'numbers' },
        ui.make('caption', { class: 'off-screen' }, 'Bank at, by your points (rows) and theirs (columns)'),
        ui.make('thead', {}, ui.make('tr', {}, ui.make('th', { scope: 'col' }, 'you have'), ...scores.map((score) => ui.make('th', { scope: 'col', class: 'number' }, points(score))))),
        ui.make('tbody', {}, ...scores.map((mine, row) => ui.make('tr', {}, ui.make('th', { scope: 'row' }, points(mine)),
          ...stakes[row].map((stake) => ui.make('td', { class: 'number', style: shade(stake) }, ui.grouped(stake)))))))));
  }

  function writeHash(typed) {
    ui.setHash([name, el.mine.value.trim(), el.theirs.value.trim(), el.stake.value.trim(), el.dice.value, el.roll.value.replace(/\s/g, '')], { replace: typed });
  }

  function readHash(parts) {
    const [which = '', mine = '0', theirs = '0', stake = '0', dice = '', roll = ''] = parts;
    const bad = which && !names.includes(which) ? `The link names the match “${which}”; this report has: ${names.join(', ')}.`
      : dice && !/^[1-6]$/.test(dice) ? `The link gives “${dice}” dice; 1 to 6 can be rolled.` : '';
    el.problem.textContent = bad;
    el.problem.hidden = !bad;
    name = names.includes(which) ? which : names[0];
    [el.mine.value, el.theirs.value, el.stake.value] = [mine || '0', theirs || '0', stake || '0'];
    el.roll.value = roll;
    el.dice.value = /^[1-6]$/.test(dice) ? dice : Number(stake) && /^\d{1,6}$/.test(roll) ? roll.length : farkle.DICE;
    show({ keepHash: true });
    showMap();
  }

  table.fillDice(el.dice);
  table.fillDice(el['map-dice'], 3);
  table.fillNames(el.match, names, (which) => { name = which; el.problem.hidden = true; show(); showMap(); },
    (which) => `${matches[which].preset} to ${ui.grouped(matches[which].rules.target)}`);
  table.fillFaces(el.faces, el.roll, () => show());
  for (const input of [el.mine, el.theirs, el.stake, el.dice, el.roll]) input.addEventListener('input', () => show({ typed: true }));
  el['map-dice'].addEventListener('input', showMap);
  ui.byId('adviser').addEventListener('submit', (event) => event.preventDefault());
  for (const part of document.querySelectorAll('.live')) part.hidden = false;
  ui.onHash(readHash);
})();

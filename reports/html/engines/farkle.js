// Farkle with six dice, fair or loaded: scores, and the best turn for points or in a match.
// Mirrors core/rules/farkle and analysis/farkle.
//
// A die is {name, weights}; dice with equal weights are one kind, and six fair dice are a
// set of one kind. The dice left to roll are a multiset of kinds, by its number: 0 is none,
// and the last is all six. In a set of one kind it is the number of dice. A roll and a keep
// are [{kind, face}], faces 1 to 6. Rules have the fields of the rules in Python. Values are
// floating point, right to about 13 digits.
const { sum, gcd } = trueodds.common;

const DICE = 6;
const MOST_WEIGHT = 1000;
const MOST_WORK = 200000000; // keeps to compare, over all stakes
const MOST_SWEEPS = 5000; // of dice that cannot farkle, before a turn counts as endless
const SAME = 1e-11; // values closer than this, times the largest value, are equal

// ---- scores: dice as counts of faces, [2, 0, 0, 0, 1, 0] is two ones and a five ----

// Return every number of dice by face, of at most the given counts.
function within(counts) {
  let all = [[]];
  for (const most of counts) {
    all = all.flatMap((kept) => Array.from({ length: most + 1 }, (_, n) => [...kept, n]));
  }
  return all;
}

// Return every choice of different faces, as many as there are groups.
const choices = (groups) => groups.reduce((chosen) => chosen.flatMap((faces) => (
  [1, 2, 3, 4, 5, 6].filter((face) => !faces.includes(face)).map((face) => [...faces, face]))), [[]]);

// Return the points of each combination of dice that scores.
function combinations(rules) {
  const listed = [];
  const add = (counts, points) => { if (points) listed.push({ dice: counts, points }); };
  const of = (numbers) => Array.from({ length: 6 }, (_, i) => numbers[i + 1] ?? 0);
  for (const [number, byFace] of Object.entries({ 1: rules.singles, ...rules.of_a_kind })) {
    for (const [face, points] of Object.entries(byFace)) add(of({ [face]: +number }), points);
  }
  const patterns = { 123456: rules.straight, ...rules.straights, '2+2+2': rules.three_pairs,
    '4+2': rules.four_and_two, '3+3': rules.two_triplets, ...rules.patterns };
  for (const [text, points] of Object.entries(patterns)) {
    if (text.includes('+')) {
      const groups = text.split('+').map(Number);
      for (const faces of choices(groups)) add(of(Object.fromEntries(faces.map((face, i) => [face, groups[i]]))), points);
    } else {
      add(of([0, 1, 2, 3, 4, 5, 6].map((face) => [...text].filter((shown) => +shown === face).length)), points);
    }
  }
  return [...new Map(listed.map((each) => [`${each.dice}:${each.points}`, each])).values()];
}

// Return a function from dice to the points of keeping exactly these; 0 is illegal.
function scorer(rules) {
  const listed = combinations(rules);
  const best = new Map([['0,0,0,0,0,0', 0]]); // points of the best partition, or null
  const partition = (dice) => {
    const key = dice.join();
    if (!best.has(key)) {
      let most = null;
      for (const combination of listed) {
        const rest = dice.map((n, face) => n - combination.dice[face]);
        if (rest.some((n) => n < 0)) continue;
        const points = partition(rest);
        if (points !== null) most = Math.max(most ?? 0, points + combination.points);
      }
      best.set(key, most);
    }
    return best.get(key);
  };
  return rules.junk
    ? (dice) => Math.max(...within(dice).map((part) => partition(part) ?? 0))
    : (dice) => partition(dice) ?? 0;
}

// Return the points of every keep by the sum of 7 ** face over its dice.
function keepPoints(rules) {
  const points = new Int32Array(7 ** DICE);
  const pointsOf = scorer(rules);
  const fill = (counts, face, index) => {
    if (face === 6) { points[index] = pointsOf(counts); return; }
    for (let n = 0; n <= DICE - sum(counts); n++) fill([...counts, n], face + 1, index + n * 7 ** face);
  };
  fill([], 0, 0);
  return points;
}

// ---- sets of dice ----

function readDie(name, known) {
  const weights = name.includes(':') ? name.split(':').map((text) => (text.trim() ? Number(text) : NaN))
    : Object.hasOwn(known, name) && known[name];
  if (!weights) throw new RangeError(`There is no die “${name}”; take a name of the list, or six weights such as 10:1:1:1:1:1.`);
  const whole = weights.every((weight) => Number.isInteger(weight) && weight >= 0 && weight <= MOST_WEIGHT);
  if (weights.length !== 6 || !whole || !weights.some(Boolean)) {
    throw new RangeError(`“${name}” is not a die; give six whole weights from 0 to 1,000, not all 0, such as 10:1:1:1:1:1.`);
  }
  const divisor = weights.reduce(gcd);
  return { name, weights: weights.map((weight) => weight / divisor) };
}

// Return six dice, [{name, weights}], from a text such as "weighted, fair*5".
function readDice(text, known) {
  const dice = text.split(',').flatMap((part) => {
    const [name, times = '1', ...more] = part.split('*').map((word) => word.trim());
    if (more.length || !/^[1-9]\d?$/.test(times)) throw new RangeError(`“${part.trim()}” does not repeat a die; write it as fair*3.`);
    return Array(Number(times)).fill(readDie(name, known));
  });
  if (dice.length !== DICE) throw new RangeError(`These are ${dice.length} dice, not six; repeat a die with *, such as fair*5.`);
  return dice;
}

// Return six dice as kinds, with the multisets of them.
function diceSet(dice) {
  const kinds = [];
  for (const { name, weights } of dice) {
    const kind = kinds.find((other) => other.weights.join() === weights.join());
    if (kind) kind.count++;
    else kinds.push({ name, weights, count: 1 });
  }
  const multisets = within(kinds.map(({ count }) => count));
  const numbers = new Map(multisets.map((multiset, number) => [multiset.join(), number]));
  const numberOf = (some) => numbers.get(kinds.map((_, kind) => some.filter((die) => die.kind === kind).length).join());
  const text = (number) => kinds.map(({ name }, kind) => [name, multisets[number][kind]]).filter(([, n]) => n)
    .map(([name, n]) => (n > 1 ? `${name}*${n}` : name)).join(', ');
  return { kinds, multisets, text, numberOf, all: multisets.length - 1 };
}

const FAIR = diceSet(Array(DICE).fill({ name: 'fair', weights: [1, 1, 1, 1, 1, 1] }));

// Return dice as text: "115", or "weighted=1 fair=15" if there are several kinds.
const rollText = (dice, { kinds }) => kinds.map(({ name }, kind) => {
  const faces = dice.filter((die) => die.kind === kind).map(({ face }) => face).sort().join('');
  return faces && (kinds.length > 1 ? `${name}=${faces}` : faces);
}).filter(Boolean).join(' ');

// Return the dice of such a text.
function readRoll(text, { kinds }) {
  const alone = kinds.length === 1;
  const shown = text.trim().split(/\s+/).flatMap((part) => {
    const [name, faces] = part.includes('=') ? part.split('=') : [alone ? kinds[0].name : '', part];
    const kind = kinds.findIndex((each) => each.name === name);
    if (kind < 0 || !/^[1-6]+$/.test(faces) || (alone && text.replace(/[^1-6]/g, '').length > DICE)) {
      throw new RangeError(alone ? `“${text.trim()}” is not a roll: one to six dice from 1 to 6, such as 113456.`
        : `“${part}” is no part of a roll; write the die and its faces, such as ${kinds[0].name}=1.`);
    }
    return [...faces].map((face) => ({ kind, face: Number(face) }));
  });
  kinds.forEach(({ name, count }, kind) => {
    const there = shown.filter((die) => die.kind === kind).length;
    if (there > count) throw new RangeError(`The roll shows ${there} dice “${name}”; your set has ${count}.`);
  });
  return shown;
}

// ---- the rolls of a set ----

// Return the rolls of a multiset that offer the same keeps: {total, farkle, classes}, with
// classes [{weight, keeps}] and keeps [{step, left}], most points first, in units. For
// points, the best keep for each multiset left is enough. A match needs every keep:
// reaching the target can be worse.
function rollTable(set, number, points, { rules, unit, every }) {
  const dice = set.kinds.flatMap((_, kind) => Array(set.multisets[number][kind]).fill({ kind }));
  const [parts, size, again] = [1 << dice.length, set.all + 1, rules.hot_dice ? set.all : 0];
  const left = Array.from({ length: parts }, (_, part) => set.numberOf(dice.filter((_die, place) => !(part >> place & 1))));
  const index = new Int32Array(parts); // of each part in the points of keeps
  const faces = [];
  const classes = new Map();
  let [total, farkle] = [0, 0];

  // Return points * size + number left of each keep that counts, in descending order.
  const keepsOffered = () => {
    const codes = new Map();
    for (let part = 1; part < parts; part++) {
      const code = points[index[part]] * size + left[part];
      const place = every ? code : left[part];
      if (code >= size && code > (codes.get(place) ?? 0)) codes.set(place, code);
    }
    if (!codes.size && dice.length === DICE && rules.nothing) return [rules.nothing * size];
    return [...codes.values()].sort((a, b) => b - a);
  };

  const count = (weight) => {
    total += weight;
    const codes = keepsOffered();
    if (!codes.length) { farkle += weight; return; }
    const key = codes.join();
    const same = classes.get(key);
    if (same) same.weight += weight;
    else classes.set(key, { weight, keeps: codes.map((code) => ({ step: Math.floor(code / size) / unit, left: code % size || again })) });
  };

  // Place the dice one by one. Dice of one kind show ascending faces, and the weight
  // counts their orders: the nth of them with its kth equal face multiplies it by n / k.
  const visit = (die, weight, nth, equal) => {
    if (die === dice.length) { count(weight); return; }
    const { kind } = dice[die];
    const first = dice[die - 1]?.kind !== kind;
    for (let face = first ? 0 : faces[die - 1]; face < 6; face++) {
      const factor = set.kinds[kind].weights[face];
      if (!factor) continue;
      const [place, bit] = [7 ** face, 1 << die];
      for (let part = 0; part < bit; part++) index[part + bit] = index[part] + place;
      const [n, k] = [first ? 1 : nth + 1, !first && face === faces[die - 1] ? equal + 1 : 1];
      faces[die] = face;
      visit(die + 1, weight * factor * n / k, n, k);
    }
  };
  visit(0, 1, 0, 0);
  return { total, farkle, classes: [...classes.values()] };
}

// Return the rolls of all multisets of a set. The unit divides all points.
function rollTables(rules, { set = FAIR, every = false, unit = 0 } = {}) {
  const points = keepPoints(rules);
  const grid = unit || [...new Set(points)].reduce(gcd, rules.nothing);
  if (!grid) throw new Error('nothing scores; at least one combination must');
  const tables = set.multisets.map((_, number) => (
    number ? rollTable(set, number, points, { rules, unit: grid, every }) : { total: 1, farkle: 0, classes: [] }));
  return { rules, set, points, grid, tables, again: rules.hot_dice ? set.all : 0 };
}

// ---- a turn by backward induction over what is at stake ----

// Return {bankAt, choice, value, farkle} of a turn. Stakes are in units. bank has
// the value of banking a stake, or null; lost is the value of a farkle, and spent that of
// no dice left and too little to bank. From the stake units on, rolling is no better than banking, and beyond has the value of each multiset.
function backward({ tables, set, grid }, { units, bank, beyond, lost, spent = lost, close }) {
  const values = Array.from({ length: units }, () => new Float64Array(set.all + 1));
  const farkles = Array.from({ length: units }, () => new Float64Array(set.all + 1));
  const after = (stake, left) => {
    if (!left) return bank(stake) ?? spent;
    return stake >= units ? beyond(stake, left) : values[stake][left];
  };
  // Return the value and the probability of a farkle if a multiset is rolled.
  const roll = (stake, number) => {
    const { total, farkle, classes } = tables[number];
    let [value, farkled] = [farkle * lost, farkle];
    for (const { weight, keeps } of classes) {
      let kept = keeps[0];
      let best = after(stake + kept.step, kept.left);
      for (let k = 1; k < keeps.length; k++) {
        const reached = after(stake + keeps[k].step, keeps[k].left);
        if (reached <= best) continue;
        if (reached > best + close) kept = keeps[k];
        best = reached;
      }
      value += weight * best;
      const reached = stake + kept.step;
      if (kept.left && reached < units) farkled += weight * farkles[reached][kept.left];
    }
    return [value / total, farkled / total];
  };
  const bankAt = Array(set.all + 1).fill(units * grid);
  for (let stake = units - 1; stake >= 0; stake--) {
    const banked = stake ? bank(stake) : null;
    for (let number = stake ? 1 : set.all; number <= set.all; number++) {
      let [value, farkled] = roll(stake, number);
      if (banked !== null && value <= banked + close) {
        [value, farkled] = [Math.max(value, banked), 0];
        bankAt[number] = stake * grid;
      }
      values[stake][number] = value;
      farkles[stake][number] = farkled;
    }
  }
  // Return {bank, roll, action} for points at stake: null for what the rules forbid.
  const choice = (points, number) => {
    const banked = points ? bank(points / grid) : null;
    if (!number) return { bank: banked, roll: banked === null ? spent : null, action: banked === null ? 'over' : 'bank' };
    const [value] = roll(points / grid, number);
    return { bank: banked, roll: value, action: banked !== null && banked >= value - close ? 'bank' : 'roll' };
  };
  return { bankAt, choice, value: values[0][set.all], farkle: farkles[0][set.all] };
}

// Return the units that each multiset is sure to bring; 0 if it can farkle.
function sureUnits({ tables, set }) {
  const sure = new Float64Array(set.all + 1);
  const certain = tables.flatMap(({ farkle }, number) => (number && !farkle ? [number] : []));
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let change = 0;
    for (const number of certain) {
      const mean = meanUnits(tables[number], sure) / tables[number].total;
      change = Math.max(change, Math.abs(mean - sure[number]));
      sure[number] = mean;
    }
    if (change <= 1e-13 * Math.max(1, ...sure)) return sure;
  }
  throw new Error(`under these rules a turn need never end: ${set === FAIR ? 'some number of dice' : set.text(certain[0])} can never farkle, and can be rolled again and again`);
}

// Return the total over the rolls that score of their most units, with the sure ones.
const meanUnits = ({ classes }, sure) => sum(classes.map(({ weight, keeps }) => (
  weight * Math.max(...keeps.map(({ step, left }) => step + sure[left])))));

// Return the turn that is best for points: {mean, farkle, farkles, bankAt, grid, minimum}
// and choice. Nothing below the minimum may be banked; bankAt is null for never.
function turn(rules, { set = FAIR, opening = false } = {}) {
  const minimum = Math.max(rules.minimum_to_bank, opening ? rules.minimum_to_open : 0);
  const rolled = rollTables(rules, { set });
  const { points, tables, grid } = rolled;
  if (rules.nothing && !rollTable(FAIR, DICE, points, { rules: { ...rules, nothing: 0 }, unit: grid }).farkle) {
    throw new Error('six dice always score under these rules, so they never show nothing; it can only be 0');
  }
  const sure = sureUnits(rolled);

  // Banking is best from the ceiling on, as analysis/farkle argues.
  const ceilings = tables.map((table) => (table.farkle ? meanUnits(table, sure) / table.farkle : 0));
  const units = Math.ceil(Math.max(minimum / grid, 1, ...ceilings) - 1e-9);
  const keeps = tables.flatMap(({ classes }) => classes.flatMap((each) => each.keeps));
  if (units * keeps.length > MOST_WORK) {
    throw new Error(`under these rules points are multiples of ${grid}, and too many stakes and rolls have to be compared; choose points with a larger common divisor, or dice that farkle more often`);
  }
  const { bankAt, choice, value, farkle } = backward(rolled, {
    units,
    bank: (stake) => (stake * grid >= minimum ? stake * grid : null),
    beyond: (stake, left) => (stake + sure[left]) * grid,
    lost: 0,
    close: SAME * grid * (units + Math.max(...keeps.map((keep) => keep.step))),
  });
  return {
    ...rolled, minimum, choice, farkle, mean: value,
    bankAt: bankAt.map((at, number) => (tables[number].farkle ? at : null)),
    farkles: tables.map((table) => table.farkle),
  };
}

const matchTables = ({ rules, unit }) => rollTables(rules, { every: true, unit });

// Return the turn of a player with a score against an opponent's score, each after a number
// of farkles in a row: the status. A solved match has {unit, scores, statuses, penalty,
// minimums, toBank, toOpen, last, win}: win[mine * states + theirs] is the probability that
// the player to move wins, by scores * statuses + status. Scores count units from the lowest,
// and the last of the farkles in a row costs the penalty. last[kind][behind] is the
// probability that the last turn of a player who is behind wins.
function matchTurn(match, mine, theirs, { status = 0, theirStatus = 0, rolled = matchTables(match) } = {}) {
  const { unit, scores, statuses, last, win } = match;
  const least = (score) => (score ? match.toBank : match.toOpen);
  const lastTurn = last[match.minimums.indexOf(least(theirs))];
  const deepest = lastTurn.length - 1;
  const next = (score, farkles) => 1 - win[(theirs * statuses + theirStatus) * scores * statuses + score * statuses + farkles];
  const costs = status === statuses - 1;
  const lost = next(Math.max(0, mine - (costs ? match.penalty : 0)), costs ? 0 : status + 1);
  const surest = Math.min(...rolled.tables.slice(1).map(({ farkle, total }) => farkle / total));
  const passes = (total) => lastTurn[Math.min(total - theirs, deepest)];
  let top = Math.max(scores, mine + least(mine));
  while (top - theirs < deepest && passes(top) > (1 - lost) * surest) top++;

  const bankValue = (total) => (total < scores ? next(total, 0) : 1 - passes(total));
  const { bankAt, choice, value } = backward(rolled, {
    units: top - mine,
    bank: (stake) => (stake >= least(mine) ? bankValue(mine + stake) : null),
    beyond: (stake) => bankValue(mine + stake),
    lost,
    spent: next(mine, 0),
    close: SAME,
  });
  return { ...rolled, bankAt, choice, minimum: least(mine) * unit, win: value };
}

// Return the value of a choice: the better of what is allowed, else 0.
const valueOf = ({ bank, roll }) => Math.max(bank ?? roll ?? 0, roll ?? bank ?? 0);

// Return every keep of a roll with its choice and value, the best first.
function options({ rules, set, points, again, choice }, roll, stake) {
  const dice = [...roll].sort((a, b) => a.kind - b.kind || a.face - b.face);
  const keeps = new Map();
  for (let part = 1; part < 1 << dice.length; part++) {
    const kept = dice.filter((_, die) => part >> die & 1);
    const scored = points[sum(kept.map(({ face }) => 7 ** (face - 1)))];
    if (scored) keeps.set(rollText(kept, set), { kept, scored });
  }
  if (!keeps.size && dice.length === DICE && rules.nothing) keeps.set(rollText(dice, set), { kept: dice, scored: rules.nothing });
  const close = (a, b) => Math.abs(a.value - b.value) <= SAME * (1 + Math.abs(a.value));
  return [...keeps.entries()].map(([text, { kept, scored }]) => {
    const left = set.numberOf(dice.filter((die) => !kept.includes(die)));
    const next = choice(stake + scored, left || again);
    return { text, kept, points: scored, left, choice: next, value: valueOf(next) };
  }).sort((a, b) => (close(a, b) ? 0 : b.value - a.value) || b.points - a.points
    || a.kept.length - b.kept.length || (a.text < b.text ? -1 : 1));
}

// Return rules as the text of a rules file.
function toml(rules) {
  const lines = [];
  const tables = [];
  const inline = (table) => `{ ${Object.keys(table).map((k) => `"${k}" = ${table[k]}`).join(', ')} }`;
  for (const [name, value] of Object.entries(rules)) {
    if (['singles', 'straights', 'patterns'].includes(name)) lines.push(`${name} = ${inline(value)}`);
    else if (name === 'of_a_kind') {
      tables.push('', '[of_a_kind]', ...Object.keys(value).map((size) => `${size} = ${inline(value[size])}`));
    } else lines.push(`${name} = ${typeof value === 'string' ? JSON.stringify(value) : value}`);
  }
  return [...lines, ...tables, ''].join('\n');
}

trueodds.farkle = {
  DICE, FAIR, diceSet, readDice, readRoll, rollText, turn, matchTables, matchTurn, options, toml,
};

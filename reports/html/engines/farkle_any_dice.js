// One turn of Farkle with any six dice, loaded and mixed, played for points.
// Mirrors core/rules/farkle/loaded.py, analysis/farkle/dice_set.py,
// analysis/farkle/turn/any_dice.py and analysis/farkle/turn/any_advice.py.
//
// Dice with equal weights are one kind. The dice left to roll are a multiset of kinds, by
// its number: 0 is none, and the last is all six. Values are floating point.
(() => {
  'use strict';
  const { farkle } = trueodds;

  const DICE = 6;
  const MOST_WEIGHT = 1000;
  const MOST_WORK = 200000000; // keeps to compare, over all stakes
  const SAME = 1e-11; // values closer than this, times the largest value, are equal

  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);

  function readDie(name, known) {
    const weights = name.includes(':') ? name.split(':').map((text) => (text.trim() ? Number(text) : NaN)) : known[name];
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
    let multisets = [[]];
    for (const { count } of kinds) {
      multisets = multisets.flatMap((some) => Array.from({ length: count + 1 }, (_, n) => [...some, n]));
    }
    const numbers = new Map(multisets.map((multiset, number) => [multiset.join(), number]));
    const text = (number) => kinds.map(({ name }, kind) => [name, multisets[number][kind]]).filter(([, n]) => n)
      .map(([name, n]) => (n > 1 ? `${name}*${n}` : name)).join(', ');
    return { kinds, multisets, text, numberOf: (counts) => numbers.get(counts.join()), all: multisets.length - 1 };
  }

  // Return the points of every keep by the sum of 7 ** face over its dice; 0 is illegal.
  function keepPoints(rules) {
    const points = new Int32Array(7 ** DICE);
    const keepsOf = farkle.scorer({ ...rules, nothing: 0 });
    const fill = (counts, face, index) => {
      if (face === 6) {
        points[index] = keepsOf(counts).find(({ kept }) => kept.join() === counts.join())?.points ?? 0;
        return;
      }
      for (let n = 0; n <= DICE - sum(counts); n++) fill([...counts, n], face + 1, index + n * 7 ** face);
    };
    fill([], 0, 0);
    return points;
  }

  // Return the rolls of a multiset that offer the same points for each multiset left:
  // {total, farkle, classes}, with classes [{weight, keeps}], most points first.
  function rolled(set, number, points, rules) {
    const dice = set.kinds.flatMap((kind, k) => Array(set.multisets[number][k]).fill(k));
    const parts = 1 << dice.length;
    const left = Array.from({ length: parts }, (_, part) => {
      const rest = [...set.multisets[number]];
      dice.forEach((kind, die) => { if (part >> die & 1) rest[kind]--; });
      return set.numberOf(rest);
    });
    const again = rules.hot_dice ? set.all : 0;
    const classes = new Map();
    const index = new Int32Array(parts);
    const row = new Int32Array(number + 1);
    let [total, farkled] = [0, 0];
    const visit = (die, weight) => {
      if (!weight) return;
      if (die < dice.length) {
        for (let face = 0; face < 6; face++) {
          const [place, bit] = [7 ** face, 1 << die];
          for (let part = 0; part < bit; part++) index[part + bit] = index[part] + place;
          visit(die + 1, weight * set.kinds[dice[die]].weights[face]);
        }
        return;
      }
      total += weight;
      row.fill(0);
      let scores = false;
      for (let part = 1; part < parts; part++) {
        const scored = points[index[part]];
        if (scored > row[left[part]]) [row[left[part]], scores] = [scored, true];
      }
      if (!scores && dice.length === DICE && rules.nothing) [row[0], scores] = [rules.nothing, true];
      if (!scores) { farkled += weight; return; }
      const key = row.join();
      const same = classes.get(key);
      if (same) { same.weight += weight; return; }
      const keeps = [...row].map((value, rest) => ({ points: value, left: rest || again }))
        .filter((keep) => keep.points).sort((a, b) => b.points - a.points || b.left - a.left);
      classes.set(key, { weight, keeps });
    };
    visit(0, 1);
    return { total, farkle: farkled, classes: [...classes.values()] };
  }

  // Return the turn with six dice that is best for points: {set, mean, farkle, bankAt} and
  // functions. bankAt has the stake from which to bank, by the number of a multiset.
  function anyDiceTurn(rules, dice, { opening = false } = {}) {
    const minimum = Math.max(rules.minimum_to_bank, opening ? rules.minimum_to_open : 0);
    const set = diceSet(dice);
    const points = keepPoints(rules);
    const grid = [...new Set(points)].filter(Boolean).reduce(gcd, rules.nothing || 0);
    if (!grid) throw new RangeError('Nothing scores; at least one combination must.');
    const rolls = set.multisets.map((_, number) => (number ? rolled(set, number, points, rules) : null));
    let ceiling = Math.max(minimum, grid);
    for (let number = 1; number <= set.all; number++) {
      const { farkle: weight, classes } = rolls[number];
      if (!weight) throw new RangeError(`A roll of ${set.text(number)} can never farkle, so a turn need never end; leave out a die that always scores.`);
      ceiling = Math.max(ceiling, sum(classes.map((each) => each.weight * each.keeps[0].points)) / weight);
    }
    const steps = Math.ceil(ceiling / grid - 1e-9);
    ceiling = steps * grid;
    const work = steps * sum(rolls.slice(1).flatMap(({ classes }) => classes.map(({ keeps }) => keeps.length)));
    if (work > MOST_WORK) throw new RangeError('With these dice too many stakes and rolls have to be compared; choose dice that farkle more often.');
    const close = SAME * (ceiling + Math.max(...points));

    const values = Array.from({ length: steps }, () => new Float64Array(set.all + 1));
    const lost = Array.from({ length: steps }, () => new Float64Array(set.all + 1));
    const after = (stake, left) => {
      if (!left) return stake >= minimum ? stake : 0;
      return stake >= ceiling ? stake : values[stake / grid][left];
    };
    const roll = (stake, number) => {
      let [gained, farkled] = [0, rolls[number].farkle];
      for (const { weight, keeps } of rolls[number].classes) {
        let best = after(stake + keeps[0].points, keeps[0].left);
        let kept = keeps[0];
        for (let k = 1; k < keeps.length; k++) {
          const value = after(stake + keeps[k].points, keeps[k].left);
          if (value > best + close) [best, kept] = [value, keeps[k]];
        }
        gained += weight * best;
        const reached = stake + kept.points;
        if (kept.left && reached < ceiling) farkled += weight * lost[reached / grid][kept.left];
      }
      return [gained / rolls[number].total, farkled / rolls[number].total];
    };
    const bankAt = Array(set.all + 1).fill(ceiling);
    for (let step = steps - 1; step >= 0; step--) {
      const stake = step * grid;
      for (let number = step ? 1 : set.all; number <= set.all; number++) {
        let [value, farkled] = roll(stake, number);
        if (step && stake >= minimum && value <= stake + close) {
          [value, farkled] = [stake, 0];
          bankAt[number] = stake;
        }
        values[step][number] = value;
        lost[step][number] = farkled;
      }
    }

    // Return {bank, roll, action}: null for what the rules forbid.
    const choice = (stake, number) => {
      const bank = stake && stake >= minimum ? stake : null;
      if (!number) return { bank, roll: null, action: bank === null ? 'over' : 'bank' };
      const value = roll(stake, number)[0];
      return { bank, roll: value, action: bank !== null && bank >= value - close ? 'bank' : 'roll' };
    };

    // Return every keep of a roll, the best first. A roll is [{kind, face}], faces 1 to 6.
    const options = (shown, stake) => {
      const sorted = [...shown].sort((a, b) => a.kind - b.kind || a.face - b.face);
      const kinds = (some) => set.kinds.map((_, kind) => some.filter((die) => die.kind === kind).length);
      const keeps = new Map();
      for (let part = 1; part < 1 << sorted.length; part++) {
        const kept = sorted.filter((_, die) => part >> die & 1);
        const scored = points[sum(kept.map(({ face }) => 7 ** (face - 1)))];
        if (scored) keeps.set(JSON.stringify(kept), { kept, points: scored });
      }
      if (!keeps.size && sorted.length === DICE && rules.nothing) keeps.set('', { kept: sorted, points: rules.nothing });
      return [...keeps.values()].map(({ kept, points: scored }) => {
        const left = set.numberOf(kinds(sorted.filter((die) => !kept.includes(die))));
        const next = choice(stake + scored, left || (rules.hot_dice ? set.all : 0));
        return { kept, points: scored, left, choice: next, value: farkle.valueOf(next) };
      }).sort((a, b) => b.value - a.value || b.points - a.points);
    };
    return { set, grid, minimum, bankAt, choice, options, mean: values[0][set.all], farkle: lost[0][set.all] };
  }

  // Return the dice of a text such as "weighted=1 fair=556" as [{kind, face}], or of faces
  // alone if all dice are equal.
  function readRoll(text, { kinds }) {
    const shown = text.trim().split(/\s+/).flatMap((part) => {
      const [name, faces] = part.includes('=') ? part.split('=') : [kinds.length === 1 ? kinds[0].name : '', part];
      const kind = kinds.findIndex((each) => each.name === name);
      if (kind < 0 || !/^[1-6]{1,6}$/.test(faces)) {
        throw new RangeError(`“${part}” is no part of a roll; write the die and its faces, such as ${kinds[0].name}=1.`);
      }
      return [...faces].map((face) => ({ kind, face: Number(face) }));
    });
    kinds.forEach(({ name, count }, kind) => {
      const there = shown.filter((die) => die.kind === kind).length;
      if (there > count) throw new RangeError(`The roll shows ${there} dice “${name}”; your set has ${count}.`);
    });
    return shown;
  }

  Object.assign(farkle, { readDice, anyDiceTurn, readRoll });
})();

// Farkle: scores, and the best turn for points or in a solved match.
// Mirrors core/rules/farkle/scorer.py, analysis/farkle/roll_classes.py,
// analysis/farkle/turn/optimal.py, analysis/farkle/turn/advice.py and
// analysis/farkle/match/advice.py.
//
// Dice are counts of faces: [2, 0, 0, 0, 1, 0] is two ones and a five. Rules have the
// fields of the rules in Python. Values are floating point, right to about 13 digits.
(() => {
  'use strict';
  const trueodds = (globalThis.trueodds ??= {});

  const DICE = 6;
  const MOST_STEPS = 4000; // the most stakes to consider, as in Python
  const MOST_SWEEPS = 5000; // of dice that cannot farkle, before a turn counts as endless
  const SAME = 1e-11; // values closer than this, times the largest value, are equal

  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

  // ---- scores ----

  // Return every number of dice by face, of at most the given counts.
  function within(counts) {
    let all = [[]];
    for (const most of counts) {
      all = all.flatMap((kept) => Array.from({ length: most + 1 }, (_, n) => [...kept, n]));
    }
    return all;
  }

  // Return the points of each combination of dice that scores.
  function combinations(rules) {
    const listed = [];
    const add = (counts, points) => { if (points) listed.push({ dice: counts, points }); };
    const of = (numbers) => Array.from({ length: 6 }, (_, i) => numbers[i + 1] ?? 0);
    for (const [number, byFace] of Object.entries({ 1: rules.singles, ...rules.of_a_kind })) {
      for (const [face, points] of Object.entries(byFace)) add(of({ [face]: +number }), points);
    }
    for (const [faces, points] of Object.entries({ 123456: rules.straight, ...rules.straights })) {
      add(of(Object.fromEntries([...faces].map((face) => [face, 1]))), points);
    }
    for (let a = 1; a <= 6; a++) {
      for (let b = a + 1; b <= 6; b++) {
        add(of({ [a]: 3, [b]: 3 }), rules.two_triplets);
        add(of({ [a]: 4, [b]: 2 }), rules.four_and_two);
        add(of({ [a]: 2, [b]: 4 }), rules.four_and_two);
        for (let c = b + 1; c <= 6; c++) add(of({ [a]: 2, [b]: 2, [c]: 2 }), rules.three_pairs);
      }
    }
    return listed;
  }

  // Return a function from dice to their legal keeps, [{kept, points}], without order.
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
    return (roll) => {
      const parts = within(roll).filter((kept) => sum(kept));
      let keeps = parts.map((kept) => ({ kept, points: partition(kept) })).filter((k) => k.points);
      if (rules.nothing && sum(roll) === DICE && !keeps.length) {
        keeps = [{ kept: roll, points: rules.nothing }];
      }
      if (rules.junk) {
        const inside = (part, kept) => part.every((n, face) => n <= kept[face]);
        keeps = parts
          .map((kept) => ({
            kept,
            points: Math.max(0, ...keeps.filter((k) => inside(k.kept, kept)).map((k) => k.points)),
          }))
          .filter((k) => k.points);
      }
      return keeps;
    };
  }

  // Return every roll of a number of dice, with the number of its orders.
  function rolls(dice) {
    const factorial = [1, 1, 2, 6, 24, 120, 720];
    return within(Array(6).fill(dice))
      .filter((roll) => sum(roll) === dice)
      .map((roll) => ({ roll, weight: roll.reduce((w, n) => w / factorial[n], factorial[dice]) }));
  }

  const everyRoll = [null];

  // Return, for 1 to 6 dice, the rolls that offer the same keeps: {weight, keeps} with
  // keeps [{points, left}], most points first. For points, one keep for each number of
  // dice left is enough. A match needs every keep: reaching the target can be worse.
  function rollClasses(rules, { every = false } = {}) {
    const keepsOf = scorer(rules);
    const byDice = [null];
    for (let dice = 1; dice <= DICE; dice++) {
      everyRoll[dice] ??= rolls(dice);
      const classes = new Map();
      for (const { roll, weight } of everyRoll[dice]) {
        const keeps = new Map();
        for (const { kept, points } of keepsOf(roll)) {
          const left = dice - sum(kept);
          const same = every ? `${left}/${points}` : left;
          if (points > (keeps.get(same)?.points ?? 0)) keeps.set(same, { points, left });
        }
        const listed = [...keeps.values()].sort((a, b) => b.points - a.points || b.left - a.left);
        const key = listed.map(({ points, left }) => `${points}/${left}`).join();
        if (!classes.has(key)) classes.set(key, { weight: 0, keeps: listed });
        classes.get(key).weight += weight;
      }
      byDice[dice] = [...classes.values()];
    }
    return byDice;
  }

  // Return the number of orders of a farkle with each number of dice, of 6 ** dice.
  const farkles = (classes) => classes.map((listed) =>
    sum((listed ?? []).filter((c) => !c.keeps.length).map((c) => c.weight)));

  const gcd = (a, b) => (b ? gcd(b, a % b) : a);

  // Return the largest number that divides every score.
  const gridOf = (classes) => classes.flat().filter(Boolean)
    .flatMap((c) => c.keeps.map((k) => k.points)).reduce(gcd, 0);

  const mostPoints = (classes) => Math.max(
    ...classes.flat().filter(Boolean).flatMap((c) => c.keeps.map((k) => k.points)));

  // ---- the best turn for points ----

  // Return the points that each number of dice is sure to bring; 0 if it can farkle.
  function surePoints(classes, farkle, hotDice) {
    const sure = Array(DICE + 1).fill(0);
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      let change = 0;
      for (let dice = 1; dice <= DICE; dice++) {
        if (farkle[dice]) continue;
        const mean = sum(classes[dice].map(({ weight, keeps }) => weight * Math.max(
          ...keeps.map((k) => k.points + sure[k.left || (hotDice ? DICE : 0)])))) / 6 ** dice;
        change = Math.max(change, Math.abs(mean - sure[dice]));
        sure[dice] = mean;
      }
      if (change <= 1e-13 * Math.max(1, ...sure)) return sure;
    }
    throw new Error('under these rules a turn need never end: some number of dice cannot farkle, and can be rolled again and again');
  }

  // Return the turn that is best for points: {mean, farkle, bankAt, grid, minimum} and
  // functions of a stake and a number of dice. Nothing below the minimum may be banked.
  function turn(rules, { opening = false } = {}) {
    const minimum = Math.max(rules.minimum_to_bank, opening ? rules.minimum_to_open : 0);
    const classes = rollClasses(rules);
    const grid = gridOf(classes);
    if (!grid) throw new Error('nothing scores; at least one combination must');
    const farkle = farkles(classes);
    if (rules.nothing && !everyRoll[DICE].some(({ roll }) => {
      const keeps = scorer({ ...rules, nothing: 0 })(roll);
      return !keeps.length;
    })) {
      throw new Error('six dice always score under these rules, so they never show nothing; it can only be 0');
    }
    const sure = surePoints(classes, farkle, rules.hot_dice);

    // Banking is best from the ceiling on, as analysis/farkle/turn/optimal.py argues.
    let most = minimum;
    for (let dice = 1; dice <= DICE; dice++) {
      if (!farkle[dice]) continue;
      const gained = sum(classes[dice].map(({ weight, keeps }) => weight * Math.max(
        0, ...keeps.map((k) => k.points + sure[k.left || (rules.hot_dice ? DICE : 0)]))));
      most = Math.max(most, gained / farkle[dice]);
    }
    const steps = Math.ceil(most / grid - 1e-9);
    if (steps > MOST_STEPS) {
      throw new Error(`under these rules points are multiples of ${grid}, and too many different stakes are possible; choose points with a larger common divisor`);
    }
    const ceiling = steps * grid;
    const close = SAME * (ceiling + mostPoints(classes));

    const values = []; // [stake / grid][dice]: expected points with the better choice
    const lost = []; // [stake / grid][dice]: probability of a farkle then
    const bankAt = farkle.map((weight) => (weight ? ceiling : null));
    const after = (stake, keep) => {
      const total = stake + keep.points;
      if (!keep.left && !rules.hot_dice) return [total >= minimum ? total : 0, 0];
      const dice = keep.left || DICE;
      if (total >= ceiling) return [total + sure[dice], 0];
      return [values[total / grid][dice], lost[total / grid][dice]];
    };
    const roll = (stake, dice) => {
      let points = 0;
      let farkled = 0;
      for (const { weight, keeps } of classes[dice]) {
        if (!keeps.length) { farkled += weight; continue; }
        let best = after(stake, keeps[0]);
        for (const keep of keeps.slice(1)) {
          const other = after(stake, keep);
          if (other[0] > best[0] + close) best = other;
        }
        points += weight * best[0];
        farkled += weight * best[1];
      }
      return [points / 6 ** dice, farkled / 6 ** dice];
    };
    for (let step = steps - 1; step >= 0; step--) {
      values[step] = Array(DICE + 1).fill(0);
      lost[step] = Array(DICE + 1).fill(0);
      for (let dice = step ? 1 : DICE; dice <= DICE; dice++) {
        const stake = step * grid;
        let [points, farkled] = roll(stake, dice);
        if (step && stake >= minimum && points <= stake + close) {
          [points, farkled] = [stake, 0];
          bankAt[dice] = stake;
        }
        values[step][dice] = points;
        lost[step][dice] = farkled;
      }
    }

    // Return {bank, roll, action}: null for what the rules forbid.
    const choice = (stake, dice) => {
      const bank = stake && stake >= minimum ? stake : null;
      const rolled = roll(stake, dice)[0];
      return { bank, roll: rolled, action: bank !== null && bank >= rolled - close ? 'bank' : 'roll' };
    };
    return {
      rules, minimum, grid, bankAt, choice,
      mean: values[0][DICE],
      farkle: lost[0][DICE],
      farkles: farkle,
      // Return the choice after a keep that leaves this many dice, 0 for hot dice.
      afterKeep: (stake, left) => {
        if (left || rules.hot_dice) return choice(stake, left || DICE);
        return { bank: stake >= minimum ? stake : null, roll: null, action: stake >= minimum ? 'bank' : 'over' };
      },
    };
  }

  // Return the value of a choice: the better of what is allowed, else 0.
  const valueOf = ({ bank, roll }) => Math.max(bank ?? roll ?? 0, roll ?? bank ?? 0);

  // Return every keep of a roll with its choice and value, the best first. The turn is
  // one for points or one of a match.
  function options(best, roll, stake) {
    const byFaces = (a, b) => {
      const face = a.kept.findIndex((n, i) => n !== b.kept[i]);
      return face < 0 ? 0 : b.kept[face] - a.kept[face];
    };
    return scorer(best.rules)(roll)
      .map(({ kept, points }) => {
        const left = sum(roll) - sum(kept);
        const choice = best.afterKeep(stake + points, left);
        return { kept, points, left, choice, value: valueOf(choice) };
      })
      .sort((a, b) => (Math.abs(a.value - b.value) > SAME * (1 + Math.abs(a.value)) ? b.value - a.value : 0)
        || b.points - a.points || b.left - a.left || byFaces(a, b));
  }

  // ---- a turn of a solved match ----

  // Return the turn of a player with a score against an opponent's score. A solved match
  // has {unit, scores, minimums, toBank, toOpen, last, win}: win[mine * scores + theirs]
  // is the probability that the player to move wins, scores counted in units, and
  // last[kind][behind] that the last turn of a player who is behind wins.
  function matchTurn(rules, match, mine, theirs, classes = rollClasses(rules, { every: true })) {
    const { unit, scores, last, win } = match;
    const least = (score) => (score ? match.toBank : match.toOpen);
    const opponentKind = match.minimums.indexOf(least(theirs));
    const lastTurn = last[opponentKind];
    const deepest = lastTurn.length - 1;
    const minimum = mine + least(mine);
    const farkle = 1 - win[theirs * scores + mine];
    const farkled = farkles(classes);
    const surest = Math.min(...farkled.slice(1).map((weight, i) => weight / 6 ** (i + 1)));
    const passes = (total) => lastTurn[Math.min(total - theirs, deepest)];
    let top = Math.max(scores, minimum);
    while (top - theirs < deepest && passes(top) > (1 - farkle) * surest) top++;

    const bankValue = (total) => (total < scores ? 1 - win[theirs * scores + total] : 1 - passes(total));
    const values = [];
    const after = (total, keep) => {
      const reached = total + keep.points / unit;
      if (!keep.left && !rules.hot_dice) return reached >= minimum ? bankValue(reached) : farkle;
      return reached >= top ? bankValue(reached) : values[reached - mine][keep.left || DICE];
    };
    const roll = (total, dice) => {
      let wins = 0;
      for (const { weight, keeps } of classes[dice]) {
        let best = keeps.length ? after(total, keeps[0]) : farkle;
        for (let k = 1; k < keeps.length; k++) best = Math.max(best, after(total, keeps[k]));
        wins += weight * best;
      }
      return wins / 6 ** dice;
    };
    const bankAt = Array(DICE + 1).fill((top - mine) * unit);
    for (let total = top - 1; total >= mine; total--) {
      const row = Array(DICE + 1).fill(0);
      for (let dice = total === mine ? DICE : 1; dice <= DICE; dice++) {
        row[dice] = roll(total, dice);
        if (total > mine && total >= minimum && bankValue(total) >= row[dice] - SAME) {
          row[dice] = Math.max(row[dice], bankValue(total));
          bankAt[dice] = (total - mine) * unit;
        }
      }
      values[total - mine] = row;
    }
    const choice = (stake, dice) => {
      const total = mine + stake / unit;
      const bank = stake && total >= minimum ? bankValue(total) : null;
      const rolled = roll(total, dice);
      return { bank, roll: rolled, action: bank !== null && bank >= rolled - SAME ? 'bank' : 'roll' };
    };
    return {
      rules, bankAt, choice,
      grid: unit,
      minimum: least(mine) * unit,
      win: values[0][DICE],
      afterKeep: (stake, left) => {
        if (left || rules.hot_dice) return choice(stake, left || DICE);
        const total = mine + stake / unit;
        return total >= minimum
          ? { bank: bankValue(total), roll: null, action: 'bank' }
          : { bank: null, roll: farkle, action: 'over' };
      },
    };
  }

  // ---- texts ----

  // Return dice as digits in order: [2, 0, 0, 0, 1, 0] is "115".
  const digits = (counts) => counts.map((n, face) => String(face + 1).repeat(n)).join('');

  // Return dice from digits in any order, or null if the text is not one to six dice.
  function parse(text) {
    const shown = text.replace(/\s/g, '');
    if (!/^[1-6]{1,6}$/.test(shown)) return null;
    const counts = Array(6).fill(0);
    for (const digit of shown) counts[digit - 1]++;
    return counts;
  }

  // Return rules as the text of a rules file.
  function toml(rules) {
    const lines = [];
    const tables = [];
    const inline = (table) => `{ ${sorted(Object.keys(table).map(Number)).map((k) => `${k} = ${table[k]}`).join(', ')} }`;
    for (const [name, value] of Object.entries(rules)) {
      if (name === 'singles' || name === 'straights') lines.push(`${name} = ${inline(value)}`);
      else if (name === 'of_a_kind') {
        tables.push('', '[of_a_kind]', ...Object.keys(value).map((size) => `${size} = ${inline(value[size])}`));
      } else lines.push(`${name} = ${typeof value === 'string' ? JSON.stringify(value) : value}`);
    }
    return [...lines, ...tables, ''].join('\n');
  }

  trueodds.farkle = {
    DICE, scorer, rollClasses, gridOf, farkles, turn, options, valueOf, matchTurn, digits, parse, toml,
  };
})();

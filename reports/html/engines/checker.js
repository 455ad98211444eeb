// A third checker, for Bunco and baccarat. It shares no code with proofs/checker.py, whose
// comments give the reasons. It rolls all dice and deals all cards itself, in BigInt.
(() => {
  'use strict';
  const trueodds = (globalThis.trueodds ??= {});

  const require = (holds, message) => { if (!holds) throw new Error(message); };
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

  // ---- fractions of BigInts in lowest terms, with a denominator above 0 ----
  function reduced(top, bottom) {
    let [a, b] = [top < 0n ? -top : top, bottom];
    while (b) [a, b] = [b, a % b];
    return [top / a, bottom / a];
  }

  function fraction(text) {
    const match = /^(-?[1-9]\d*|0)(?:\/([1-9]\d*))?$/.exec(text);
    require(match && text.length < 2000, `${text} is not a fraction`);
    const value = [BigInt(match[1]), BigInt(match[2] ?? 1)];
    require(reduced(...value)[1] === value[1] && match[2] !== '1', `${text} is not reduced`);
    return value;
  }
  const text = ([top, bottom]) => (bottom === 1n ? `${top}` : `${top}/${bottom}`);
  const ratio = (top, bottom) => text(reduced(top, bottom));

  const factorial = (n) => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
  // Return the number of orders in which dice or cards can show this.
  function arrangements(shown) {
    const counts = new Map();
    for (const item of shown) counts.set(item, (counts.get(item) ?? 0) + 1);
    return [...counts.values()].reduce((ways, n) => ways / factorial(n), factorial(shown.length));
  }
  // Yield the multisets of a size, in the order of the items.
  function* multisets(items, size, start = 0) {
    if (size === 0) yield [];
    for (let i = start; size > 0 && i < items.length; i++) {
      for (const rest of multisets(items, size - 1, i)) yield [items[i], ...rest];
    }
  }
  const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const add = (table, key, number) => table.set(key, (table.get(key) ?? 0n) + number);

  function number(big) { // a count as JSON holds it
    require(big <= BigInt(Number.MAX_SAFE_INTEGER), `${big} is too large`);
    return Number(big);
  }
  function whole(value, least, most, name) {
    require(Number.isInteger(value) && value >= least && value <= most, `${name} is ${value}`);
    return value;
  }

  // Require each class to be the row that we enumerate at this place, and no more.
  function sameRows(classes, expected) {
    let place = 0;
    for (const row of expected) {
      const [ours, theirs] = [JSON.stringify(row), JSON.stringify(classes[place])];
      require(ours === theirs, `class ${place + 1} is ${theirs}, expected ${ours}`);
      place += 1;
    }
    require(classes.length === place, 'there are too many classes');
    return place;
  }

  // ---- Bunco ----
  function bunco_award(shown, target, rules) {
    if (shown.every((face) => face === shown[0])) {
      const name = shown[0] === target ? 'bunco' : 'mini_bunco';
      return [rules[`${name}_points`], name];
    }
    return [shown.filter((face) => face === target).length * rules.match_points, 'match'];
  }

  // Enumerate rolls, with their orders and their points in every round.
  function bunco_roll(rules, { classes }, log) {
    const faces = range(1, rules.weights.length);
    const rounds = whole(rules.rounds, 1, 1000, 'rounds');
    const targets = range(0, rounds - 1).map((n) => (n % faces.length) + 1);
    const [points, names] = [new Map(), new Map()];
    let total = 0n;
    function* rolls() {
      for (const shown of multisets(faces, whole(rules.dice, 1, 20, 'dice'))) {
        const ways = shown.reduce((n, face) => n * BigInt(rules.weights[face - 1]), arrangements(shown));
        const awards = targets.map((target) => bunco_award(shown, target, rules));
        for (const [value, name] of awards) {
          add(points, value, ways);
          if (name !== 'match') { add(names, name, ways); add(names, 'triple', ways); }
          total += ways;
        }
        yield [shown, number(ways), awards.map(([value]) => value)];
      }
    }
    const rows = sameRows(classes, rolls());
    log(`${rows} different rolls, each with its orders and its points in ${rounds} rounds`);
    log(`over all rounds their weights add up to ${grouped(total)}: no roll is missing`);
    const faces_total = rules.weights.reduce((n, weight) => n + BigInt(weight), 0n);
    require(total === BigInt(rounds) * faces_total ** BigInt(rules.dice), 'the rolls are not all rolls');
    const proved = { 'roll.mean': ratio([...points].reduce((n, [p, ways]) => n + BigInt(p) * ways, 0n), total) };
    for (const [name, ways] of names) proved[`roll.${name}`] = ratio(ways, total);
    for (const [value, ways] of points) proved[`roll.points.${value}`] = ratio(ways, total);
    return proved;
  }

  // Return [points, is a Bunco, the turn goes on, ways] for rolls of fair dice on face 1.
  function bunco_throws(rules, log) {
    const [dice, sides] = [whole(rules.dice, 1, 8, 'dice'), whole(rules.sides, 1, 20, 'sides')];
    let [throws, rolls] = [new Map(), 0n];
    for (const shown of multisets(range(1, sides), dice)) {
      const [points, name] = bunco_award(shown, 1, rules);
      const goesOn = points !== 0 && !rules[`${name}_ends_turn`];
      add(throws, JSON.stringify([points, name === 'bunco' && points > 0, goesOn]), arrangements(shown));
      rolls += arrangements(shown);
    }
    require(rolls === BigInt(sides) ** BigInt(dice), 'the rolls are not all rolls');
    log(`${grouped(rolls)} rolls of ${dice} dice, of ${throws.size} kinds`);
    return [...throws].map(([key, ways]) => [...JSON.parse(key), ways]);
  }

  // Substitute the unknowns of every state into its equations. A rank is the least
  // number of steps to the end, so the end is reached almost surely from everywhere and
  // the equations have one solution. A step is [ways, gains, next state or null, signs].
  function solve_chain(states, steps, log) {
    const table = new Map(states.map(([state, unknowns, rank]) => [String(state), [unknowns.map(fraction), rank]]));
    require(table.size === states.length, 'a state occurs twice');
    let equations = 0;
    for (const [state] of states) {
      const [unknowns, rank] = table.get(String(state));
      const sums = unknowns.map(() => [0n, 1n]);
      let [total, least] = [0n, Infinity];
      for (const [ways, gains, next, signs] of steps(state)) {
        total += ways;
        const after = next === null ? null : table.get(String(next));
        require(after !== undefined, `the state ${next} is missing`);
        least = Math.min(least, after ? after[1] : 0);
        gains.forEach((gain, i) => {
          const [top, bottom] = after ? after[0][i] : [0n, 1n];
          const value = BigInt(gain) * bottom + BigInt(after ? signs[i] : 0) * top;
          sums[i] = reduced(sums[i][0] * bottom + ways * value * sums[i][1], sums[i][1] * bottom);
        });
      }
      require(rank === least + 1, `the rank of ${state} is wrong`);
      unknowns.forEach(([top, bottom], i) => {
        require(text(reduced(top * total, bottom)) === text(sums[i]), `${state} is not solved`);
        equations += 1;
      });
    }
    const places = states.length === 1 ? 'one state' : `${grouped(states.length)} states`;
    log(`${grouped(equations)} equations in ${places} hold, and the end is reached from every state`);
    return (state) => table.get(String(state))[0].map(text);
  }

  function bunco_turn(rules, { states }, log) {
    const throws = bunco_throws(rules, log);
    const steps = (state) => throws.map(([points, bunco, goesOn, ways]) =>
      [ways, [points, 1, bunco ? 1 : 0], goesOn ? state : null, [1, 1, bunco ? 0 : 1]]);
    const [mean, rolls, any] = solve_chain(states, steps, log)([0]);
    return { 'turn.mean': mean, 'turn.rolls.mean': rolls, 'turn.any_bunco': any };
  }

  function bunco_race(rules, { states }, log) {
    const throws = bunco_throws(rules, log);
    const goal = whole(rules.round_points, 1, 1000, 'round_points');
    const steps = ([own, other]) => throws.map(([points, , goesOn, ways]) => {
      if (own + points >= goal) return [ways, [1, 1, 1], null, []];
      if (goesOn) return [ways, [0, 1, 0], [own + points, other], [1, 1, 1]];
      return [ways, [1, 1, 1], [other, own + points], [-1, 1, 1]]; // the other side rolls
    });
    const [first, rolls, turns] = solve_chain(states, steps, log)([0, 0]);
    return { 'race.first_wins': first, 'race.rolls.mean': rolls, 'race.turns.mean': turns };
  }

  // ---- baccarat ----
  // Deal all four first cards and, in order, two more, whether they are needed or not.
  function baccarat_coup(rules, { classes }, log) {
    const ranks = ['A', ...range(2, 10).map(String), 'J', 'Q', 'K'];
    const held = new Map(); // a kind, named by its first rank -> cards
    const value = new Map(); // a kind -> its value
    const kinds = new Map(); // value and the draws after it -> the kind
    for (const [place, rank] of ranks.entries()) {
      const points = place < 9 ? place + 1 : 0;
      const key = `${points}: ${[...rules.banker_draws[rank]].sort()}`;
      if (!kinds.has(key)) kinds.set(key, rank);
      const kind = kinds.get(key);
      value.set(kind, points);
      held.set(kind, (held.get(kind) ?? 0) + whole(rules.shoe[rank], 0, 1e6, rank));
    }
    log(`13 ranks are ${held.size} kinds that the tableau tells apart`);
    const outcomes = { player: 0, banker: 1, tie: 2 };
    const winner = (player, banker, fifth, sixth) => {
      let [third, next] = ['none', fifth];
      if (Math.max(player, banker) < rules.natural) {
        if (rules.player_draws.includes(player)) {
          [third, next] = [fifth, sixth];
          player = (player + value.get(third)) % 10;
        }
        if (rules.banker_draws[third].includes(banker)) banker = (banker + value.get(next)) % 10;
      }
      return player > banker ? outcomes.player : banker > player ? outcomes.banker : outcomes.tie;
    };
    const sums = [0n, 0n, 0n];
    const pairs = [...multisets([...held.keys()], 2)];
    function* openings() {
      for (const player of pairs) {
        for (const banker of pairs) {
          const left = new Map(held);
          let ways = arrangements(player) * arrangements(banker);
          for (const kind of [...player, ...banker]) {
            ways *= BigInt(left.get(kind));
            left.set(kind, left.get(kind) - 1);
          }
          const [p, b] = [player, banker].map(([x, y]) => (value.get(x) + value.get(y)) % 10);
          const won = [0, 0, 0];
          for (const [fifth, n] of ways ? left : []) {
            for (const [sixth, m] of left) won[winner(p, b, fifth, sixth)] += n * (m - (fifth === sixth ? 1 : 0));
          }
          won.forEach((n, i) => { sums[i] += ways * BigInt(n); });
          yield [player, banker, number(ways), won];
        }
      }
    }
    const rows = sameRows(classes, openings());
    const cards = [...held.values()].reduce((n, m) => n + m);
    const deals = range(0, 5).reduce((n, i) => n * BigInt(cards - i), 1n);
    log(`${grouped(rows)} openings, each followed by all two further cards`);
    require(sums[0] + sums[1] + sums[2] === deals && deals > 0n, 'the classes are not all deals');
    log(`together ${grouped(deals)} deals of six cards out of ${cards}: no deal is missing`);
    return Object.fromEntries(Object.entries(outcomes).map(([name, i]) => [`coup.${name}`, ratio(sums[i], deals)]));
  }

  const checks = {
    'enumeration bunco roll': bunco_roll,
    'chain bunco turn': bunco_turn,
    'chain bunco race': bunco_race,
    'enumeration baccarat coup': baccarat_coup,
  };

  // Return the claims of a certificate, all proved; throw an Error with what fails.
  trueodds.check = (content, log = () => {}) => {
    const table = JSON.parse(content);
    const key = `${table.kind} ${table.game} ${table.model}`;
    require(table.schema === 'trueodds.certificate/1' && Object.hasOwn(checks, key), `this checker does not know “${key}”`);
    log(`read ${grouped(content.length)} characters: ${key}`);
    const [proved, claims] = [checks[key](table.rules, table, log), Object.entries(table.claims)];
    require(claims.length > 0, 'there are no claims');
    for (const [id, claim] of claims) require(proved[id] === claim, `${id} is ${proved[id]}, not ${claim}`);
    log(`${claims.length} claims equal what was derived here`);
    return claims;
  };
})();

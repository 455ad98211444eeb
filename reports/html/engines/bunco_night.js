// Bunco: a round at any table, and a night of several tables.
// Mirrors analysis/bunco/player_round.py and night.py.
//
// All is floating point, and leaves out outcomes less likely than about one in 10 ** 9.
const { bunco: engine, common: { sum } } = trueodds;
const {
  MOST_BUNCOS, roundsOf, turnOf, ends, scores, turnMeans, singleTurn, overBuncos, meanTurns, head,
  trimmed, add, convolve, mean,
} = engine;

const MOST_TURNS = 160; // turns of a side that are followed
const MOST_POINTS = 1200; // points of a side in a round that are counted
const LEFT = 1e-9; // the probability of an unfinished side that is no longer followed
const MOST_MISSING = 1e-6; // the probability of all nights that may be left out
const SHORT = 1e-13; // the probability of a turn past the counted points

// ---- a round at another table: as many turns as the head table takes ----

// Return the probabilities of a side to reach the goal at its k-th turn, and not by then.
function sideTurns(turn, goal) {
  let totals = Array(goal).fill(0);
  totals[0] = 1;
  const [reaches, alive] = [[0], [1]];
  while (alive.at(-1) >= LEFT && alive.length <= MOST_TURNS) {
    const after = Array(goal).fill(0);
    let arrived = 0;
    for (let total = 0; total < goal; total++) {
      for (const { points, goesOn, p } of turn.throws) {
        const flow = totals[total] * p;
        if (total + points >= goal) arrived += flow;
        else if (goesOn) totals[total + points] += flow;
        else after[total + points] += flow;
      }
    }
    totals = after;
    reaches.push(arrived);
    alive.push(sum(totals));
  }
  return { reaches, alive };
}

// Return the distributions of points and of Buncos, {points: [won, lost], buncos: ...}.
function elsewhere(turn, goal, members) {
  const { reaches, alive } = sideTurns(turn, goal);
  const most = reaches.length - 1;
  let length = Math.min(12 * Math.max(...turn.throws.map((t) => t.points)) + 2 * goal, MOST_POINTS);
  let single = singleTurn(turn, length);
  while (1 - sum(overBuncos(single)) > SHORT && length < MOST_POINTS) {
    length = Math.min(Math.floor((3 * length) / 2), MOST_POINTS);
    single = singleTurn(turn, length);
  }
  const own = ownTurns(single, Math.ceil(most / members), length);
  const totals = [[1]];
  const once = trimmed(overBuncos(single));
  while (totals.length <= most) totals.push(convolve(totals.at(-1), once, length));
  const halves = totals.map((total) => halvesOf(total, length));
  const points = [];
  const buncos = [];
  for (const won of [0, 1]) {
    const part = marginsOf(totals, halves.map((half) => half[won]), reaches, alive, members, length);
    const [byPoints, byBuncos] = [Array(length).fill(0), Array(MOST_BUNCOS).fill(0)];
    part.forEach((margin, turns) => (own[turns] ?? []).forEach((distribution, number) => {
      distribution.forEach((p, x) => {
        byPoints[x] += p * margin[x];
        byBuncos[number] += p * margin[x];
      });
    }));
    points.push(trimmed(byPoints));
    buncos.push(trimmed(byBuncos));
  }
  return { points, buncos };
}

// Return the distributions of the points of 0, 1, ... turns, by Buncos.
function ownTurns(single, most, length) {
  const turns = [[[1]]];
  for (let n = 0; n < most; n++) {
    const next = Array.from({ length: MOST_BUNCOS }, () => []);
    turns.at(-1).forEach((points, before) => {
      single.slice(0, MOST_BUNCOS - before).forEach((more, number) => {
        if (sum(points) * sum(more) > 1e-12) add(next[before + number], convolve(points, more, length));
      });
    });
    turns.push(next);
  }
  return turns;
}

// Return the probabilities to be below m and above m, each with half of equality.
function halvesOf(total, length) {
  const [below, above] = [new Float64Array(2 * length), new Float64Array(2 * length)];
  let under = 0;
  let over = sum(total);
  for (let m = 0; m < 2 * length; m++) {
    const mass = total[m] ?? 0;
    over -= mass;
    below[m] = under + mass / 2;
    above[m] = Math.max(0, over) + mass / 2;
    under += mass;
  }
  return [below, above];
}

// Return the probability to win by a player's number of turns and the points in them.
// beyond has, by the other side's turns, the probability to lose against each total.
function marginsOf(totals, beyond, reaches, alive, members, length) {
  // Either side rolls first with probability 1/2.
  const pair = (mine, theirs) => {
    const [least, most] = [Math.min(mine, theirs), Math.max(mine, theirs)];
    if (!most || most >= reaches.length || most - least > 1) return 0;
    return most > least ? (reaches[most] * alive[least]) / 2 : reaches[most] * alive[most];
  };
  const margins = Array.from({ length: Math.ceil(totals.length / members) + 1 }, () => new Float64Array(length));
  totals.forEach((_, mine) => {
    const other = new Float64Array(2 * length);
    for (const theirs of [mine - 1, mine, mine + 1]) {
      const weight = theirs >= 0 ? pair(mine, theirs) / members : 0;
      if (weight) beyond[theirs].forEach((p, m) => { other[m] += weight * p; });
    }
    for (let member = 0; member < members; member++) {
      const turns = Math.floor((mine - member + members - 1) / members);
      const margin = margins[turns];
      totals[mine - turns].forEach((p, y) => {
        for (let x = 0; x < length; x++) margin[x] += p * other[x + y];
      });
    }
  });
  return margins;
}

// ---- a night ----

// Return a tally's distribution over the rounds, from a random first table. Each round
// has [won, lost] at the head table and at the other tables.
function whole(rounds, tables) {
  let at = Array.from({ length: tables }, () => [1 / tables]);
  for (const [atHead, atOthers] of rounds) {
    const after = at.map(() => []);
    at.forEach((before, table) => {
      const [won, lost] = table ? atOthers : atHead;
      add(after[Math.max(table - 1, 0)], convolve(before, won));
      add(after[table ? table : tables - 1], convolve(before, lost));
    });
    at = after;
  }
  return at.reduce((all, part) => add(all, part), []);
}

// Return a night: {points, buncos}, each with a mean and a distribution of a player.
function night(rules) {
  const goal = rules.round_points;
  const members = rules.players_per_table / 2;
  const targets = roundsOf(rules);
  const kinds = new Map(); // targets whose faces have equal weights are alike
  for (const target of targets) {
    const weight = rules.weights[target - 1];
    if (kinds.has(weight)) continue;
    const turn = turnOf(rules, target);
    if (!ends(turn)) throw new Error('with these dice and rules every roll scores and a turn never ends');
    if (!scores(turn)) throw new Error(`with these dice no roll scores when the target is ${target}, so that round never ends`);
    kinds.set(weight, places(turn, goal, members, rules));
  }
  const rounds = targets.map((target) => kinds.get(rules.weights[target - 1]));
  const tallies = {};
  for (const name of ['points', 'buncos']) {
    const means = rounds.map((r) => r.head[name].mean + (rules.tables - 1) * r.others[name].mean);
    const distribution = whole(rounds.map((r) => [r.head[name].parts, r.others[name].parts]), rules.tables);
    // A part of long rounds, or of rounds with many Buncos, is not followed.
    if (1 - sum(distribution) > MOST_MISSING) throw new Error('with these dice and rules a night is too long for this page');
    tallies[name] = { mean: sum(means) / rules.tables, distribution };
  }
  return tallies;
}

function places(turn, goal, members, rules) {
  const atHead = {};
  for (const [name, tally] of [['points', (points) => points], ['buncos', (_, thrown) => (thrown.bunco ? 1 : 0)]]) {
    const parts = head(turn, goal, members, tally);
    atHead[name] = { parts, mean: mean(add([...parts[0]], parts[1])) };
  }
  if (rules.tables === 1) return { head: atHead, others: atHead };
  const parts = elsewhere(turn, goal, members);
  const means = turnMeans(turn);
  // The players share the turns equally, and the tallies of turns are independent.
  const turns = meanTurns(turn, goal) / rules.players_per_table;
  const others = Object.fromEntries(['points', 'buncos'].map((name) => (
    [name, { parts: parts[name], mean: turns * means[name] }])));
  return { head: atHead, others };
}

// Return the fewest n such that n or less has at least this probability.
function quantile(distribution, share) {
  let soFar = 0;
  const n = distribution.findIndex((p) => { soFar += p; return soFar >= share; });
  return n < 0 ? distribution.length - 1 : n;
}

// Return the fewest n such that none of the players has more, with this probability.
const mostOf = (distribution, players, share) => quantile(distribution, share ** (1 / players));

// Return the probability of at least n.
const atLeast = (distribution, n) => 1 - sum(distribution.slice(0, n));

Object.assign(engine, { night, quantile, mostOf, atLeast });

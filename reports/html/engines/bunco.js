// Bunco: a roll and a game exactly, a turn, and a round at the head table.
// Mirrors analysis/bunco/rolls.py, turn.py, race.py and head of player_round.py.
//
// Rules have the fields of the rules in Python; weights are one integer for each face.
// Rolls and games are fractions of BigInts; the rest is floating point. A distribution
// of the numbers 0, 1, 2, ... is an array, with the probability of n at index n.
const { sum } = trueodds.common;

const MOST_BUNCOS = 24; // Buncos of a player that are counted
const TINY = 1e-18; // smaller probabilities at the end of a distribution are cut off

const targetOf = (round, sides) => ((round - 1) % sides) + 1;

// ---- distributions as arrays ----

function trimmed(numbers) {
  let length = numbers.length;
  while (length && numbers[length - 1] < TINY) length--;
  return numbers.slice(0, length);
}

// Add a multiple of one distribution to another, in place.
function add(into, numbers, factor = 1) {
  while (into.length < numbers.length) into.push(0);
  for (let n = 0; n < numbers.length; n++) into[n] += factor * numbers[n];
  return into;
}

// Return the distribution of a sum of independent numbers, below a length if given.
function convolve(first, second, length = Infinity) {
  const result = new Float64Array(Math.max(0, Math.min(length, first.length + second.length - 1)));
  for (let i = 0; i < first.length; i++) {
    if (!first[i]) continue;
    const end = Math.min(second.length, result.length - i);
    for (let j = 0; j < end; j++) result[i + j] += first[i] * second[j];
  }
  return trimmed(Array.from(result));
}

const mean = (numbers) => sum(numbers.map((p, n) => p * n));

// ---- a roll, exactly ----

// Return the awards of a roll with a target: {total, awards: [{name, points, weight}]}
// with BigInt weights.
function roll(rules, target) {
  const weights = rules.weights.map(BigInt);
  const all = weights.reduce((a, b) => a + b, 0n);
  const dice = rules.dice;
  const on = weights[target - 1];
  const others = weights.filter((_, face) => face !== target - 1);
  const mini = others.reduce((total, weight) => total + weight ** BigInt(dice), 0n);
  const awards = [
    { name: 'Bunco', points: rules.bunco_points, weight: on ** BigInt(dice) },
    { name: 'mini Bunco', points: rules.mini_bunco_points, weight: mini },
  ];
  let orders = 1n;
  for (let matching = 0; matching < dice; matching++) {
    const weight = orders * on ** BigInt(matching) * (all - on) ** BigInt(dice - matching);
    awards.push({
      name: 'on the target',
      points: matching * rules.match_points,
      weight: matching ? weight : weight - mini,
    });
    orders = (orders * BigInt(dice - matching)) / BigInt(matching + 1);
  }
  return { total: all ** BigInt(dice), awards: awards.filter((award) => award.weight) };
}

// Return exact odds of a roll, averaged over the rounds, and of a game of one roll a
// round: fractions [numerator, denominator].
function exact(rules) {
  const rounds = roundsOf(rules).map((target) => roll(rules, target));
  const total = rounds[0].total;
  const weigh = (value) => rounds.reduce((all, { awards }) => (
    all + awards.reduce((some, award) => some + award.weight * BigInt(value(award)), 0n)), 0n);
  const bunco = (award) => (award.name === 'Bunco' ? 1 : 0);
  const without = rounds.reduce((product, { awards }) => (
    product * (total - awards.reduce((some, award) => some + award.weight * BigInt(bunco(award)), 0n))), 1n);
  const games = total ** BigInt(rules.rounds);
  const each = total * BigInt(rules.rounds);
  return {
    bunco: [weigh(bunco), each],
    miniBunco: [weigh((award) => (award.name === 'mini Bunco' ? 1 : 0)), each],
    rollMean: [weigh((award) => award.points), each],
    gameMean: [weigh((award) => award.points), total],
    anyBunco: [games - without, games],
  };
}

const roundsOf = (rules) => Array.from({ length: rules.rounds }, (_, i) => targetOf(i + 1, rules.weights.length));

// ---- a turn ----

// Return the turn of a target: {throws: [{points, bunco, goesOn, p}], cap, miss}.
function turnOf(rules, target) {
  const { total, awards } = roll(rules, target);
  const merged = new Map();
  for (const { name, points, weight } of awards) {
    const ends = (name === 'Bunco' && rules.bunco_ends_turn)
      || (name === 'mini Bunco' && rules.mini_bunco_ends_turn);
    const bunco = name === 'Bunco' && points > 0;
    const goesOn = points > 0 && !ends;
    const key = `${points}/${bunco}/${goesOn}`;
    const before = merged.get(key) ?? { points, bunco, goesOn, p: 0 };
    before.p += Number(weight) / Number(total);
    merged.set(key, before);
  }
  const throws = [...merged.values()];
  return {
    throws,
    cap: rules.turn_capped ? rules.round_points : null,
    miss: sum(throws.filter((t) => !t.points).map((t) => t.p)),
  };
}

const ends = ({ throws, cap }) => cap !== null || throws.some((t) => !t.goesOn);
const scores = ({ throws }) => throws.some((t) => t.points);
const capped = (turn, total) => (turn.cap === null ? total : Math.min(total, turn.cap));

// Return the distributions of the points of a turn with 0, 1, ... Buncos in it.
function singleTurn(turn, length) {
  const empty = () => Array.from({ length: MOST_BUNCOS }, () => Array(length).fill(0));
  const [rolling, stopped] = [empty(), empty()];
  rolling[0][0] = 1;
  for (let total = 0; total < length; total++) {
    for (let number = 0; number < MOST_BUNCOS; number++) {
      const mass = rolling[number][total];
      if (!mass) continue;
      if (turn.cap !== null && total >= turn.cap) {
        stopped[number][total] += mass;
        continue;
      }
      for (const { points, bunco, goesOn, p } of turn.throws) {
        const after = capped(turn, total + points);
        const buncos = number + (bunco ? 1 : 0);
        if (after < length && buncos < MOST_BUNCOS) (goesOn ? rolling : stopped)[buncos][after] += mass * p;
      }
    }
  }
  return stopped.map(trimmed);
}

const overBuncos = (byNumber) => byNumber.reduce((all, points) => add(all, points), []);

// Return the mean points and the mean Buncos of a turn, by Wald's identity.
function turnMeans(turn) {
  const rolls = turn.cap === null
    ? 1 / (1 - sum(turn.throws.filter((t) => t.goesOn).map((t) => t.p)))
    : cappedRolls(turn);
  const points = turn.cap === null
    ? rolls * sum(turn.throws.map((t) => t.p * t.points))
    : mean(overBuncos(singleTurn(turn, turn.cap + 1)));
  return { points, buncos: rolls * sum(turn.throws.filter((t) => t.bunco).map((t) => t.p)) };
}

function cappedRolls(turn) {
  const visits = Array(turn.cap).fill(0);
  visits[0] = 1;
  for (let total = 0; total < turn.cap; total++) {
    for (const { points, goesOn, p } of turn.throws) {
      if (goesOn && total + points < turn.cap) visits[total + points] += visits[total] * p;
    }
  }
  return sum(visits);
}

// ---- a round at the head table ----

// Return the mean number of turns of a round.
function meanTurns(turn, goal) {
  const into = new Map([['0,0,0', 1]]);
  const take = (key) => { const flow = into.get(key) ?? 0; into.delete(key); return flow; };
  let passes = 0;
  for (let own = 0; own < goal; own++) {
    for (let other = 0; other < goal; other++) {
      const first = take(`0,${own},${other}`);
      const second = take(`1,${other},${own}`);
      const both = 1 - turn.miss ** 2;
      for (const [side, visits, mine, theirs] of [
        [0, (first + turn.miss * second) / both, own, other],
        [1, (second + turn.miss * first) / both, other, own],
      ]) {
        passes += visits * turn.miss;
        for (const { points, goesOn, p } of turn.throws) {
          if (!points || mine + points >= goal) continue;
          if (!goesOn) passes += visits * p;
          const after = goesOn ? `${side},${mine + points},${theirs}` : `${1 - side},${theirs},${mine + points}`;
          into.set(after, (into.get(after) ?? 0) + visits * p);
        }
      }
    }
  }
  return 1 + passes;
}

// Return a tally's distribution in a round at the head table, [won, lost]. Seat 0 is the
// player's, and the even seats are the player's side.
function head(turn, goal, members, tally) {
  const seats = 2 * members;
  const place = (seat, mine, theirs) => (seat * goal + mine) * goal + theirs;
  const into = [];
  for (let seat = 0; seat < seats; seat++) into[place(seat, 0, 0)] = [1 / seats];
  const results = [[], []];
  const scoring = turn.throws.filter((t) => t.points);
  for (let mine = 0; mine < goal; mine++) {
    for (let theirs = 0; theirs < goal; theirs++) {
      const inflow = Array.from({ length: seats }, (_, seat) => into[place(seat, mine, theirs)] ?? []);
      roundTheSeats(inflow, turn.miss).forEach((rolling, seat) => {
        const [own, other] = seat % 2 ? [theirs, mine] : [mine, theirs];
        for (const thrown of scoring) {
          const reached = own + thrown.points;
          const points = turn.cap === null ? thrown.points : Math.min(reached, goal) - own;
          const shift = seat ? 0 : tally(points, thrown);
          const flow = [...Array(shift).fill(0), ...rolling.map((p) => p * thrown.p)];
          if (reached >= goal) { add(results[seat % 2], flow); continue; }
          const after = thrown.goesOn ? seat : (seat + 1) % seats;
          const next = seat % 2 ? place(after, other, reached) : place(after, reached, other);
          add((into[next] ??= []), flow);
        }
      });
      for (let seat = 0; seat < seats; seat++) delete into[place(seat, mine, theirs)];
    }
  }
  return results;
}

// Return the mean rolls of each seat, if a miss passes the dice to the next seat.
function roundTheSeats(inflow, miss) {
  let around = [];
  for (const flow of [...inflow.slice(1), inflow[0]]) {
    around = add(around.map((p) => p * miss), flow);
  }
  const visits = [around.map((p) => p / (1 - miss ** inflow.length))];
  for (const flow of inflow.slice(1)) visits.push(add(visits.at(-1).map((p) => p * miss), flow));
  return visits;
}

trueodds.bunco = {
  MOST_BUNCOS, roll, exact, roundsOf, turnOf, ends, scores, turnMeans, singleTurn, overBuncos,
  meanTurns, head, trimmed, add, convolve, mean,
};

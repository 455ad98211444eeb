// The exact distributions of a discard of cribbage: own hand, crib and their total.
//
// Mirrors analysis/cribbage/discard/distribution.py (crib_counts,
// discard_distributions). Every hand that the opponent may hold is dealt to our one hand:
// each of the 962,988 suit classes under all 24 names of its suits. A count says how often
// two cards go into the crib before a starter. All counts are whole numbers below 2^53.
const { DISCARDS, bits, choose, fraction, rankSets, showPoints, shapes, suitClass, toNumber } =
  trueodds.cribbage;

const NAMES = []; // all orders of the four suits, four numbers each
for (let code = 0; code < 256; code++) {
  const suits = [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3];
  if (new Set(suits).size === 4) NAMES.push(...suits);
}
const [LOW, HIGH] = [0, 1].map((at) => Uint8Array.from(DISCARDS, (pair) => pair[at]));
const SETS = [[], [], [], [], [], [], []]; // sets of ranks as bits, by their number
for (let set = 0; set < 1 << 13; set++) SETS[bits(set)]?.push(set);

// Return the number of ways to name the suits that give different sets of cards. Equal
// sets are neighbours.
function setsOfCards(a, b, c, d) {
  const second = b === a ? 2 : 1;
  const third = c === b ? second + 1 : 1;
  const fourth = d === c ? third + 1 : 1;
  return 24 / (second * third * fourth);
}

// Count how often the opponent throws two cards, and has a third in the same hand; yield
// the share done from time to time, and return both counts.
function* throwCounts(deal, tables) {
  const ours = rankSets(deal);
  const pairs = new Float64Array(52 * 52);
  const held = new Float64Array(52 * 52 * 52);
  const [ranks, place, cards] = [new Uint8Array(6), new Uint8Array(6), new Uint8Array(6)];
  const clash = new Uint8Array(16); // by place and suit: a card is ours

  const count = (a, b, c, d) => {
    const sets = [a, b, c, d];
    const entry = tables.entries[suitClass(a, b, c, d)];
    const weights = tables.rows[entry];
    const discards = tables.nonzero[entry];
    const ways = setsOfCards(a, b, c, d);
    let n = 0;
    for (let rest = a | b | c | d; rest; rest &= rest - 1) {
      const rank = 31 - Math.clz32(rest & -rest);
      for (let at = 0; at < 4; at++) {
        if (sets[at] >> rank & 1) { ranks[n] = rank; place[n++] = at; }
      }
    }
    for (let at = 0; at < 4; at++) {
      for (let suit = 0; suit < 4; suit++) clash[4 * at + suit] = sets[at] & ours[suit] ? 1 : 0;
    }
    for (let name = 0; name < NAMES.length; name += 4) {
      if (clash[NAMES[name]] | clash[4 + NAMES[name + 1]] | clash[8 + NAMES[name + 2]] |
          clash[12 + NAMES[name + 3]]) continue;
      for (let i = 0; i < 6; i++) cards[i] = 4 * ranks[i] + NAMES[name + place[i]];
      for (let thrown = 0; thrown < discards.length; thrown++) {
        const discard = discards[thrown];
        const weight = ways * weights[discard];
        const x = cards[LOW[discard]];
        const y = cards[HIGH[discard]];
        const pair = x < y ? 52 * x + y : 52 * y + x;
        pairs[pair] += weight;
        for (let i = 0; i < 6; i++) held[52 * pair + cards[i]] += weight;
      }
    }
  };

  const all = shapes(6);
  for (let number = 0; number < all.length; number++) {
    const [w, x, y, z] = all[number].map((length) => SETS[length]).reverse();
    // Suits of equally many cards do not ascend, so that each class comes once.
    for (let i = 0; i < w.length; i++) {
      const ends = x === w ? i + 1 : x.length;
      for (let j = 0; j < ends; j++) {
        const endOfThird = y === x ? j + 1 : y.length;
        for (let k = 0; k < endOfThird; k++) {
          const endOfFourth = z === y ? k + 1 : z.length;
          for (let l = 0; l < endOfFourth; l++) count(w[i], x[j], y[k], z[l]);
        }
      }
      yield (number + (i + 1) / w.length) / all.length;
    }
  }
  return { pairs, held };
}

// Return the distributions {own, crib, total} of one discard of rankDiscards, from the
// counts of its deal. Each is a Map from points to a count, in ascending order.
function discardDistributions(discard, deal, role, counts, tables) {
  const sign = role === 'dealer' ? 1 : -1;
  const others = [...Array(52).keys()].filter((card) => !deal.includes(card));
  const own = new Map(others.map((starter, at) => [starter, discard.byStarter[at]]));
  const tallies = { own: new Map(), crib: new Map(), total: new Map() };
  const add = (tally, points, weight) =>
    tally.set(points, (tally.get(points) ?? 0) + weight);
  const [low, high] = discard.thrown;
  for (const [a, b] of choose(others, 2)) {
    const thrown = counts.pairs[52 * a + b];
    if (!thrown) continue;
    for (const starter of others) {
      if (starter === a || starter === b) continue;
      const weight = thrown - counts.held[52 * (52 * a + b) + starter];
      if (!weight) continue;
      const crib = showPoints(low, high, a, b, starter, tables, true);
      add(tallies.own, own.get(starter), weight);
      add(tallies.crib, crib, weight);
      add(tallies.total, own.get(starter) + sign * crib, weight);
    }
  }
  for (const part of Object.keys(tallies)) {
    tallies[part] = new Map([...tallies[part]].sort(([a], [b]) => a - b));
  }
  return tallies;
}

// Return mean, standard deviation, and the probability of each number of points and of
// at least this number, from the fewest to the most points.
function describe(tally) {
  let [weights, sum, squares] = [0n, 0n, 0n];
  for (const [points, count] of tally) {
    weights += BigInt(count);
    sum += BigInt(points) * BigInt(count);
    squares += BigInt(points * points) * BigInt(count);
  }
  const points = [];
  const [least, most] = [Math.min(...tally.keys()), Math.max(...tally.keys())];
  for (let number = least, left = weights; number <= most; number++) {
    const count = BigInt(tally.get(number) ?? 0);
    points.push({
      points: number,
      probability: fraction(count, weights),
      atLeast: fraction(left, weights),
    });
    left -= count;
  }
  const variance = fraction(squares * weights - sum * sum, weights * weights);
  return {
    mean: fraction(sum, weights), variance, deviation: Math.sqrt(toNumber(variance)), points,
  };
}

Object.assign(trueodds.cribbage, { throwCounts, discardDistributions, describe });

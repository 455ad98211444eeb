// Baccarat: the best linear card count of each bet. Mirrors analysis/baccarat/count.py.
//
// Effects of removal are exact integers over one denominator, so that tags with equal
// correlations are told apart as in Python.
const { baccarat: engine, common: { sum } } = trueodds;
const { DEALT, asNumber, classCounts, price, ranksOf } = engine;

const MOST_TAG = 3;

// Return the effects of removal of each class on each bet, as integers over one
// denominator: {bet name: {value: [numerator, denominator], effects, scale}}.
// A class that the shoe lacks has no effect.
function removals(bets, shoe, tableau) {
  const ranks = ranksOf(shoe);
  const before = price(bets, ranks, tableau);
  const classes = classCounts(ranks);
  const after = classes.map((count, index) => {
    if (!count) return null;
    // Bets without pairs depend on classes only, so any rank of the class will do.
    const rank = index < 9 ? index : 9 + ranks.slice(9).findIndex((n) => n > 0);
    return price(bets, ranks.map((n, i) => (i === rank ? n - 1 : n)), tableau);
  });
  const less = after.find(Boolean).deals;
  return Object.fromEntries(bets.map((bet, place) => {
    const value = before.prices[place].mean;
    // value = a / (deals d) and after = b / (less d), so effects share deals * less * d.
    const effects = after.map((priced) => (
      priced ? priced.prices[place].mean[0] * BigInt(before.deals) - value[0] * BigInt(less) : 0n));
    return [bet.name, { value, effects, scale: value[1] * BigInt(less) }];
  }));
}

const abs = (n) => (n < 0n ? -n : n);

// Return the integers from -3 to 3 that correlate best with effects of removal, as
// ``best_tags`` does; effects are BigInts, held is the number of cards of each class.
function bestTags(effects, held) {
  const cards = BigInt(sum(held));
  const dot = (first, second) => held.reduce((total, n, i) => total + BigInt(n) * first[i] * second[i], 0n);
  const ones = held.map(() => 1n);
  // A step is 2 |effect| / (2 tag + 1).
  const steps = effects.filter(Boolean)
    .flatMap((effect) => Array.from({ length: MOST_TAG }, (_, tag) => [2n * abs(effect), BigInt(2 * tag + 1)]))
    .sort((a, b) => { const more = b[0] * a[1] - a[0] * b[1]; return more > 0n ? 1 : more < 0n ? -1 : 0; });
  let best = null;
  for (const [top, bottom] of steps) {
    const tags = effects.map((effect) => {
      const size = (2n * abs(effect) * bottom + top) / (2n * top);
      return effect > 0n ? size : -size;
    });
    const mean = dot(tags, ones);
    const spread = cards * dot(tags, tags) - mean * mean;
    if (tags.some((tag) => abs(tag) > MOST_TAG) || !spread) continue;
    const explained = dot(effects, tags) ** 2n;
    if (!best || explained * best.spread > best.explained * spread) best = { tags, explained, spread };
  }
  return best.tags.map(Number);
}

// Return the linear count of a bet for a shoe: {tags, value, estimate(running, dealt)}.
function linearCount({ value, effects, scale }, held) {
  const tags = bestTags(effects, held);
  const cards = sum(held);
  const mean = sum(tags.map((tag, i) => tag * held[i])) / cards;
  const numbers = effects.map((effect) => asNumber(effect, scale));
  const centred = tags.map((tag) => tag - mean);
  const dot = (first) => sum(held.map((n, i) => n * first[i] * centred[i]));
  const slope = dot(numbers) / dot(centred);
  const now = asNumber(...value);
  return {
    tags,
    value: now,
    estimate: (running, dealt) => now + ((cards - 1) / (cards - dealt)) * slope * (running - dealt * mean),
  };
}

// Return the linear counts of a shoe by bet, of bets without pairs that cards move.
function linearCounts(bets, shoe, tableau) {
  const held = classCounts(shoe);
  if (sum(held) <= 2 * DEALT) return {};
  const counted = removals(bets.filter((bet) => !bet.seesRanks), shoe, tableau);
  const moved = Object.entries(counted).filter(([, { effects }]) => effects.some(Boolean));
  return Object.fromEntries(moved.map(([name, effect]) => [name, linearCount(effect, held)]));
}

engine.linearCounts = linearCounts;

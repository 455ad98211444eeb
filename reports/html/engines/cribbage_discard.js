// The fifteen discards of one deal of cribbage: exact values of hand, crib and total.
//
// Mirrors analysis/cribbage/discard/one_deal.py (cribs, keptHands) and ranking.py
// (rankDiscards). analysis/cribbage/discard/opponent_tables.py writes what
// readTables reads, and reports/html/pages/cribbage/deal_data.py what bestThrow reads.
//
// The crib of a deal is a sum over the 64 subsets T of its cards (inclusion-exclusion).
// D(T) is looked up for up to four cards. Five cards are in 47 hands of the opponent, and
// the six cards are a hand themselves. Sums by rank are whole numbers below 2^53, so plain
// numbers are exact; the fractions made of them are BigInts.
const {
  JACK, DISCARDS, bits, choose, classify, fraction, inPlaceOrder, pairOf, places,
  rankSets, scoring, showPoints, suitClass, toNumber,
} = trueodds.cribbage;

const SHARES = 24; // suits with the same ranks are exchanged at random: 24ths
const CASES = 9366819 * 40; // the opponent's hands, each with its starters
const STARTERS = 46;
const STARTER_CASES = CASES / STARTERS;
const PAIR_COUNT = 91;
const FIRST = [0, 1, 14, 183, 1938]; // the first class of no, one, … four cards
const SUITED = 4; // the first column of suited pairs thrown; jacks thrown come before

// Return the sums over an opponent's hands from the bytes of a data file.
function readTables(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const tables = { ...header, ...scoring(header.rules) };
  let start = 4 + length;
  for (const { name, values, unit, planes } of header.arrays) {
    const array = new Float64Array(values);
    for (let part = 0; part < 2; part++) { // how many units, then the rest
      let factor = part ? 1 : unit;
      for (let plane = 0; plane < planes[part]; plane++, factor *= 256) {
        for (let i = 0; i < values; i++) array[i] += factor * bytes[start + i];
        start += values;
      }
    }
    tables[name] = array;
  }
  if (start !== bytes.length) throw new Error('The data file is damaged.');
  tables.nonzero = tables.rows.map((row) =>
    row.flatMap((weight, discard) => (weight ? [discard] : [])));
  return tables;
}

// Hands of the opponent that contain the cards T: the pairs they throw, also by the
// rank of the sixth card if T is five cards; jacks and suited pairs thrown by suit, in
// 24ths; and nobs and flush, which are these with the starters outside of the hand.
const noHands = () => ({
  pairs: new Float64Array(PAIR_COUNT),
  sixth: [],
  bySuit: new Float64Array(8),
  nobs: 0,
  flush: new Float64Array(4),
});

// Add what one hand of the opponent throws; suits of equal rank sets share evenly.
function addHand(total, sets, tables, sixthRank) {
  const entry = tables.entries[suitClass(sets[0], sets[1], sets[2], sets[3])];
  const ordered = inPlaceOrder(sets);
  thrown.fill(0);
  for (const discard of tables.nonzero[entry]) {
    const weight = tables.rows[entry][discard];
    const low = ordered[DISCARDS[discard][0]];
    const high = ordered[DISCARDS[discard][1]];
    const pair = pairOf(low, high);
    total.pairs[pair] += weight;
    if (sixthRank >= 0) total.sixth.push([pair, sixthRank, weight]);
    if (low >> 2 === JACK) share(0, sets, low & 3, weight);
    if (high >> 2 === JACK) share(0, sets, high & 3, weight);
    if ((low & 3) === (high & 3)) share(SUITED, sets, low & 3, weight);
  }
  const [four, fifth] = tables.cribFlush;
  for (let suit = 0; suit < 4; suit++) {
    const left = 13 - bits(sets[suit]);
    total.nobs += thrown[suit] * left;
    total.flush[suit] += thrown[SUITED + suit] * (STARTERS * four + left * fifth);
    total.bySuit[suit] += thrown[suit];
    total.bySuit[SUITED + suit] += thrown[SUITED + suit];
  }
  return total;
}

const thrown = new Float64Array(8); // by one hand: jacks and suited pairs by suit
function share(column, sets, suit, weight) {
  let alike = 0;
  for (let other = 0; other < 4; other++) if (sets[other] === sets[suit]) alike++;
  for (let other = 0; other < 4; other++) {
    if (sets[other] === sets[suit]) thrown[column + other] += SHARES * weight / alike;
  }
}

function handsContaining(five, tables) {
  const total = noHands();
  const sets = rankSets(five);
  for (let sixth = 0; sixth < 52; sixth++) {
    const [suit, bit] = [sixth & 3, 1 << (sixth >> 2)];
    if (sets[suit] & bit) continue;
    sets[suit] |= bit;
    addHand(total, sets, tables, sixth >> 2);
    sets[suit] ^= bit;
  }
  return total;
}

// Return the looked-up sums of the hands that contain four cards.
function four(cards, tables) {
  const index = classify(cards);
  const bySuit = new Float64Array(8);
  places.forEach((suit, place) => {
    for (const column of [0, SUITED]) {
      bySuit[column + suit] = tables.by_suit[8 * index + column + place];
    }
  });
  const row = PAIR_COUNT * index;
  return { pairs: tables.pairs.subarray(row, row + PAIR_COUNT), bySuit };
}

// Return the sums over hands and starters that avoid the deal: by our pairs of ranks,
// then nobs and flush in 24ths.
function avoidingSums(deal, tables) {
  const ours = [...new Set(DISCARDS.map(([i, j]) => pairOf(deal[i], deal[j])))];
  const byRank = new Float64Array(PAIR_COUNT);
  const flush = new Float64Array(4);
  let nobs = 0;
  const { points, overAll } = tables;
  const [fourSuited, fifthSuited] = tables.cribFlush;

  const score = (weight, pair, rank) => {
    const row = PAIR_COUNT * (13 * pair + rank);
    for (const column of ours) byRank[column] += weight * points[row + column];
  };
  const lookUp = (cards) => {
    const sign = cards.length & 1 ? -1 : 1;
    const index = FIRST[cards.length] + classify(cards);
    for (const column of ours) byRank[column] += sign * tables.ranks[91 * index + column];
    nobs += sign * tables.suits[5 * index];
    places.forEach((suit, place) => {
      flush[suit] += sign * tables.suits[5 * index + 1 + place];
    });
  };
  // Add the term of five or six cards T; fewer has the hands that contain T less a card.
  const add = (sign, cards, hands, fewer) => {
    hands.pairs.forEach((weight, pair) => {
      if (!weight) return;
      for (const column of ours) {
        byRank[column] += sign * weight * overAll[PAIR_COUNT * pair + column];
      }
      // The cards of T once as cards of the hand, once as starters.
      for (const card of cards) score(-2 * sign * weight, pair, card >> 2);
    });
    for (const [pair, rank, weight] of hands.sixth) score(-sign * weight, pair, rank);
    nobs += sign * hands.nobs;
    for (let suit = 0; suit < 4; suit++) flush[suit] += sign * hands.flush[suit];
    for (const [card, without] of fewer) { // the card is the starter
      without.pairs.forEach((weight, pair) => {
        if (weight) score(sign * weight, pair, card >> 2);
      });
      const starter = card & 3;
      nobs += sign * (without.bySuit[starter] - hands.bySuit[starter]);
      for (let suit = 0; suit < 4; suit++) {
        const thrown = without.bySuit[SUITED + suit] - hands.bySuit[SUITED + suit];
        flush[suit] += sign * (fourSuited + (suit === starter ? fifthSuited : 0)) * thrown;
      }
    }
  };

  for (let size = 0; size < 5; size++) for (const cards of choose(deal, size)) lookUp(cards);
  const missing = deal.map((card) => {
    const five = deal.filter((other) => other !== card);
    const hands = handsContaining(five, tables);
    add(-1, five, hands, five.map((sixth) =>
      [sixth, four(five.filter((other) => other !== sixth), tables)]));
    return [card, hands];
  });
  add(1, deal, addHand(noHands(), rankSets(deal), tables, -1), missing);
  return { byRank, nobs, flush };
}

// Return the crib's mean of each discard, times 24 * denominator * CASES: BigInts.
function cribs(deal, tables) {
  const { byRank, nobs, flush } = avoidingSums(deal, tables);
  const left = rankSets(deal).map((set) => 13 - bits(set));
  const ofJack = SHARES * tables.denominator * STARTER_CASES * tables.nobs;
  return DISCARDS.map(([i, j]) => {
    const [low, high] = [deal[i], deal[j]];
    let suits = tables.nobs * nobs;
    if ((low & 3) === (high & 3)) suits += flush[low & 3];
    for (const card of [low, high]) if (card >> 2 === JACK) suits += ofJack * left[card & 3];
    return BigInt(SHARES) * BigInt(byRank[pairOf(low, high)]) + BigInt(suits);
  });
}

// Return the points of each kept hand by starter, and their sum, least and most.
function keptHands(deal, by) {
  const starters = [...Array(52).keys()].filter((card) => !deal.includes(card));
  return DISCARDS.map((thrown) => {
    const kept = deal.filter((_, place) => !thrown.includes(place));
    const byStarter = starters.map((starter) => showPoints(...kept, starter, by, false));
    return {
      kept,
      byStarter,
      points: byStarter.reduce((sum, points) => sum + points, 0),
      least: Math.min(...byStarter),
      most: Math.max(...byStarter),
    };
  });
}

// Return the discards of six cards for a role, "dealer" or "pone", best first. Equal
// totals are ordered by the mean of the hand, then by the cards thrown.
function rankDiscards(cards, role, tables) {
  const deal = [...cards].sort((a, b) => a - b);
  const sign = role === 'dealer' ? 1n : -1n;
  const ofHand = BigInt(SHARES * tables.denominator) * BigInt(STARTER_CASES);
  const denominator = ofHand * BigInt(STARTERS);
  const means = cribs(deal, tables);
  const discards = keptHands(deal, tables).map((hand, discard) => {
    const sum = ofHand * BigInt(hand.points) + sign * means[discard];
    return {
      ...hand,
      thrown: DISCARDS[discard].map((place) => deal[place]),
      sum,
      own: fraction(BigInt(hand.points), BigInt(STARTERS)),
      crib: fraction(means[discard], denominator),
      total: fraction(sum, denominator),
    };
  });
  discards.sort((a, b) => (a.sum < b.sum ? 1 : a.sum > b.sum ? -1 : 0) ||
    b.points - a.points || a.thrown[0] - b.thrown[0] || a.thrown[1] - b.thrown[1]);
  for (const discard of discards) {
    discard.cost = toNumber(fraction(discards[0].sum - discard.sum, denominator));
  }
  return { deal, role, discards };
}

// Return the first of the best discards without any sums: two cards and the cards kept.
//
// best has half a byte a class: the best discard of its representative. The deal's own
// suits decide between discards of the same ranks that are equally good.
function bestThrow(cards, best, by) {
  const deal = [...cards].sort((a, b) => a - b);
  const index = classify(deal);
  const ordered = inPlaceOrder(rankSets(deal));
  const number = best[index >> 1] >> 4 * (index & 1) & 15;
  const [a, b] = DISCARDS[number].map((place) => ordered[place]);
  const sets = rankSets(deal);
  const hands = keptHands(deal, by);
  const value = (low, high, points) => [
    pairOf(low, high), points,
    (low & 3) === (high & 3) ? sets[low & 3] : -1,
    ...[low, high].map((card) => (card >> 2 === JACK ? bits(sets[card & 3]) : -1)),
  ].join();
  const values = DISCARDS.map(([i, j], at) => value(deal[i], deal[j], hands[at].points));
  const known = DISCARDS.findIndex(([i, j]) =>
    deal[i] === Math.min(a, b) && deal[j] === Math.max(a, b));
  const first = values.indexOf(values[known]);
  return {
    thrown: DISCARDS[first].map((place) => deal[place]),
    kept: hands[first].kept,
    own: fraction(BigInt(hands[first].points), BigInt(STARTERS)),
  };
}

Object.assign(trueodds.cribbage, {
  CASES, SHARES, STARTERS, readTables, keptHands, cribs, rankDiscards, bestThrow,
});

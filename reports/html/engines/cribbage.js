// Cribbage: cards, the show with its reasons, suit classes, and exact fractions.
//
// Mirrors core/cards.py (parseCards, cardText), core/rules/cribbage.py (showLines,
// flushPoints) and analysis/cribbage/suit_classes.py (classTables, suitClass).
//
// A card is 4 * rank + suit: rank 0 is the ace, and suits are clubs, diamonds, hearts,
// spades. A fraction is {p, q} in lowest terms, of BigInts. A classic script, no DOM.
const { RANKS, SUITS, sum, lowest, lettered, rankOf } = trueodds.common;
const SYMBOLS = '♣♦♥♠';
const JACK = 10;

const DISCARDS = [];
for (let i = 0; i < 6; i++) for (let j = i + 1; j < 6; j++) DISCARDS.push([i, j]);
const PAIRS = [];
const PAIR_NUMBER = new Uint8Array(169);
for (let low = 0; low < 13; low++) {
  for (let high = low; high < 13; high++) {
    PAIR_NUMBER[13 * low + high] = PAIR_NUMBER[13 * high + low] = PAIRS.length;
    PAIRS.push([low, high]);
  }
}
const pairOf = (a, b) => PAIR_NUMBER[13 * (a >> 2) + (b >> 2)];

// Cards -------------------------------------------------------------------------

const cardText = (card) => RANKS[card >> 2] + SUITS[card & 3];
const cardSymbol = (card) => RANKS[card >> 2] + SYMBOLS[card & 3];

function parseCard(text) {
  const plain = lettered(text.trim());
  const rank = rankOf(plain.slice(0, -1));
  const suit = plain ? SUITS.indexOf(plain.slice(-1)) : -1;
  if (rank < 0 || suit < 0) {
    throw new RangeError(
      `“${text}” is not a card: a rank (A, 2 … 10 or T, J, Q, K) and a suit ` +
      '(C, D, H, S), such as 5H or 10S');
  }
  return 4 * rank + suit;
}

// Return different cards in the order written; blanks between them may be left out.
function parseCards(text) {
  const words = text.replace(/[,;|+_-]/g, ' ')
    .replace(/([0-9AJQKT][CDHS♣♧♦♢♥♡♠♤])(?=[0-9AJQKT])/giu, '$1 ')
    .split(/\s+/).filter(Boolean);
  const cards = words.map(parseCard);
  cards.forEach((card, place) => {
    if (cards.indexOf(card) < place) {
      throw new RangeError(
        `${cardText(card)} is there twice; a deck has one of each card`);
    }
  });
  return cards;
}

// Exact fractions -----------------------------------------------------------------

function fraction(p, q) {
  const [top, bottom] = lowest(p, q);
  return { p: top, q: bottom };
}
const fractionText = ({ p, q }) => `${p}/${q}`;
const toNumber = ({ p, q }) => Number(p) / Number(q);

// The show ------------------------------------------------------------------------

function* choose(items, size, start = 0) {
  if (!size) { yield []; return; }
  for (let i = start; i <= items.length - size; i++) {
    for (const rest of choose(items, size - 1, i + 1)) yield [items[i], ...rest];
  }
}

function* subsets(items) {
  for (let size = 2; size <= items.length; size++) yield* choose(items, size);
}

const worth = (card) => Math.min((card >> 2) + 1, 10);
const isRun = (cards) => cards.length > 2 &&
  cards.every((card, i) => !i || (card >> 2) === (cards[i - 1] >> 2) + 1);

// Return the points of four suited cards, and the extra points of a fifth.
function flushPoints(rules, crib) {
  const least = crib ? rules.crib_flush : rules.hand_flush;
  const [four, five] = [4, 5].map((n) => (n >= least ? n * rules.flush_card_points : 0));
  return [four, five - four];
}

// Return every scoring item: {item, cards, points}. starter may be null.
function showLines(hand, starter, rules, crib) {
  const lines = [];
  const add = (item, cards, points) => lines.push({ item, cards, points });
  const all = [...hand, ...(starter === null ? [] : [starter])].sort((a, b) => a - b);
  for (const cards of subsets(all)) {
    if (sum(cards.map(worth)) === 15) {
      add('fifteen', cards, rules.fifteen_points);
    }
  }
  for (const [a, b] of choose(all, 2)) {
    if (a >> 2 === b >> 2) add('pair', [a, b], rules.pair_points);
  }
  const runs = [...subsets(all)].filter(isRun);
  const longest = Math.max(0, ...runs.map((run) => run.length));
  for (const run of runs) {
    if (run.length === longest) add('run', run, longest * rules.run_card_points);
  }
  if (hand.every((card) => (card & 3) === (hand[0] & 3))) {
    const fifth = starter !== null && (starter & 3) === (hand[0] & 3);
    const flush = fifth ? [...hand, starter] : hand;
    if (flush.length >= (crib ? rules.crib_flush : rules.hand_flush)) {
      add('flush', flush, flush.length * rules.flush_card_points);
    }
  }
  for (const card of hand) {
    if (starter !== null && card >> 2 === JACK && (card & 3) === (starter & 3)) {
      add('nobs', [card], rules.nobs_points);
    }
  }
  return lines;
}

// Return the points by rank: [pair][rank of the starter][pair], flat.
function rankPoints(rules) {
  const points = new Uint8Array(91 * 13 * 91);
  const counts = new Uint8Array(13);
  const known = new Map();
  const score = (ranks) => {
    let total = 0;
    for (let set = 1; set < 32; set++) {
      let count = 0;
      for (let i = 0; i < 5; i++) if (set >> i & 1) count += Math.min(ranks[i] + 1, 10);
      if (count === 15) total += rules.fifteen_points;
    }
    counts.fill(0);
    for (const rank of ranks) total += rules.pair_points * counts[rank]++;
    for (let rank = 0, length = 0, ways = 1; rank <= 13; rank++) {
      if (rank < 13 && counts[rank]) { length++; ways *= counts[rank]; continue; }
      if (length > 2) total += length * ways * rules.run_card_points;
      length = 0;
      ways = 1;
    }
    return total;
  };
  PAIRS.forEach((a, first) => {
    for (let starter = 0; starter < 13; starter++) {
      PAIRS.forEach((b, second) => {
        const ranks = [...a, starter, ...b].sort((x, y) => x - y);
        const key = ranks.reduce((number, rank) => 13 * number + rank, 0);
        if (!known.has(key)) known.set(key, score(ranks));
        points[(13 * first + starter) * 91 + second] = known.get(key);
      });
    }
  });
  return points;
}

// Return what the scoring of many shows needs, from the rules.
function scoring(rules) {
  const points = rankPoints(rules);
  const overAll = new Int32Array(91 * 91); // with all 52 starters
  for (let pair = 0; pair < 91; pair++) {
    for (let rank = 0; rank < 13; rank++) {
      for (let ours = 0; ours < 91; ours++) {
        overAll[91 * pair + ours] += 4 * points[(13 * pair + rank) * 91 + ours];
      }
    }
  }
  return {
    rules, points, overAll, nobs: rules.nobs_points,
    handFlush: flushPoints(rules, false), cribFlush: flushPoints(rules, true),
  };
}

// Return the points of four cards and a starter.
function showPoints(a, b, c, d, starter, by, crib) {
  let total = by.points[(13 * pairOf(a, b) + (starter >> 2)) * 91 + pairOf(c, d)];
  if (((a ^ b | a ^ c | a ^ d) & 3) === 0) {
    const [four, fifth] = crib ? by.cribFlush : by.handFlush;
    total += four + (((starter ^ a) & 3) === 0 ? fifth : 0);
  }
  const nob = 4 * JACK + (starter & 3);
  return total + (a === nob || b === nob || c === nob || d === nob ? by.nobs : 0);
}

// Suit classes ----------------------------------------------------------------------

const comb = (n, k) => {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
  return n < k ? 0 : Math.round(ways);
};

// Return the possible numbers of cards of the four suits, ascending.
function shapes(size) {
  const all = [];
  for (let a = 0; a <= size; a++) {
    for (let b = a; a + b <= size; b++) {
      for (let c = b; a + b + c <= size; c++) {
        const d = size - a - b - c;
        if (d >= c) all.push([a, b, c, d]);
      }
    }
  }
  return all;
}

const classTables = (() => {
  const key = new Int32Array(1 << 13);
  for (let rank = 0; rank < 13; rank++) {
    for (let set = 0; set < 1 << rank; set++) {
      key[1 << rank | set] = key[set] + 2048 + comb(rank, (key[set] >> 11) + 1);
    }
  }
  const shape = new Int32Array(4096);
  const [first, stride, row] = [[], [], []];
  for (let size = 0; size <= 6; size++) {
    let classes = 0;
    for (const lengths of shapes(size)) {
      shape[sum(lengths.map((n, place) => n << 3 * place))] = first.length;
      first.push(classes);
      let sets = 1;
      for (const length of new Set(lengths)) {
        const run = lengths.filter((n) => n === length).length;
        for (let place = 0; place < run; place++) {
          stride.push(sets);
          row.push(1716 * place);
        }
        sets *= comb(comb(13, length) + run - 1, run);
      }
      classes += sets;
    }
  }
  const multisets = new Int32Array(4 * 1716);
  for (let j = 0; j < 4; j++) {
    for (let n = 0; n < 1716; n++) multisets[1716 * j + n] = comb(n + j, j + 1);
  }
  return { key, shape, first, stride, row, multisets };
})();

const places = new Uint8Array(4); // the suits of the places, by the last suitClass

// Return the class number of four rank sets; places has the suits, longest first.
function suitClass(clubs, diamonds, hearts, spades) {
  const { key, shape, first, stride, row, multisets } = classTables;
  let a = key[clubs] << 2, b = key[diamonds] << 2 | 1, c = key[hearts] << 2 | 2;
  let d = key[spades] << 2 | 3, t;
  if (a > b) { t = a; a = b; b = t; }
  if (c > d) { t = c; c = d; d = t; }
  if (a > c) { t = a; a = c; c = t; }
  if (b > d) { t = b; b = d; d = t; }
  if (b > c) { t = b; b = c; c = t; }
  const s = shape[a >> 13 | b >> 13 << 3 | c >> 13 << 6 | d >> 13 << 9];
  places[0] = d & 3; places[1] = c & 3; places[2] = b & 3; places[3] = a & 3;
  return first[s] +
    stride[4 * s] * multisets[row[4 * s] + (a >> 2 & 2047)] +
    stride[4 * s + 1] * multisets[row[4 * s + 1] + (b >> 2 & 2047)] +
    stride[4 * s + 2] * multisets[row[4 * s + 2] + (c >> 2 & 2047)] +
    stride[4 * s + 3] * multisets[row[4 * s + 3] + (d >> 2 & 2047)];
}

function rankSets(cards) {
  const sets = [0, 0, 0, 0];
  for (const card of cards) sets[card & 3] |= 1 << (card >> 2);
  return sets;
}
const classify = (cards) => suitClass(...rankSets(cards));

const bits = (set) => { let n = 0; for (; set; set &= set - 1) n++; return n; };

// Return the cards of four rank sets in the order of their class's representative: by
// rank, then by place; places has the suits of the last suitClass.
function inPlaceOrder(sets) {
  const cards = [];
  for (let rest = sets[0] | sets[1] | sets[2] | sets[3]; rest; rest &= rest - 1) {
    const rank = 31 - Math.clz32(rest & -rest);
    for (let place = 0; place < 4; place++) {
      if (sets[places[place]] >> rank & 1) cards.push(4 * rank + places[place]);
    }
  }
  return cards;
}

trueodds.cribbage = {
  JACK, DISCARDS, PAIRS, cardText, cardSymbol, parseCards, fraction,
  fractionText, toNumber, choose, showLines, scoring, showPoints, pairOf, shapes,
  classTables, suitClass, places, rankSets, classify, bits, inPlaceOrder,
};

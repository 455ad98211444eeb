// Baccarat: every bet from the cards left in a shoe, and one cell of the tableau.
// Mirrors analysis/baccarat/distribution.py, openings.py, bets.py and cells.py, and
// core/rules/baccarat/coup.py and bets.py.
//
// A shoe is an array of counts: 52 by card (4 * rank + suit), or 13 by rank from ace to
// king. Deals are counted in plain numbers: 416 * 415 * ... * 411 is below 2 ** 53, so
// shoes of up to eight decks are exact. Money is a fraction of two BigInts.
const { RANKS, SUITS, sum, gcd } = trueodds.common;

const DEALT = 6; // the most cards that a coup takes
const VALUES = RANKS.slice(0, 10); // the classes of cards; 10 is any ten-valued card
const NONE = 10; // the column of the tableau for no third card
const [NO_PAIR, MIXED_PAIR, PERFECT_PAIR] = [0, 1, 2];

const valueOf = (index) => (index + 1) % 10; // of a class
const falling = (n, cards) => {
  let product = 1;
  for (let i = 0; i < cards; i++) product *= n - i;
  return n < cards ? 0 : product;
};

// ---- shoes ----

const fullShoe = (decks) => Array(52).fill(decks);
const suitsKnown = (shoe) => shoe.length === 52;
// Return the counts of each rank: four by suit, or a single count.
const byRank = (shoe) => RANKS.map((_, rank) => (
  suitsKnown(shoe) ? shoe.slice(4 * rank, 4 * rank + 4) : [shoe[rank]]));
const ranksOf = (shoe) => byRank(shoe).map(sum);
const cardsIn = (shoe) => sum(shoe);
// Return the ranks of each class.
const heldBy = (shoe) => {
  const ranks = byRank(shoe);
  return VALUES.map((_, index) => (index < 9 ? [ranks[index]] : ranks.slice(9)));
};
const classCounts = (shoe) => heldBy(shoe).map((ranks) => sum(ranks.map(sum)));

// ---- openings: the first two cards of both hands, by their pairs ----

// Each unordered pair of classes, and its place by two classes.
const pairs = [];
for (let a = 0; a < 10; a++) for (let b = a; b < 10; b++) pairs.push([a, b]);

const matchName = (player, banker, same) => `${player}${banker}${same ? 1 : 0}`;

// Count the deals of two cards of a class, by their pair.
function matchesOf(ranks, suits) {
  const counts = ranks.map(sum);
  const pair = sum(counts.map((n) => falling(n, 2)));
  const perfect = suits ? sum(ranks.flat().map((n) => falling(n, 2))) : 0;
  return [falling(sum(counts), 2) - pair, pair - perfect, perfect];
}

// Count the deals of two hands from one class, by their pairs.
function bothOf(ranks, suits) {
  const counts = ranks.map(sum);
  const pair = counts.map((n) => falling(n, 2));
  const perfect = ranks.map((rank) => (suits ? sum(rank.map((n) => falling(n, 2))) : 0));
  const squares = ranks.map((rank) => (suits ? sum(rank.map((n) => falling(n, 2) ** 2)) : 0));
  const total = sum(counts);
  const rest = total >= 4 ? falling(total - 2, 2) : 0;
  const apart = (first, second) => sum(first) * sum(second) - sum(first.map((n, i) => n * second[i]));
  const same = [
    sum(counts.map((n) => falling(n, 4))),
    sum(perfect.map((p, i) => p * (counts[i] >= 4 ? falling(counts[i] - 2, 2) : 0))),
    sum(ranks.map((rank, i) => (suits ? sum(rank.map((n) => falling(n, 4))) : 0)
      + perfect[i] ** 2 - squares[i])),
  ];
  const other = [apart(pair, pair), apart(perfect, pair), apart(perfect, perfect)];
  const deals = {};
  for (const [isSame, [any, perfectAny, perfects]] of [[true, same], [false, other]]) {
    deals[matchName(MIXED_PAIR, MIXED_PAIR, isSame)] = any - 2 * perfectAny + perfects;
    deals[matchName(PERFECT_PAIR, MIXED_PAIR, isSame)] = perfectAny - perfects;
    deals[matchName(MIXED_PAIR, PERFECT_PAIR, isSame)] = perfectAny - perfects;
    deals[matchName(PERFECT_PAIR, PERFECT_PAIR, isSame)] = perfects;
  }
  const perfectAlone = sum(perfect) * rest - same[1] - other[1];
  const alone = sum(pair) * rest - same[0] - other[0];
  for (const [match, number] of [[PERFECT_PAIR, perfectAlone], [MIXED_PAIR, alone - perfectAlone]]) {
    deals[matchName(match, NO_PAIR)] = number;
    deals[matchName(NO_PAIR, match)] = number;
  }
  deals[matchName(NO_PAIR, NO_PAIR)] = falling(total, 4) - sum(Object.values(deals));
  return deals;
}

// Count the deals of a shoe by pairs, both totals of two cards and the next two classes:
// {"000": 10,000 numbers, ...}, at 1000 player + 100 banker + 10 third + fourth.
function countDeals(shoe) {
  const suits = suitsKnown(shoe);
  const held = heldBy(shoe);
  const counts = classCounts(shoe);
  const matches = held.map((ranks) => matchesOf(ranks, suits));
  const both = held.map((ranks) => bothOf(ranks, suits));
  const deals = {};
  const left = [...counts];
  const ways = (a, b) => (a === b ? left[a] * (left[a] - 1) : 2 * left[a] * left[b]);
  const add = (name, place, number) => {
    if (!number) return;
    const table = (deals[name] ??= new Float64Array(10000));
    for (let third = 0; third < 10; third++) {
      const some = number * left[third];
      if (!some) continue;
      for (let fourth = 0; fourth < 10; fourth++) {
        table[place + 10 * third + fourth] += some * (left[fourth] - (third === fourth ? 1 : 0));
      }
    }
  };
  for (const [a, b] of pairs) {
    const player = ways(a, b);
    if (player <= 0) continue;
    left[a]--; left[b]--;
    for (const [c, d] of pairs) {
      const banker = ways(c, d);
      if (banker <= 0) continue;
      left[c]--; left[d]--;
      const place = 1000 * ((valueOf(a) + valueOf(b)) % 10) + 100 * ((valueOf(c) + valueOf(d)) % 10);
      if (a === b && c === d && a === c) {
        for (const [name, number] of Object.entries(both[a])) add(name, place, number);
      } else if (a === b && c === d) {
        matches[a].forEach((mine, match) => matches[c].forEach((theirs, other) => {
          add(matchName(match, other), place, mine * theirs);
        }));
      } else if (a === b) {
        matches[a].forEach((number, match) => add(matchName(match, NO_PAIR), place, number * banker));
      } else if (c === d) {
        // Dealing Banker's hand first changes no count.
        const second = 2 * (left[a] + 1) * (left[b] + 1);
        matches[c].forEach((number, match) => add(matchName(NO_PAIR, match), place, number * second));
      } else {
        add(matchName(NO_PAIR, NO_PAIR), place, player * banker);
      }
      left[c]++; left[d]++;
    }
    left[a]++; left[b]++;
  }
  return deals;
}

// Return the sum of all tables of deals.
function together(deals) {
  const all = new Float64Array(10000);
  for (const table of Object.values(deals)) for (let i = 0; i < all.length; i++) all[i] += table[i];
  return all;
}

// ---- the tableau: {natural, player: [draws by total], banker: [[draws by column] by total]} ----

const tableauOf = (rules) => ({
  natural: rules.natural,
  player: Array.from({ length: 10 }, (_, total) => rules.player_draws.includes(total)),
  banker: Array.from({ length: 10 }, (_, total) => (
    [...VALUES, 'none'].map((third) => rules.banker_draws[third].includes(total)))),
});

// Return a copy of a tableau with a cell flipped; row -1 is Player's own decision.
function flipped(tableau, row, total) {
  const copy = { ...tableau, player: [...tableau.player], banker: tableau.banker.map((r) => [...r]) };
  if (row < 0) copy.player[total] = !copy.player[total];
  else copy.banker[total][row] = !copy.banker[total][row];
  return copy;
}

// Return the end of a coup for a place in a table of deals, as one number:
// ((10 player + banker) * 2 + Player drew) * 2 + Banker drew) * 2 + natural.
function outcomeAt(tableau, place) {
  let player = Math.floor(place / 1000);
  let banker = Math.floor(place / 100) % 10;
  const third = Math.floor(place / 10) % 10;
  const natural = Math.max(player, banker) >= tableau.natural;
  const draws = !natural && tableau.player[player];
  const bankerDraws = !natural && tableau.banker[banker][draws ? third : NONE];
  if (draws) player = (player + valueOf(third)) % 10;
  if (bankerDraws) banker = (banker + valueOf(draws ? place % 10 : third)) % 10;
  return (((10 * player + banker) * 2 + draws) * 2 + bankerDraws) * 2 + natural;
}

// Return a coup's outcome as a tableau sees it, with the pairs of a match.
function outcomeOf(code, match) {
  const totals = code >> 3;
  const [player, banker] = [Math.floor(totals / 10), totals % 10];
  const [playerMatch, bankerMatch, same] = [...match].map(Number);
  const playerCards = 2 + ((code >> 2) & 1);
  const bankerCards = 2 + ((code >> 1) & 1);
  return {
    winner: player === banker ? 'tie' : player > banker ? 'player' : 'banker',
    natural: Boolean(code & 1),
    player_total: player,
    banker_total: banker,
    margin: Math.abs(player - banker),
    player_cards: playerCards,
    banker_cards: bankerCards,
    cards: playerCards + bankerCards,
    player_pair: playerMatch !== NO_PAIR,
    banker_pair: bankerMatch !== NO_PAIR,
    pairs: (playerMatch !== NO_PAIR) + (bankerMatch !== NO_PAIR),
    same_pair: Boolean(same),
    player_perfect_pair: playerMatch === PERFECT_PAIR,
    banker_perfect_pair: bankerMatch === PERFECT_PAIR,
    perfect_pairs: (playerMatch === PERFECT_PAIR) + (bankerMatch === PERFECT_PAIR),
  };
}

// Add up a table of deals by outcome.
function byOutcome(table, tableau) {
  const weights = new Map();
  for (let place = 0; place < table.length; place++) {
    if (!table[place]) continue;
    const code = outcomeAt(tableau, place);
    weights.set(code, (weights.get(code) ?? 0) + table[place]);
  }
  return weights;
}

// ---- bets ----

const OF_RANKS = ['player_pair', 'banker_pair', 'pairs', 'same_pair'];
const OF_SUITS = ['player_perfect_pair', 'banker_perfect_pair', 'perfect_pairs'];

const lcm = (a, b) => (a / gcd(a, b)) * b;

// Return a bet whose payouts are numbers of 1/denominator: {name, label, denominator,
// payOuts, result(outcome), seesRanks, seesSuits}.
function readBet(name, bet) {
  const parse = (text) => {
    const [top, bottom = '1'] = String(text).split('/');
    return [Number(top), Number(bottom)];
  };
  const cases = bet.cases ?? [];
  const pays = bet.pays ?? {};
  const paid = [...Object.values(pays), ...cases.map((c) => c.pays)].map(parse);
  const denominator = paid.map(([, bottom]) => bottom).reduce(lcm, 1);
  const whole = (text) => {
    const [top, bottom] = parse(text);
    return (top * denominator) / bottom;
  };
  const rules = cases.map(({ pays: amount, ...conditions }) => ({
    amount: whole(amount),
    conditions: Object.entries(conditions).map(([key, value]) => [key, [value].flat()]),
  }));
  const seen = new Set(rules.flatMap((rule) => rule.conditions.map(([key]) => key)));
  const winners = Object.fromEntries(Object.entries(pays).map(([who, text]) => [who, whole(text)]));
  const seesSuits = OF_SUITS.some((key) => seen.has(key));
  return {
    name, denominator, seesSuits,
    label: bet.label,
    payOuts: [...new Set(paid.map(([top, bottom]) => top / bottom))]
      .filter((pays) => pays > 0).sort((a, b) => a - b),
    seesRanks: seesSuits || OF_RANKS.some((key) => seen.has(key)),
    result: (outcome) => {
      const holds = rules.find((rule) => rule.conditions.every(([key, values]) => values.includes(outcome[key])));
      return holds ? holds.amount : winners[outcome.winner] ?? -denominator;
    },
  };
}

const readBets = (bets) => Object.entries(bets).map(([name, bet]) => readBet(name, bet));

// Price bets in a shoe: {deals, winners, prices}. A price is {bet, mean: [numerator,
// denominator], edge (a number), win (a probability)}; null for bets that need suits.
function price(bets, shoe, tableau) {
  const cards = cardsIn(shoe);
  const deals = falling(cards, DEALT);
  const counted = countDeals(shoe);
  const listed = (table, match) => [...byOutcome(table, tableau)]
    .map(([code, weight]) => [outcomeOf(code, match), weight]);
  const matched = Object.entries(counted).flatMap(([match, table]) => listed(table, match));
  const all = together(counted);
  const [whole, winners] = [listed(all, '000'), winnersUnder(all, tableau)];
  const prices = bets.map((bet) => {
    if (bet.seesSuits && !suitsKnown(shoe)) return { bet, mean: null };
    const byResult = new Map(); // weights add up to at most the deals
    for (const [outcome, weight] of bet.seesRanks ? matched : whole) {
      const result = bet.result(outcome);
      byResult.set(result, (byResult.get(result) ?? 0) + weight);
    }
    let numerator = 0n;
    let won = 0;
    for (const [result, weight] of byResult) {
      numerator += BigInt(result) * BigInt(weight);
      if (result > 0) won += weight;
    }
    const mean = [numerator, BigInt(deals) * BigInt(bet.denominator)];
    return { bet, mean, won, deals, edge: -asNumber(...mean), win: won / deals };
  });
  return { cards, deals, winners, prices };
}

// Return the nearest number to a fraction of two BigInts.
function asNumber(numerator, denominator) {
  const negative = numerator < 0n;
  const [top, bottom] = [negative ? -numerator : numerator, denominator];
  // 60 binary digits past the point: more than a number holds of values below 100.
  const value = Number((top << 120n) / bottom) / 2 ** 120;
  return negative ? -value : value;
}

// ---- one cell of the tableau ----

// Return the winners, {player, banker, tie}, of a shoe's deals under a tableau.
function winnersUnder(table, tableau) {
  const winners = { player: 0, banker: 0, tie: 0 };
  for (const [code, weight] of byOutcome(table, tableau)) {
    winners[outcomeOf(code, '000').winner] += weight;
  }
  return winners;
}

trueodds.baccarat = {
  DEALT, VALUES, NONE, fullShoe, suitsKnown, ranksOf, cardsIn, classCounts,
  countDeals, together, tableauOf, flipped, winnersUnder, readBets, price, asNumber,
};

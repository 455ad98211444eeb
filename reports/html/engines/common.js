// What engines and pages share: sums, fractions, what is made once, and the names of cards. No DOM.
const trueodds = (globalThis.trueodds ??= {});

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const SUITS = 'CDHS';
const SYMBOLS = '♣♧♦♢♥♡♠♤'; // two of each suit

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

// Return the greatest common divisor of two numbers, or of two BigInts.
const gcd = (a, b) => (b ? gcd(b, a % b) : a);

// Return numerator and denominator of a fraction of two BigInts in lowest terms.
const lowest = (p, q) => {
  const divisor = gcd(p < 0n ? -p : p, q);
  return [p / divisor, q / divisor];
};

// Return a function that makes a thing of a key, once for each key.
const once = (make, made = new Map()) => (key) => {
  if (!made.has(key)) made.set(key, make(key));
  return made.get(key);
};

// Return a text in upper case, with suits as letters.
const lettered = (text) => text.toUpperCase()
  .replace(/[♣♧♦♢♥♡♠♤]/g, (symbol) => SUITS[SYMBOLS.indexOf(symbol) >> 1]);

// Return the rank of a name, from 0 for the ace; -1 if it names none.
const rankOf = (name) => RANKS.indexOf(name === 'T' ? '10' : name);

// Return the cards of a text, between blanks or commas, as {word, rank, suit}: the suit is
// empty for a rank alone, and the rank is -1 for a word that names none.
const cardsOf = (text) => [...lettered(text).matchAll(/(10|[A2-9TJQK])([CDHS]?)|[^\s,;-]+/g)]
  .map(([word, rank = '', suit = '']) => ({ word, rank: rankOf(rank), suit }));

// Return the ranks of a text; -1 for a word that is no rank alone.
const ranksOf = (text) => cardsOf(text).map(({ rank, suit }) => (suit ? -1 : rank));

trueodds.common = { RANKS, SUITS, sum, gcd, lowest, once, lettered, rankOf, cardsOf, ranksOf };

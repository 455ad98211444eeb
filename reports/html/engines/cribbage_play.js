// The play of cribbage: cards as a reader types them, and who played which.
//
// Mirrors PlayState of core/rules/cribbage_play.py, of which position in
// analysis/cribbage/play/results/card_values.py says what may be left out. No DOM.
const { RANKS, cardsOf } = trueodds.common;

const LIMIT = 31; // the play is solved for the usual rules only
const PLAYERS = ['pone', 'dealer'];
const GO = 'GO';
const KING = 12;

const worth = (rank) => Math.min(rank + 1, 10);
const fits = (rank, count) => count + worth(rank) <= LIMIT;
const capital = (text) => text[0].toUpperCase() + text.slice(1);

// Refuse words that are no cards, and cards that one deck does not have.
function checkCards(cards, also = '') {
  cards.forEach(({ word, rank, suit }, place) => {
    if (rank < 0) throw new RangeError(`“${word}” is not a rank (A, 2 … 10, J, Q, K) or a card, such as 5H${also}.`);
    const same = cards.slice(0, place).filter((card) => card.rank === rank);
    if (suit && same.some((card) => card.suit === suit)) {
      throw new RangeError(`${RANKS[rank]}${suit} is there twice; a deck has one of each card.`);
    }
    if (same.length === 4) throw new RangeError(`There are five cards of rank ${RANKS[rank]}; a deck has four.`);
  });
}

// Return the four cards of a text.
function fourCards(text) {
  const cards = cardsOf(text);
  const number = cards.length;
  if (number !== 4 && cards.every(({ rank }) => rank >= 0)) {
    const typed = `${number.toLocaleString('en')} card${number > 1 ? 's' : ''}`;
    const wrong = number ? `“${text.trim()}” has ${typed}; give four ranks or cards` : 'Give four ranks or cards';
    throw new RangeError(`${wrong}, such as 5 5 6 6 or 5H 5D 6S 6C.`);
  }
  checkCards(cards);
  return cards;
}

// Follow cards and goes, as {word, rank, suit}, from pone's first card. A card that does
// not fit begins a new count, as if both had said go. Return {drawn, goes, player, count,
// pile}: the cards and the goes with their player and count, and who is to play (null
// after all eight cards) at which count; pile is the number of counts before this one.
function follow(words) {
  const drawn = [];
  const goes = [];
  const left = [4, 4];
  let [player, count, pile, passed] = [0, 0, 0, false];
  const reset = (last) => {
    [count, pile, passed] = [0, pile + 1, false];
    player = left[1 - last] ? 1 - last : last;
  };
  const go = () => {
    if (!count) throw new RangeError('No player says go at a count of 0.');
    goes.push({ player, count, before: drawn.length });
    if (passed || !left[1 - player]) reset(drawn.at(-1).player);
    else [passed, player] = [true, 1 - player];
  };
  for (const { word, rank, suit } of words) {
    if (drawn.length === 8) throw new RangeError(`All eight cards have been played before “${word}”.`);
    if (word === GO) { go(); continue; }
    while (!fits(rank, count)) go();
    count += worth(rank);
    left[player]--;
    drawn.push({ word, rank, suit, player, count, pile });
    if (count === LIMIT) reset(player);
    else if (left[1 - player] && !passed) player = 1 - player;
    else if (!left[player]) reset(player);
  }
  return { drawn, goes, player: drawn.length < 8 ? player : null, count, pile };
}

// Refuse a go of a player who held a card that fits: one that is played later, or one of
// the ranks that the player of a seat still holds.
function checkGoes({ drawn, goes }, seat, held) {
  for (const { player, count, before } of goes) {
    const later = drawn.slice(before).filter((card) => card.player === player).map(({ rank }) => rank);
    const hidden = player === seat ? held : [];
    const fitting = [...later, ...hidden].find((rank) => fits(rank, count));
    const wrong = fits(KING, count) ? 'every card fits'
      : fitting !== undefined && `the ${RANKS[fitting]} of this player fits`;
    if (wrong) throw new RangeError(`${capital(PLAYERS[player])} says go at a count of ${count}, but ${wrong}.`);
  }
}

// Take the cards that a player has played from some ranks. Return {held, lacks}: the ranks
// left, and the first rank that was not there.
function take(ranks, { drawn }, player) {
  const held = [...ranks];
  for (const { rank } of drawn.filter((card) => card.player === player)) {
    const place = held.indexOf(rank);
    if (place < 0) return { lacks: rank };
    held.splice(place, 1);
  }
  return { held };
}

// Return the play after some words, with the seat of four cards, the ranks still held and
// those that fit. The seat is that of the player to move, if the cards can be that
// player's, else the opponent's.
function position(cards, words) {
  checkCards(words.filter(({ word }) => word !== GO), ', or go');
  const play = follow(words);
  const ranks = cards.map(({ rank }) => rank).sort((a, b) => a - b);
  const left = PLAYERS.map((_, player) => take(ranks, play, player));
  const next = play.player ?? play.drawn.at(-1).player;
  const seats = [next, 1 - next].filter((player) => left[player].held);
  if (!seats.length) {
    const [pone, dealer] = left.map(({ lacks }) => RANKS[lacks]);
    throw new RangeError(`Your four cards are neither player’s: pone has played the ${pone}, and dealer the ${dealer}.`);
  }
  const fault = (seat) => {
    try {
      checkCards([...cards, ...play.drawn.filter(({ player }) => player !== seat)]);
      checkGoes(play, seat, left[seat].held);
      return null;
    } catch (error) {
      return error;
    }
  };
  const seat = seats.find((each) => !fault(each));
  if (seat === undefined) throw fault(seats[0]);
  const { held } = left[seat];
  return { ...play, seat, held, fitting: [...new Set(held)].filter((rank) => fits(rank, play.count)) };
}

trueodds.cribbagePlay = { PLAYERS, capital, fourCards, position };

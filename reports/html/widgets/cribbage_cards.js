// Cards on a page: elements in the colours of their suits, and the picker of 52 cards.
const { ui, cribbage } = trueodds;

const colour = (card) => ([1, 2].includes(card & 3) ? ' red' : '');

// Return a card as an element.
const cardNode = (card) =>
  ui.make('span', { class: `card${colour(card)}` }, cribbage.cardSymbol(card));

// Return cards as elements, with blanks between them.
const cardNodes = (cards) =>
  cards.flatMap((card, place) => (place ? [' ', cardNode(card)] : [cardNode(card)]));

// Let a group of 52 buttons pick cards; toggle(card) is called for each press. Arrow
// keys move between the cards: a group has one place in the order of the tab key.
function picker(root, toggle) {
  const buttons = [...root.querySelectorAll('[data-card]')];
  const at = (card) => buttons.find((button) => Number(button.dataset.card) === card);
  const focus = (card) => {
    for (const button of buttons) button.tabIndex = -1;
    at(card).tabIndex = 0;
  };
  focus(0);
  for (const button of buttons) {
    const card = Number(button.dataset.card);
    const [rank, suit] = [card >> 2, card & 3];
    button.addEventListener('click', () => { focus(card); toggle(card); });
    button.addEventListener('keydown', (event) => {
      const next = {
        ArrowLeft: [rank - 1, suit], ArrowRight: [rank + 1, suit],
        ArrowUp: [rank, suit - 1], ArrowDown: [rank, suit + 1],
        Home: [0, suit], End: [12, suit],
      }[event.key];
      if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const [r, s] = [Math.min(12, Math.max(0, next[0])), Math.min(3, Math.max(0, next[1]))];
      focus(4 * r + s);
      at(4 * r + s).focus();
    });
  }
  return {
    show(cards) {
      for (const button of buttons) {
        button.setAttribute('aria-pressed', cards.includes(Number(button.dataset.card)));
      }
    },
  };
}

trueodds.cribbageCards = { cardNodes, colour, picker };

// The quiz of the deal explorer: a random deal, your throw and what it costs; and a sheet
// of deals to print.
const { ui, cribbage } = trueodds;
const { cardNodes, colour } = trueodds.cribbageCards;
const ON_SHEET = 12;
const { settings, tablesFor, hashOf, costText, points, whose } = trueodds.cribbageDeal;
const quiz = { deal: [], role: 'dealer', picked: [], streak: 0, answered: 0, lost: 0 };

// Return the opponent that is chosen in a full report, in words if there is a choice.
const opponent = () => trueodds.cribbageDeal.state.opponent;
const against = () => (settings.opponents.length > 1 ? ` against an opponent ${opponent().words}` : '');

// Return six random cards, ascending, and a role.
function randomDeal() {
  const deck = [...Array(52).keys()];
  for (let i = 0; i < 6; i++) {
    const j = i + Math.floor(Math.random() * (52 - i));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  const role = Math.random() < 0.5 ? 'dealer' : 'pone';
  return { deal: deck.slice(0, 6).sort((a, b) => a - b), role };
}

function deal() {
  Object.assign(quiz, randomDeal(), { picked: [], opponent: opponent() });
  ui.byId('quiz-area').hidden = false;
  ui.byId('quiz-answer').replaceChildren();
  ui.byId('quiz-question').textContent = `It is ${whose(quiz.role)} crib. Which two do you throw${against()}?`;
  const buttons = quiz.deal.map((card) => {
    const button = ui.make('button', {
      type: 'button', class: `card${colour(card)}`, 'aria-pressed': 'false',
      onclick: () => {
        const on = button.getAttribute('aria-pressed') === 'false';
        quiz.picked = quiz.picked.filter((other) => other !== card);
        if (on) quiz.picked.push(card);
        button.setAttribute('aria-pressed', String(on));
        ui.problem(ui.byId('quiz-throw'));
      },
    }, cribbage.cardSymbol(card));
    return button;
  });
  ui.byId('quiz-cards').replaceChildren(...buttons);
  buttons[0].focus();
}

const judge = () => ui.attempt(ui.byId('quiz-throw'), async () => {
  if (quiz.picked.length !== 2) throw new RangeError(`Choose two cards to throw; ${quiz.picked.length} chosen.`);
  const { role, picked } = quiz;
  const tables = await tablesFor(role, quiz.opponent);
  const { discards } = cribbage.rankDiscards(quiz.deal, role, tables);
  const yours = discards.find(({ thrown }) => thrown.every((card) => picked.includes(card)));
  const best = discards[0];
  quiz.answered++;
  quiz.lost += yours.cost;
  quiz.streak = yours.cost === 0 ? quiz.streak + 1 : 0;
  ui.byId('quiz-area').hidden = true;
  const verdict = yours.cost === 0
    ? [ui.make('strong', {}, 'Best throw.'), ` It is ${points(best.total)} points on average.`]
    : [ui.make('strong', {}, `Your throw ${costText(yours.cost)}.`), ' Throw ', ...cardNodes(best.thrown),
      ` for ${points(best.total)} points; your throw is ${points(yours.total)} on average.`];
  const link = ui.make('a', { href: hashOf(quiz.deal, role, quiz.opponent) }, 'See all fifteen');
  ui.byId('quiz-answer').replaceChildren(ui.make('p', {}, ...verdict, ' ', link, '.'),
    ui.make('p', { class: 'quiet' }, `Streak: ${quiz.streak}. ` +
      `${quiz.answered} answered, ${ui.decimals(quiz.lost)} points lost.`));
  ui.byId('quiz-deal').focus();
});

// Fill a sheet of random deals, with the answers upside down at its foot, and print it.
const sheet = ({ target }) => ui.attempt(target, async () => {
  const tables = {};
  for (const role of ['dealer', 'pone']) tables[role] = await tablesFor(role, opponent());
  const deals = Array.from({ length: ON_SHEET }, randomDeal);
  const cell = (...inside) => ui.make('td', {}, ...inside);
  const heads = ['Your cards', 'Whose crib', 'You throw'].map((head) => ui.make('th', { scope: 'col' }, head));
  const rows = deals.map(({ deal: cards, role }, number) => (
    [String(number + 1), cell(...cardNodes(cards)), cell(`${whose(role)} crib`), cell('________')]));
  const answers = deals.map(({ deal: cards, role }, number) => {
    const [best] = cribbage.rankDiscards(cards, role, tables[role]).discards;
    return [`${number + 1}: `, ...cardNodes(best.thrown), ` (${points(best.total)})   `];
  });
  ui.byId('printed-sheet').replaceChildren(
    ui.make('h2', {}, 'Which two cards to throw'),
    ui.table(`Mark the two cards that you throw${against()}`, [cell(), ...heads], rows, { look: 'sheet' }),
    ui.make('p', { class: 'sheet-answers' }, 'Answers (average points): ', ...answers.flat()));
  ui.print();
});

ui.byId('quiz-deal').addEventListener('click', deal);
ui.byId('quiz-throw').addEventListener('click', judge);
ui.byId('sheet').addEventListener('click', sheet);

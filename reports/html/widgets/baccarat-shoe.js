// The explorer of a baccarat shoe: cards left, every bet, the counts and the tableau.
//
// The hash is #DECKS, #DECKS/left/A:30,2:32 or #DECKS/seen/KH-5D-9, and after it the
// flipped cells of the tableau: #8/full/-/5.4,p.5 flips Banker on 5 after a 4.
const { ui, baccarat: engine, common: { RANKS, SUITS, lettered, once } } = trueodds;
const rules = ui.json('rules');
const bets = engine.readBets(rules.bets);
const standard = engine.tableauOf(rules);
const MOST_DECKS = 8; // deals of more decks are no longer exact
const start = [String(rules.decks), ...(rules.seen ? ['seen', rules.seen.replace(/ /g, '-')] : [])]; // the shoe of the page
const el = ui.elements(['answer', 'decks', 'full', 'ranks', 'paste', 'left', 'seen', 'bets', 'counts', 'gains', 'tableau', 'standard']);

// A shoe is full decks without the cards seen, which have suits, or counts by rank.
let decks = rules.decks;
let shoe = engine.fullShoe(decks);
let source = ['full', '-'];
let flips = new Set(); // cells "row.column", with row p for Player

const fullCounts = () => Array(13).fill(4 * decks);
const percent = (edge) => `${edge < 0 ? '−' : ''}${twoOrMore(Math.abs(100 * edge))}`;

// Return a number with two decimals, or two significant digits if it is small.
function twoOrMore(value) {
  return value === 0 || value >= 0.05 ? ui.decimals(value) : value.toPrecision(2);
}

const tableauNow = () => [...flips].reduce((tableau, cell) => {
  const [row, column] = cell.split('.');
  return row === 'p' ? engine.flipped(tableau, -1, Number(column))
    : engine.flipped(tableau, columnOf(column), Number(row));
}, standard);

const columnOf = (name) => (name === 'none' ? engine.NONE : engine.VALUES.indexOf(name));

// ---- reading cards ----

const RANK = /^(10|[A2-9TJQK1])$/;

const rankOf = (text) => trueodds.common.rankOf(text === '1' ? 'A' : text.toUpperCase());

const words = (text) => text.replace(/\s+/g, ' ').replace(/ ?[:=] ?/g, ':').split(/[,;\s-]+/).filter(Boolean);

// Return {shoe} from counts such as A:30 2:32, or {wrong}.
function readLeft(text) {
  const counts = {};
  for (const item of words(text)) {
    const [name, number] = item.split(':');
    const rank = RANK.test(name.toUpperCase()) ? rankOf(name) : -1;
    if (rank < 0 || !/^\d{1,4}$/.test(number ?? '')) return { wrong: `“${item}” is not RANK:COUNT, such as A:30.` };
    if (rank in counts) return { wrong: `${RANKS[rank]} is there twice.` };
    if (Number(number) > 4 * decks) return { wrong: `${decks === 1 ? '1 deck has' : `${decks} decks have`} ${4 * decks} cards of rank ${RANKS[rank]}, not ${number}.` };
    counts[rank] = Number(number);
  }
  if (!Object.keys(counts).length) return { wrong: 'Enter the cards that are left, such as A:30 2:32 K:29; ranks you leave out are gone.' };
  return enough(RANKS.map((_, rank) => counts[rank] ?? 0));
}

// Return {shoe} without cards such as KH 5D 9, or {wrong}; without suits, suits are lost.
function readSeen(text) {
  const listed = words(lettered(text));
  if (!listed.length) return { wrong: 'Enter the cards that were dealt, such as KH 5D 9.' };
  const withSuits = listed.every((card) => /^(10|[A2-9TJQK1])[CDHS]$/.test(card));
  const left = withSuits ? engine.fullShoe(decks) : fullCounts();
  for (const card of listed) {
    const [, rankName, suit = ''] = /^(10|[A2-9TJQK1])([CDHS]?)$/.exec(card) ?? [];
    if (!rankName) return { wrong: `“${card}” is not a card: a rank (A, 2 … 10, J, Q, K) and perhaps a suit (C, D, H, S), such as 5H or 10.` };
    const rank = rankOf(rankName);
    const place = withSuits ? 4 * rank + SUITS.indexOf(suit) : rank;
    if (!left[place]) return { wrong: `The shoe holds no further ${card}.` };
    left[place]--;
  }
  return enough(left);
}

function enough(left) {
  const cards = engine.cardsIn(left);
  return cards < engine.DEALT ? { wrong: `Only ${cards} cards are left; a coup may need ${engine.DEALT}.` } : { shoe: left };
}

const leftText = (counts) => counts.map((n, rank) => `${RANKS[rank]}:${n}`).join(',');

function use(read, how) {
  ui.problem(el.paste, read.wrong ?? '');
  if (read.wrong) return;
  shoe = read.shoe;
  source = how;
  show();
}

// ---- what stands in the page ----

function show({ keepHash = false } = {}) {
  if (!keepHash) {
    const parts = [String(decks), ...source];
    ui.setHash(flips.size ? [...parts, [...flips].join(',')] : source[0] === 'full' ? parts.slice(0, 1) : parts);
  }
  el.decks.value = decks;
  const tableau = tableauNow();
  const priced = engine.price(bets, shoe, tableau);
  showAnswer(priced);
  engine.ranksOf(shoe).forEach((count, rank) => { ui.byId(`rank-${rank}`).textContent = count; });
  showBets(priced);
  showCounts(priced);
  showTableau(tableau);
  const [how, cards] = [source[0], source[1].replace(/[-,]/g, ' ')];
  const command = ui.these ? `${ui.these} --set decks=${decks} --set "shoe=${how === 'left' ? source[1] : ''}" --set "seen=${how === 'seen' ? cards : ''}"`
    : how === 'left' ? `--shoe ${source[1]}` : `${how === 'seen' ? `--seen "${cards}" ` : ''}--set decks=${decks}`;
  ui.cite(`${decks === 1 ? '1 deck' : `${decks} decks`}, ${how === 'full' ? 'a full shoe' : `cards ${how}: ${cards}`}: ${el.answer.innerText}`,
    ['trueodds baccarat bets', command, ...changedRules(tableau)].join(' '), decks === rules.decks && !flips.size);
}

// Return the options of a command that change the rules as the flipped cells do.
function changedRules({ banker, player }) {
  const totals = (draws) => draws.flatMap((draw, total) => (draw ? [total] : [])).join(',');
  return [...new Set([...flips].flatMap((cell) => {
    const [row, column] = cell.split('.');
    if (row === 'p') return `--set player_draws=${totals(player)}`;
    const names = column === '10' ? RANKS.slice(9) : [column];
    return names.map((name) => `--set banker_draws.${name}=${totals(banker.map((draws) => draws[columnOf(column)]))}`);
  }))];
}

const sortedPrices = (priced) => priced.prices.filter((p) => p.mean)
  .sort((a, b) => a.edge - b.edge);

const favourable = (price) => price.mean && price.mean[0] > 0n;

function showAnswer(priced) {
  const good = sortedPrices(priced).filter(favourable);
  const cards = `${ui.grouped(priced.cards)} cards left${flips.size ? ', with a changed tableau' : ''}`;
  const best = good[0] && `${good[0].bet.label}: you win ${percent(-good[0].edge)} % of your stakes`;
  const text = !good.length ? 'No bet favours you'
    : good.length === 1 ? `One bet favours you. ${best}` : `${good.length} bets favour you. The best is ${best}`;
  const { player, banker, tie } = priced.winners;
  el.answer.replaceChildren(ui.make('p', { class: 'verdict' }, `${text} (${cards}).`),
    ui.make('p', {}, `Player wins ${ui.percent(player / priced.deals)}, Banker ${ui.percent(banker / priced.deals)}, tie ${ui.percent(tie / priced.deals)}.`));
}

// Return what a bet pays, such as "0.5 or 1 to 1".
function payOuts({ payOuts: amounts }) {
  const last = amounts.at(-1) ?? 0;
  return [amounts.slice(0, -1).join(', '), `${last} to 1`].filter(Boolean).join(' or ');
}

function showBets(priced) {
  const known = sortedPrices(priced).map((price) => {
    const good = favourable(price);
    const [top, bottom] = price.mean;
    const name = [good ? ui.make('strong', {}, '★ favours you: ') : '', price.bet.label,
      ui.make('br'), ui.make('code', { class: 'exact' }, ui.fraction(-top, bottom))];
    return ui.row([name, payOuts(price.bet), percent(price.edge), ui.percent(price.win)], { class: good && 'good', 'data-bet': price.bet.name });
  });
  const unknown = priced.prices.filter((p) => !p.mean).map((p) => (
    [p.bet.label, payOuts(p.bet), ui.make('td', { colspan: 2 }, 'needs the suits of all cards dealt, such as KH 5D')]));
  el.bets.replaceChildren(ui.table('Every bet, with its exact house edge, the best for you first',
    ['bet, and its exact house edge', 'pays', 'house edge in %', 'wins'], [...known, ...unknown],
    { label: 'Every bet', look: 'bets', hidden: true }));
}

// Return the linear counts of a full shoe, by the decks and flips of now as a text.
const countsOf = once(() => engine.linearCounts(bets, fullCounts(), tableauNow()));

function showCounts(priced) {
  const counts = countsOf(`${decks}/${[...flips].sort().join()}`);
  const full = engine.classCounts(fullCounts());
  const gone = engine.classCounts(shoe).map((n, index) => full[index] - n);
  const dealt = gone.reduce((a, b) => a + b, 0);
  const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
  const rows = priced.prices.filter(({ bet }) => counts[bet.name]).map(({ bet, edge }) => {
    const count = counts[bet.name];
    const running = count.tags.reduce((total, tag, index) => total + tag * gone[index], 0);
    return [bet.label, ...count.tags.map(signed), signed(running), percent(-count.estimate(running, dealt)), percent(edge)];
  });
  el.counts.replaceChildren(ui.table(`Tags of each bet and the running count after ${dealt} cards`,
    ['bet', ...engine.VALUES, 'running count', 'the count says', 'you lose'], rows,
    { label: 'Tags and running counts', look: 'counts', hidden: true }));
}

// ---- the tableau ----

const columns = ['none', ...engine.VALUES];

function cellButton(cell, draws, label) {
  return ui.make('button', {
    type: 'button', class: draws ? 'draws' : 'stands', 'data-cell': cell,
    'aria-label': `${label} ${draws ? 'draws' : 'stands'}${flips.has(cell) ? ', flipped' : ''}`,
    'aria-pressed': String(flips.has(cell)),
    onclick: () => flip(cell),
  }, `${draws ? 'D' : 'S'}${flips.has(cell) ? '*' : ''}`);
}

function flip(cell) {
  if (!flips.delete(cell)) flips.add(cell);
  flips = new Set(flips);
  show();
  el.tableau.querySelector(`[data-cell="${cell}"]`).focus();
}

function showTableau(tableau) {
  const below = Array.from({ length: Math.min(rules.natural, 10) }, (_, total) => total);
  const rows = below.map((total) => [String(total), ...columns.map((name) => (
    ui.make('td', {}, cellButton(`${total}.${name}`, tableau.banker[total][columnOf(name)],
      name === 'none' ? `Banker on ${total} without a third card` : `Banker on ${total} after ${name}`))))]);
  const own = ui.make('p', { class: 'own' }, 'Player on ', ...below.flatMap((total) => [
    ui.make('span', {}, `${total} `, cellButton(`p.${total}`, tableau.player[total], `Player on ${total}`)), ' ']));
  el.tableau.replaceChildren(ui.table('Banker’s decision by total and Player’s third card',
    ['total', ...columns.map((name) => (name === 'none' ? '–' : name))], rows, { look: 'tableau', hidden: true }), own);
  showGains(tableau);
}

function showGains(tableau) {
  if (!flips.size) {
    el.gains.replaceChildren(ui.make('p', { class: 'quiet' }, 'No cell is flipped.'));
    return;
  }
  const table = engine.together(engine.countDeals(shoe));
  const before = engine.winnersUnder(table, standard);
  const after = engine.winnersUnder(table, tableau);
  const deals = before.player + before.banker + before.tie;
  const names = { player: 'Player', banker: 'Banker', tie: 'a tie' };
  const shifts = Object.keys(names).map((who) => [who, after[who] - before[who]]);
  const gain = after.player - after.banker - before.player + before.banker;
  const verdict = gain > 0 ? 'Player gains' : gain < 0 ? 'Banker gains' : 'Neither side gains';
  const texts = shifts.map(([who, shift]) => `${names[who]} ${shift < 0 ? '−' : '+'}${twoOrMore(Math.abs(100 * shift) / deals)} points of % (${ui.fraction(BigInt(shift), BigInt(deals))})`);
  el.gains.replaceChildren(ui.make('p', { class: 'verdict' }, `${verdict}.`), ui.make('p', {}, `${texts.join('; ')}.`));
}

function change(rank, by) {
  const left = engine.ranksOf(shoe);
  left[rank] += by;
  if (left[rank] < 0 || left[rank] > 4 * decks) {
    ui.problem(el.paste, left[rank] < 0 ? `No ${RANKS[rank]} is left to remove.` : `${decks === 1 ? '1 deck has' : `${decks} decks have`} no more than ${4 * decks} of ${RANKS[rank]}.`);
    return;
  }
  use(enough(left), ['left', leftText(left)]);
}

function fill(number) {
  decks = number;
  shoe = engine.fullShoe(decks);
  source = ['full', '-'];
  ui.problem(el.paste);
}

function readHash(parts) {
  const [first = '', how = 'full', cards = '-', cells = ''] = parts.some(Boolean) ? parts : start;
  const named = first ? /^(\d{1,4})(?:-DECKS?)?$/i.exec(first)?.[1] : String(rules.decks);
  const number = named >= 1 && named <= MOST_DECKS ? named : undefined;
  fill(Number(number ?? rules.decks));
  const read = !number ? { wrong: `The link has “${first}” for the decks; 1 to ${MOST_DECKS} are possible.` }
    : how === 'full' ? {} : how === 'left' ? readLeft(cards) : how === 'seen' ? readSeen(cards)
    : { wrong: `The link has “${how}”; it can have full, left or seen.` };
  if (read.shoe) [shoe, source] = [read.shoe, [how, cards]];
  const listed = cells ? cells.split(',') : [];
  const bad = listed.find((cell) => !isCell(cell));
  flips = new Set(listed.filter(isCell));
  show({ keepHash: true });
  ui.problem(el.paste, read.wrong ?? (bad ? `The link flips “${bad}”, which is not a cell of the tableau.` : ''));
}

const isCell = (cell) => {
  const [row, column] = cell.split('.');
  return row === 'p' ? /^[0-7]$/.test(column) : /^[0-7]$/.test(row) && columns.includes(column);
};

for (let number = 1; number <= MOST_DECKS; number++) el.decks.append(ui.make('option', { value: number }, String(number)));
RANKS.forEach((name, rank) => {
  el.ranks.append(ui.make('span', { class: 'stepper' }, ui.make('b', {}, name),
    ui.make('button', { type: 'button', 'aria-label': `one ${name} fewer`, onclick: () => change(rank, -1) }, '−'),
    ui.make('output', { id: `rank-${rank}`, 'aria-label': `${name} left` }),
    ui.make('button', { type: 'button', 'aria-label': `one ${name} more`, onclick: () => change(rank, 1) }, '+')));
});
el.decks.addEventListener('input', () => { fill(Number(el.decks.value)); show(); });
el.full.addEventListener('click', () => { fill(decks); show(); });
el.left.addEventListener('click', () => { const read = readLeft(el.paste.value); use(read, ['left', read.shoe && leftText(read.shoe)]); });
el.seen.addEventListener('click', () => use(readSeen(el.paste.value), ['seen', words(lettered(el.paste.value)).join('-')]));
el.standard.addEventListener('click', () => { flips = new Set(); show(); });
ui.onSubmit('shoe', () => el.left.click());
ui.onHash(readHash);

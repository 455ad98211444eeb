// The page "Which two cards to throw": one deal, its fifteen discards, and a hand's score.
const { ui, cribbage } = trueodds;
const { cardNodes, picker } = trueodds.cribbageCards;
const settings = ui.json('settings');
const scoring = cribbage.scoring(settings.rules);
const ROLES = new Map([['mine', 'dealer'], ['theirs', 'pone'], ['dealer', 'dealer'], ['pone', 'pone']]);
const CRIB = { dealer: 'mine', pone: 'theirs' };
const field = ui.byId('deal');
const select = ui.byId('opponent'); // only a full report has it
const addPlay = ui.byId('add-play'); // null where the play is not solved
const PLAY_ERROR = 0.002; // twice the rounding of the table, in points
const state = { cards: [], role: 'dealer', opponent: settings.opponents[0] };
let latest = 0; // the number of the last question; answers to older ones are dropped

const tablesOf = trueodds.common.once((name) => trueodds.load(name).then(cribbage.readTables));
const tablesFor = (role, opponent) => tablesOf(opponent.data[role]);

// ---- the answer ----

const names = (cards) => cards.map(cribbage.cardText).join(' ');
const points = (value) => ui.decimals(cribbage.toNumber(value));
const whose = (role) => (role === 'dealer' ? 'your' : 'their');

function costText(cost) {
  if (cost === 0) return 'best';
  return cost < 0.005 ? 'under 0.01' : `costs ${ui.decimals(cost)}`;
}

function sentence(role, opponent, best) {
  const value = best.total
    ? ` Hand ${points(best.own)} ${role === 'dealer' ? '+' : '−'} crib ${points(best.crib)} ` +
      `is ${points(best.total)} points on average. `
    : ` The hand is ${points(best.own)} points on average. `;
  return [
    ui.make('p', { class: 'first' }, 'Throw ', ...cardNodes(best.thrown)),
    ui.make('p', {}, `into ${whose(role)} crib, and keep `, ...cardNodes(best.kept), '.', value,
      ui.make('span', { class: 'quiet' },
        `(${settings.preset} rules, against an opponent ${opponent.words})`)),
  ];
}

function row(ranking, discard, tables, most) {
  const detail = ui.make('tr', { class: 'detail', hidden: true }, ui.make('td', { colspan: 6 }));
  const button = ui.make('button', {
    type: 'button', class: 'open-row', 'aria-expanded': 'false',
    onclick: () => {
      detail.hidden = !detail.hidden;
      button.setAttribute('aria-expanded', String(!detail.hidden));
      const place = detail.firstChild;
      if (!place.hasChildNodes()) {
        trueodds.cribbageDistribution.open(place, ranking, discard, tables);
      }
    },
  }, ...cardNodes(discard.thrown));
  const cost = ui.make('td', { class: 'cost' }, costText(discard.cost),
    ui.make('span', { class: 'bar', style: `width: ${(100 * discard.cost / (most || 1)).toFixed(1)}%` }));
  const keep = ui.make('td', { class: 'keep' }, ...cardNodes(discard.kept));
  const means = [discard.own, discard.crib, discard.total].map(points);
  return [ui.row([button, keep, ...means, cost], { class: discard.cost === 0 && 'best' }), detail];
}

const note = (text) => ui.say(ui.byId('note'), text);

// Add the points of the play to a ranking, if the reader wants them: the best throw.
async function answerWithPlay({ discards, role }, current) {
  const place = ui.byId('with-play');
  ui.say(place);
  // The play is solved for the hands that perfect players keep.
  if (!addPlay?.checked || state.opponent !== settings.opponents[0]) return;
  const { load, signed } = trueodds.cribbagePlayTable;
  const pointsOf = await load().catch((error) => ui.say(place, error.message));
  if (!current() || !pointsOf) return;
  const rows = discards.map((discard) => {
    const { net } = pointsOf(role, discard.kept.map((card) => card >> 2));
    return { discard, net, total: net / 1000 - discard.cost };
  });
  const best = rows.reduce((a, b) => (b.total > a.total ? b : a));
  const gain = best.total - rows[0].total;
  const total = cribbage.toNumber(best.discard.total) + best.net / 1000;
  const sum = `hand and crib ${points(best.discard.total)}, play ${signed(best.net)}, together ${ui.decimals(total)}`;
  place.hidden = false;
  place.replaceChildren(...(gain > PLAY_ERROR
    ? ['With the play, throw ', ...cardNodes(best.discard.thrown), `: ${sum}. ` +
       `The throw above earns ${ui.decimals(gain)} less.`]
    : [`With the play, the throw stays the best: ${sum}.`]),
  ui.make('span', { class: 'quiet' },
    ' (Net points of the play by its table, in floating point: against an opponent who expects a hand that is usually kept.)'));
}

// Answer the deal of the state: the best throw at once, then all fifteen discards.
async function answer() {
  const question = ++latest;
  const { role, opponent } = state;
  const cards = [...state.cards];
  const current = () => question === latest;
  ui.byId('ranking').setAttribute('aria-busy', 'true');
  note();
  let known = false;
  if (opponent === settings.opponents[0]) {
    const best = await trueodds.load(settings.best[role]).catch(() => null);
    if (!current()) return;
    if (best) {
      ui.byId('answer').replaceChildren(...sentence(role, opponent, cribbage.bestThrow(cards, best, scoring)));
      known = true;
    }
  }
  try {
    const tables = await tablesFor(role, opponent);
    if (!current()) return;
    const ranking = cribbage.rankDiscards(cards, role, tables);
    const most = Math.max(...ranking.discards.map(({ cost }) => cost));
    ui.byId('answer').replaceChildren(...sentence(role, opponent, ranking.discards[0]));
    ui.byId('discards').tBodies[0].replaceChildren(
      ...ranking.discards.flatMap((discard) => row(ranking, discard, tables, most)));
    ui.byId('ranking').hidden = false;
    await answerWithPlay(ranking, current);
    if (!current()) return;
    ui.cite(`${names(cards)}, ${whose(role)} crib: ${ui.byId('answer').innerText} ${ui.byId('with-play').innerText}`.trim(),
      `trueodds discard ${names(cards)} --role ${role}${opponent === settings.opponents[0] ? '' : ` --opponent ${opponent.id}`}${addPlay?.checked ? ' --with-play' : ''}`);
  } catch (error) {
    if (!current()) return;
    ui.byId('ranking').hidden = true;
    if (!known) ui.byId('answer').replaceChildren();
    note(error.message + (known ? ' The best throw needs less data, and is right.' : ''));
  }
  ui.byId('ranking').removeAttribute('aria-busy');
}

// ---- the question: field, picker, crib, opponent, and the link ----

function show() {
  picks.show(state.cards);
  const count = state.cards.length;
  ui.byId('picked').textContent = count < 6 ? `(${count} of 6 picked)` : '';
  document.querySelector(`[name=crib][value=${CRIB[state.role]}]`).checked = true;
  if (select) select.value = state.opponent.id;
  if (count === 6) answer();
  else {
    latest++;
    ui.byId('ranking').hidden = true;
    ui.byId('with-play').hidden = true;
    ui.byId('answer').replaceChildren(ui.make('p', {}, count
      ? `Pick ${6 - count} more.`
      : 'Pick six cards, or type them.'));
  }
}

// Return the parts of the link to a deal; the first opponent is left out.
function linkParts(cards, role, opponent) {
  const parts = [cards.map(cribbage.cardText).join('-'), CRIB[role]];
  return opponent === settings.opponents[0] ? parts : [...parts, opponent.id];
}
const hashOf = (...deal) => `#${linkParts(...deal).join('/')}`;

// Make the state a link, once it is a whole deal.
function link(replace) {
  if (state.cards.length !== 6) return;
  ui.setHash(linkParts(state.cards, state.role, state.opponent), { replace });
}

function change(changes, { replace = false } = {}) {
  Object.assign(state, changes);
  ui.problem(field);
  show();
  link(replace);
}

const picks = picker(ui.byId('picker'), (card) => {
  const without = state.cards.filter((other) => other !== card);
  if (without.length === 6) {
    ui.problem(field, `${cribbage.cardText(card)} would be a seventh card; a deal is six. ` +
      'Press a picked card to put it back.');
    return;
  }
  const cards = without.length < state.cards.length ? without : [...state.cards, card];
  field.value = names(cards);
  change({ cards });
});

// Read six cards from a text; throw an error with a line for the reader.
function six(text) {
  const cards = cribbage.parseCards(text);
  if (cards.length !== 6) {
    throw new RangeError(`A deal is six cards, such as 5H 5D JS QC 2D 9S; here are ${cards.length}.`);
  }
  return cards;
}

function typed(complain) {
  try {
    const cards = six(field.value);
    if (names(cards) !== names(state.cards)) change({ cards });
    else ui.problem(field);
  } catch (error) {
    if (complain) ui.problem(field, error.message);
    else ui.stale(field, true);
  }
}
field.addEventListener('input', () => typed(false));
field.addEventListener('change', () => typed(true));
ui.onSubmit('deal-form', () => typed(true));
ui.byId('clear').addEventListener('click', () => {
  field.value = '';
  change({ cards: [] });
  field.focus();
});
for (const radio of document.querySelectorAll('[name=crib]')) {
  radio.addEventListener('change', () => change({ role: ROLES.get(radio.value) }));
}
addPlay?.addEventListener('change', show);
select?.addEventListener('change', () => {
  change({ opponent: settings.opponents.find(({ id }) => id === select.value) });
});

// Read a link: #CARDS/mine, #CARDS/theirs, and perhaps the opponent.
function open([text = field.defaultValue, crib = 'mine', id = settings.opponents[0].id]) {
  try {
    const cards = six(text);
    const role = ROLES.get(crib.toLowerCase());
    if (!role) throw new RangeError(`“${crib}” names no crib; the link ends in /mine or /theirs.`);
    const opponent = settings.opponents.find((each) => each.id === id);
    if (!opponent) {
      throw new RangeError(`This report has no opponent “${id}”; trueodds report --full may have it.`);
    }
    field.value = names(cards);
    change({ cards, role, opponent }, { replace: true });
  } catch (error) {
    field.value = text;
    Object.assign(state, { cards: [] });
    show();
    ui.problem(field, `The link cannot be read. ${error.message}`);
  }
}

// ---- the score of a hand ----

const shown = ui.byId('show');
const score = () => ui.attempt(shown, () => {
  const crib = ui.byId('show-crib').checked;
  const [hand, starter] = shown.value.split('|').map((part) => cribbage.parseCards(part));
  const all = cribbage.parseCards(shown.value);
  if (hand.length !== 4 || (starter && starter.length !== 1)) {
    throw new RangeError('A hand is four cards, then perhaps a bar and the starter, such as 5H 5C 5S JD | 5D.');
  }
  const lines = cribbage.showLines(hand, starter ? starter[0] : null, settings.rules, crib);
  const total = lines.reduce((sum, line) => sum + line.points, 0);
  ui.problem(shown);
  ui.byId('show-total').replaceChildren(ui.make('strong', {}, `${total} point${total === 1 ? '' : 's'}`));
  const table = ui.byId('show-lines');
  table.parentNode.caption.textContent = `What scores in ${shown.value.trim() || names(all)}`;
  table.replaceChildren(...lines.map((line) => (
    ui.row([line.item, ui.make('td', {}, ...cardNodes(line.cards)), String(line.points)]))));
});
shown.addEventListener('change', score);
ui.byId('show-crib').addEventListener('change', score);
ui.onSubmit('score-form', score);

trueodds.cribbageDeal = { settings, state, tablesFor, hashOf, points, costText, whose, names };
ui.byId('second-role').remove();
ui.onHash(open);

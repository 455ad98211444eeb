// The page "Average cribs": a map of all pairs, beside published tables, and a lookup.
const { ui, common: { RANKS: ranks, ranksOf } } = trueodds;
const { averages, maps, published } = ui.json('settings');
const WHOSE = { mine: 'your crib', theirs: 'their crib' };
const cells = [...ui.byId('map').tBodies[0].rows].map((row) => [...row.querySelectorAll('td')]);
const field = ui.byId('pair');
const suited = ui.byId('suited');
const state = { crib: 'mine', average: 'thrown', table: '', row: 10, column: 4 };
const NEVER = '–'; // a perfect player never throws this pair

// Return where the map has a pair: above the diagonal if both cards are of one suit.
const place = (a, b, oneSuit) =>
  (oneSuit ? [Math.min(a, b), Math.max(a, b)] : [Math.max(a, b), Math.min(a, b)]);
const name = (row, column) => {
  const [low, high] = [Math.min(row, column), Math.max(row, column)];
  return `${ranks[low]} and ${ranks[high]}${column > row ? ' of one suit' : ''}`;
};

function draw() {
  const { crib, average, table } = state;
  const largest = table && Math.max(...published[table][crib].flat().map(([, above]) => Math.abs(above)));
  cells.forEach((row, r) => row.forEach((cell, c) => {
    cell.className = r === state.row && c === state.column ? 'picked' : '';
    if (table) {
      const above = published[table][crib][r][c][1];
      cell.textContent = above.replace('-', '−').replace('0.', '.'); // it fits on a phone
      cell.style.setProperty('--shade', Math.abs(above) / largest);
      if (above > 0) cell.classList.add('high');
    } else {
      const [text, shade] = maps[crib][average][r][c] ?? [NEVER, 0];
      cell.textContent = text;
      cell.style.setProperty('--shade', shade);
    }
  }));
  ui.byId('map').caption.textContent = table
    ? `${table}: the printed average minus the exact average when thrown, points of ${WHOSE[crib]}. ` +
      'Printed tables have one average for all suits.'
    : `Average points of ${WHOSE[crib]}, ${averages[average]}. ` +
      'Above the diagonal: both cards of one suit.';
  for (const [key, value] of [['crib', crib], ['average', average]]) {
    document.querySelector(`[name=${key}][value=${value}]`).checked = true;
  }
  ui.byId('values').value = table;
}

function answer() {
  const { crib, row, column } = state;
  const value = (average) => maps[crib][average][row][column]?.[0];
  const thrown = value('thrown');
  const printed = Object.entries(published).map(([author, tables]) => {
    const [mean, above] = tables[crib][row][column];
    return `${author} ${mean} (${above.replace('-', '−')})`;
  });
  ui.byId('pair-answer').replaceChildren(ui.make('p', {},
    ui.make('strong', {}, `${name(row, column)}: `),
    thrown ? `${thrown} points on average when thrown into ${WHOSE[crib]}, ` : 'never thrown; ',
    `${value('held')} when held. `,
    ui.make('span', { class: 'quiet' },
      `Printed for these ranks, and how far from the exact average when thrown: ${printed.join(', ')}.`)));
}

function change(changes, { replace = false } = {}) {
  Object.assign(state, changes);
  ui.problem(field);
  const { row, column, crib, average, table } = state;
  field.value = `${ranks[Math.min(row, column)]} ${ranks[Math.max(row, column)]}`;
  suited.checked = column > row;
  draw();
  answer();
  const pair = field.value.replace(' ', '-') + (column > row ? '-suited' : '');
  ui.setHash([pair, crib, average, ...(table ? [table] : [])], { replace });
  ui.cite(ui.byId('pair-answer').innerText, `trueodds cribbage table --of 169 --role ${crib === 'mine' ? 'dealer' : 'pone'}`);
}

// Read two ranks; throw an error with a line for the reader.
function pairOf(text, oneSuit) {
  const [a, b, ...more] = ranksOf(text);
  if (more.length || !(a >= 0 && b >= 0)) {
    throw new RangeError(`“${text.trim()}” is not two ranks, such as 5 J (A, 2 … 10, J, Q, K).`);
  }
  if (oneSuit && a === b) {
    throw new RangeError(`Two cards of rank ${ranks[a]} are never of one suit.`);
  }
  return place(a, b, oneSuit);
}

const typed = () => ui.attempt(field, () => {
  const [row, column] = pairOf(field.value, suited.checked);
  change({ row, column });
});

// Read a link: #5-J/mine/thrown, #5-J-suited/theirs/held/NAME.
function open([pair = '5-J', crib = 'mine', average = 'thrown', table = '']) {
  try {
    const [row, column] = pairOf(pair.replace(/-suited$/, ''), pair.endsWith('-suited'));
    if (!Object.hasOwn(maps, crib)) throw new RangeError(`“${crib}” names no crib: mine or theirs.`);
    if (!Object.hasOwn(averages, average)) throw new RangeError(`“${average}” is no average: thrown or held.`);
    if (table && !Object.hasOwn(published, table)) throw new RangeError(`There is no table “${table}”.`);
    change({ row, column, crib, average, table }, { replace: true });
  } catch (error) {
    field.value = pair;
    draw();
    ui.problem(field, `The link cannot be read. ${error.message}`);
  }
}

for (const radio of document.querySelectorAll('[name=crib], [name=average]')) {
  radio.addEventListener('change', () => change({ [radio.name]: radio.value }));
}
ui.byId('values').addEventListener('change', (event) => change({ table: event.target.value }));
field.addEventListener('change', typed);
suited.addEventListener('change', typed);
for (const id of ['map-form', 'pair-form']) ui.onSubmit(id, typed);
cells.forEach((cellsOfRow, row) => cellsOfRow.forEach((cell, column) => {
  cell.addEventListener('click', () => change({ row, column }));
}));
ui.byId('print-card').addEventListener('click', ui.print);
ui.onHash(open);

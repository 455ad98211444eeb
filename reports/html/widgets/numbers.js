// Tables of all numbers: filter, sort, form of numbers, copy, and CSV of what is shown.
const { ui } = trueodds;
const game = location.pathname.split('/').pop().replace(/-numbers\.html$/, '');
const tables = [...document.querySelectorAll('table.quantities')];
const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
const label = (row) => row.cells[0].firstChild.textContent.trim();
const hide = ui.filter(rows, (row) => `${game} ${label(row)} ${row.id}`);

// Return the exact value of a row as text; a long one comes from the data.
async function exact(row) {
  const cell = row.querySelector('.exact');
  return 'long' in cell.dataset ? (await trueodds.loadJson(`${game}-fractions`))[row.id] : cell.textContent;
}

async function filter() {
  const [wanted, shown] = await hide(ui.byId('filter').value);
  for (const table of tables) {
    const section = table.closest('section');
    section.hidden = [...table.tBodies[0].rows].every((row) => row.hidden);
    if (table.tFoot) table.tFoot.hidden = wanted.length > 0;
  }
  for (const section of document.querySelectorAll('main > section[id^=section]')) {
    if (!section.querySelector('table.quantities')) section.hidden = wanted.length > 0;
  }
  document.querySelector('.contents').open = !wanted.length;
  ui.byId('count').textContent = wanted.length ? `${ui.grouped(shown)} of ${ui.grouped(rows.length)} numbers` : '';
}

const number = (text) => {
  const value = parseFloat(text.replace(/,/g, ''));
  return Number.isNaN(value) ? -Infinity : value;
};

function key(row, place) {
  if (place === 0) return label(row);
  const cell = row.cells[place];
  return number((cell.matches('.percent, .exact') ? row.querySelector('.decimal') : cell).textContent);
}

const showLong = (row, cell) => ui.attempt(cell, async () => {
  cell.replaceChildren(await exact(row));
  delete cell.dataset.long;
}, (message) => cell.append(' ', message));

async function copy(row, button) {
  const [value, decimal] = ['.percent', '.decimal'].map((cell) => row.querySelector(cell).textContent);
  const fraction = await exact(row);
  ui.copy({ text: asText, tex: asTex, python: asPython }[ui.byId('copied').value](row, fraction, value, decimal), button);
}

const asText = (row, fraction, value) => `${label(row)}: ${value} (exactly ${fraction}; ${row.id})`;

// Cite a row; the id of a number under other rules begins with their name.
async function asCited(row) {
  const { rules } = row.dataset;
  const asked = rules ? `${row.id.slice(rules.length + 1)} --rules ${rules}` : row.id;
  ui.cite(`${asText(row, await exact(row), row.querySelector('.percent').textContent)}.`, `trueodds odds ${game} ${asked}`, !rules);
}

function asTex(row, fraction, value, decimal) {
  const [top, bottom] = fraction.split('/');
  const power = /^(.*)e([+-]?\d+)$/.exec(decimal);
  const rounded = power ? `${power[1]} \\cdot 10^{${Number(power[2])}}` : decimal;
  if (fraction.startsWith('[')) return `$${rounded}$ % ${row.id}`;
  return bottom ? `$\\frac{${top}}{${bottom}} \\approx ${rounded}$` : `$${top}$`;
}

function asPython(row, fraction) {
  if (fraction.startsWith('[')) {
    const bounds = fraction.slice(1, -1).split(', ').map((bound) => `Fraction("${bound}")`);
    return `(${bounds.join(', ')})  # bounds of ${row.id}`;
  }
  return `Fraction(${fraction.replace('/', ', ')})  # ${row.id}`;
}

async function csv() {
  const quoted = (text) => `"${String(text).replace(/"/g, '""')}"`;
  const lines = ['id,label,exact,decimal'];
  const shown = tables.flatMap((table) => [...table.tBodies[0].rows]).filter((row) => !row.hidden);
  for (const row of shown) {
    lines.push([row.id, label(row), await exact(row), row.querySelector('.decimal').textContent].map(quoted).join(','));
  }
  ui.download(`${game}.csv`, lines.join('\n') + '\n', 'text/csv');
}

for (const table of tables) ui.sortable(table, key);
for (const row of rows) {
  // The file of the page would be larger if each link had the name of its number there.
  row.querySelector('.permalink').setAttribute('aria-label', `Link to ${row.id}`);
  row.cells[0].append(' ', ui.make('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${row.id}`, onclick: ({ target }) => copy(row, target) }, 'copy'));
  const cell = row.querySelector('[data-long]');
  if (cell) cell.replaceChildren(ui.make('button', { type: 'button', class: 'long', 'aria-label': `Show the fraction of ${row.id}`, onclick: () => showLong(row, cell) }, 'show'));
}
const form = () => { document.body.dataset.form = ui.byId('form').value; };
ui.byId('filter').addEventListener('input', filter);
ui.byId('form').addEventListener('change', form);
ui.byId('csv').addEventListener('click', csv);
ui.onSubmit('tools');
form();
ui.onRow(rows, asCited, 'no number here');

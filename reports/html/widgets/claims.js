// Published claims: search, verdicts, sorting, permalinks and citations.
const { ui } = trueodds;
const sources = [...document.querySelectorAll('details.source')];
const rows = sources.flatMap((source) => [...source.querySelectorAll('tbody tr')]);
const hide = ui.filter(rows, (row) => `${row.id} ${row.textContent} ${row.dataset.source}`);

// Show the rows that have all words and the verdict, in opened sources.
async function filter() {
  const verdict = ui.byId('verdict').value;
  const [words, shown] = await hide(ui.byId('filter').value, (row) => !verdict || row.querySelector('.verdict').textContent === verdict);
  const chosen = words.length > 0 || verdict !== '';
  sources.forEach((source, place) => {
    const some = [...source.querySelectorAll('tbody tr')].some((row) => !row.hidden);
    source.hidden = !some;
    source.open = chosen ? some : place === 0;
  });
  ui.byId('count').textContent = chosen ? `${shown} of ${rows.length} rows` : '';
}

// Open the source of a claim, and cite it.
function open(row) {
  row.closest('details').open = true;
  ui.cite(citation(row), `trueodds claims ${row.id}`);
}

function citation(row) {
  const [claim, printed, verdict, truth] = [...row.cells].map((cell) => cell.textContent.trim());
  const statement = row.cells[0].firstChild.textContent.trim();
  return `${statement} (${row.dataset.source}; as printed: ${printed || claim}). Verdict: ${verdict}. ${truth} `
    + `trueodds claims ${row.id}.`;
}

for (const source of sources) {
  ui.sortable(source.querySelector('table'), (row, place) => row.cells[place].textContent);
}
for (const row of rows) {
  row.querySelector('.nowrap').append(ui.make('button', { type: 'button', class: 'copy', 'aria-label': `Cite ${row.id}`, onclick: ({ target }) => ui.copy(citation(row), target) }, 'cite'));
}
ui.byId('filter').addEventListener('input', filter);
ui.byId('verdict').addEventListener('change', filter);
ui.onSubmit('tools');
ui.onRow(rows, open, 'no claim');

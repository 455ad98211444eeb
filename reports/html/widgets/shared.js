// Parts that all pages share: data files, the hash, answers, problems and numbers.
// A classic script without dependencies, so that it works from a folder.
const { trueodds } = globalThis;
const { once, lowest } = trueodds.common;

// ---- data files: data/NAME.js calls trueodds.data(NAME, base64 of raw deflate), or
// trueodds.data(NAME, base64 of the bytes, false) ----

const waiting = new Map(); // NAME -> [resolve, reject]

trueodds.data = (name, base64, packed = true) => {
  const [resolve, reject] = waiting.get(name) ?? [() => {}, () => {}];
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  if (packed) inflate(bytes).then(resolve, reject);
  else resolve(bytes);
};

async function inflate(packed) {
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser is too old to unpack the data; use one from 2023 or later.');
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Return a promise of the bytes of data/NAME.js, which is loaded at first use.
trueodds.load = once((name) => new Promise((resolve, reject) => {
  waiting.set(name, [resolve, reject]);
  const script = document.createElement('script');
  script.src = `data/${name}.js`;
  script.onerror = () => reject(new Error(`The file data/${name}.js is missing beside this page.`));
  document.head.append(script);
}));

// Return a promise of the content of data/NAME.js, which is JSON.
trueodds.loadJson = once(async (name) => JSON.parse(new TextDecoder().decode(await trueodds.load(name))));

// ---- the hash: the state of a page as a link ----

const ui = (trueodds.ui = {});

const MOST_LINK = 4000; // characters of a hash; the longest link of a page has about half
const isTooLong = () => location.hash.length > MOST_LINK;

// Return the parts of the hash between slashes: #A/B is ["A", "B"]; none, or one that is too
// long for a link, is [].
ui.hash = () => {
  const text = location.hash.slice(1);
  if (!text || isTooLong()) return [];
  return text.split('/').map((part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  });
};

// Write the parts of the hash as a new step of the history, or in place of the last.
ui.setHash = (parts, { replace = false } = {}) => {
  const text = '#' + parts.map((part) => encodeURIComponent(part)).join('/');
  if (text === (location.hash || '#')) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', text);
};

// Call a function with the parts of the hash now and whenever the hash changes.
ui.onHash = (use) => {
  const line = ui.make('p', { class: 'problem', role: 'alert', hidden: true });
  document.querySelector('main').prepend(line);
  const run = () => {
    ui.say(line, isTooLong() ? `The link has ${ui.grouped(location.hash.length)} characters; a link to this page has at most ${ui.grouped(MOST_LINK)}.` : '');
    use(ui.hash());
  };
  addEventListener('popstate', run); // also fires when a reader edits the hash
  run();
};

// ---- elements ----

// Return the element of an id.
ui.byId = (id) => document.getElementById(id);

// Return the elements of ids that begin alike, by the rest of the id.
ui.elements = (ids, prefix = '') => Object.fromEntries(ids.map((id) => [id, ui.byId(prefix + id)]));

// Return the JSON that stands in an element.
ui.json = (id) => JSON.parse(ui.byId(id).textContent);

// Call a function when a form is submitted.
ui.onSubmit = (id, act = () => {}) => ui.byId(id).addEventListener('submit', (event) => { event.preventDefault(); act(); });

const SVG = new Set(['svg', 'g', 'rect', 'line', 'text', 'path', 'title', 'polyline', 'circle']);

// Return a new element: attributes (onclick etc. are functions), then its content.
ui.make = (tag, attributes = {}, ...inside) => {
  const element = SVG.has(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
};

// Return a row of a table: its heading, then texts, or cells that are made already.
ui.row = ([heading, ...cells], attributes = {}) => ui.make('tr', attributes,
  ui.make('th', { scope: 'row' }, ...[heading].flat()),
  ...cells.map((cell) => (cell instanceof Element ? cell : ui.make('td', { class: 'number' }, cell))));

// Return a table that scrolls if it is wide: a caption, headings, and rows of ui.row or
// their cells. A hidden caption is for screen readers.
ui.table = (caption, headings, rows, { label = caption, look = '', hidden = false } = {}) => {
  const head = ui.make('tr', {}, ...headings.map((text, place) => (
    text instanceof Element ? text : ui.make('th', { scope: 'col', class: place > 0 && 'number' }, text))));
  return ui.make('div', { class: 'table', role: 'region', 'aria-label': label, tabindex: 0 },
    ui.make('table', { class: `numbers ${look}` }, ui.make('caption', { class: hidden && 'off-screen' }, caption),
      ...(headings.length ? [ui.make('thead', {}, head)] : []),
      ui.make('tbody', {}, ...rows.map((row) => (row instanceof Element ? row : ui.row(row))))));
};

// Fill a menu with sets of rules, each with its label and its words; call choose with the
// name that is chosen. words is the description of the rules, which the menu has without what follows
// its last colon, or a semicolon.
ui.fillNames = (menu, names, choose, words, label = (name) => name) => {
  menu.append(...names.map((name) => ui.make('option', { value: name }, `${label(name)}: ${words(name).replace(/:[^:]*$|;.*/g, '')}`)));
  menu.addEventListener('change', () => choose(menu.value));
};

// The options of a command that choose the rules of the page, if they were chosen.
ui.these = document.body?.dataset.these ?? '';

// Return the options of a command that choose rules of a menu: a preset, or those of the page.
ui.rulesOptions = (name) => (name === 'these' ? ui.these : `--rules ${name}`);

// Show which button of a group is pressed.
ui.press = (group, name) => {
  for (const button of group.querySelectorAll('button')) {
    button.setAttribute('aria-pressed', String(button.dataset.name === name));
  }
};

// ---- tables and lists that a reader searches ----

// The words of texts: mirrors core/words.py.
const simple = (text) => (text.toLowerCase().replace(/[,'’]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [])
  .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

// Return a promise of {plain, index}: the words of a question, and the set of those of a text.
let reader = null;
ui.reader = () => (reader ??= trueodds.loadJson('synonyms').then((synonyms) => {
  const said = new RegExp(`(?<![^ ])(?:${synonyms.map(([phrase]) => phrase).join('|')})(?![^ ])`, 'g');
  const words = new Map(synonyms);
  const plain = (text) => simple(text).join(' ').replace(said, (phrase) => words.get(phrase)).split(' ').filter(Boolean);
  return { plain, index: (text) => new Set([...simple(text), ...plain(text)]) };
}));

// Return true if one of the indexed words begins with a word; a number has to be equal.
ui.has = (words, word) => words.has(word) || (!/^\d+$/.test(word) && [...words].some((each) => each.startsWith(word)));

// Let a link name a row: it comes into sight, and cite cites it. what is missing otherwise.
ui.onRow = (rows, cite, what) => ui.onHash((parts) => {
  const id = parts.join('/');
  const chosen = ui.byId(id);
  ui.problem(ui.byId('filter'), id && !chosen ? `The link names “${id}”; ${what} has this id.` : '');
  if (rows.includes(chosen)) cite(chosen);
  if (chosen) chosen.scrollIntoView({ block: 'center' });
});

// Return a function that hides the rows whose text lacks a word of a question, or that do
// not fit; it promises the words asked and the number of rows shown. An id with a dot, or
// the beginning of one, such as S1.b of S1.b.2, asks for its rows alone.
ui.filter = (rows, text) => {
  const indexed = new Map(); // row -> its words
  return async (question, fits = () => true) => {
    const { plain, index } = await ui.reader();
    const asked = [...new Set(plain(question))];
    const id = question.trim().toLowerCase();
    const named = new Set(rows.filter((row) => id.includes('.') && `${row.id.toLowerCase()}.`.startsWith(`${id}.`)));
    for (const row of rows) {
      if (!indexed.has(row)) indexed.set(row, index(text(row)));
      row.hidden = !fits(row) || !(named.size ? named.has(row) : asked.every((word) => ui.has(indexed.get(row), word)));
    }
    return [asked, rows.filter((row) => !row.hidden).length];
  };
};

// Let a reader sort a table by its headings: a button in each, and aria-sort. key(row, place) is a number or a text to sort a row by.
ui.sortable = (table, key) => {
  const headings = [...table.tHead.rows[0].cells];
  const compare = (x, y) => (typeof x === 'number' && typeof y === 'number'
    ? x - y
    : String(x).localeCompare(String(y), 'en', { numeric: true }));
  const sort = (place) => {
    const order = headings[place].getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
    for (const heading of headings) heading.removeAttribute('aria-sort');
    headings[place].setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const rows = [...table.tBodies[0].rows].map((row) => [key(row, place), row]);
    rows.sort(([x], [y]) => sign * compare(x, y));
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };
  headings.forEach((heading, place) => {
    heading.replaceChildren(ui.make('button', { type: 'button', class: 'sort', onclick: () => sort(place) }, heading.textContent));
  });
};

const MOST_LINE = 1000; // characters

// Write a text into an element, which hides while there is none. What was typed is quoted,
// and a long quotation is cut.
ui.say = (element, text = '') => {
  element.textContent = text.replace(/“([^“”]{60})[^“”]+”/g, '“$1…”').slice(0, MOST_LINE);
  element.hidden = !text;
};

// Show one line of text beside a field that has a problem; no text takes it away.
ui.problem = (field, text = '') => {
  const id = `${field.id}-problem`;
  let line = ui.byId(id);
  if (!line) {
    line = ui.make('p', { id, class: 'problem', role: 'alert' });
    field.insertAdjacentElement('afterend', line);
    const described = field.getAttribute('aria-describedby');
    field.setAttribute('aria-describedby', described ? `${described} ${id}` : id);
  }
  ui.say(line, text);
  if (text) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
  ui.stale(field);
};

// Do something; an error in it is the problem of a field, or goes to a function.
ui.attempt = async (field, act, fail = (message) => ui.problem(field, message)) => {
  try {
    await act();
  } catch (error) {
    fail(error.message);
  }
};

// Grey the answers that a form names in data-answers, if they are not those of its fields.
// Take them away as long as a field of the form is wrong.
ui.stale = (part, stale = false, wrong = false) => {
  const form = part.closest('[data-answers]');
  const off = wrong || Boolean(form?.querySelector('[aria-invalid]'));
  for (const id of form?.dataset.answers.split(' ') ?? []) {
    ui.byId(id).inert = stale || off;
    ui.byId(id).classList.toggle('off', off);
  }
};

// Cite and reproduce what is shown, with its link. own is false for other rules than those of the page.
ui.cite = (sentence, command, own = true) => {
  const citation = ui.byId('citation');
  const [program, page, ...facts] = (citation.dataset.page ??= citation.textContent).split('\n');
  const hash = ui.hash().length ? `#${ui.hash().join('/')}` : '';
  citation.textContent = [program, page.replace(/\)\.$/, () => `${hash}).`), sentence.replace(/\s+/g, ' '),
    ...facts.filter((fact) => own && fact.startsWith('Rules:')), `Command: ${command}`, ''].join('\n');
  ui.byId('reproduce').textContent = command;
  for (const part of document.querySelectorAll('.own-rules')) part.hidden = !own;
};

// Copy a text, and say so on the button for a moment.
ui.copy = async (text, button) => {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = ui.make('textarea', { class: 'off-screen', 'aria-label': 'text to copy' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    button.focus();
  }
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = before; }, 1200);
};

// Save a text as a file of the reader.
ui.download = (name, text, type = 'text/plain') => {
  const link = ui.make('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

// ---- numbers as people read them ----

// Return an integer with its thousands separated.
ui.grouped = (number) => String(number).replace('-', '−').replace(/\B(?=(\d{3})+(?!\d))/g, ',');

// Return a number with a number of decimals, with its thousands separated.
ui.decimals = (number, digits = 2) => {
  const [whole, rest] = number.toFixed(digits).split('.');
  return rest === undefined ? ui.grouped(whole) : `${ui.grouped(whole)}.${rest}`;
};

// Return a probability as a percentage: two decimals, or two significant digits.
ui.percent = (probability) => {
  const value = 100 * probability;
  if (value === 0 || Math.abs(value) >= 0.05) return `${ui.decimals(value)} %`;
  return `${value.toPrecision(2)} %`;
};

// Return "1 in N" for a probability below one half, else nothing.
ui.oneIn = (probability) => {
  if (!(probability > 0 && probability < 0.5)) return '';
  const number = 1 / probability;
  return `1 in ${number >= 1000 ? ui.grouped(Math.round(number)) : Number(number.toPrecision(4))}`;
};

// Return a fraction of two BigInts in lowest terms, such as "1/216" or "3".
ui.fraction = (numerator, denominator) => {
  const [top, bottom] = lowest(numerator, denominator);
  return bottom === 1n ? String(top) : `${top}/${bottom}`;
};

// Print the part of the class "printed" alone.
ui.print = () => { document.body.classList.add('part-only'); window.print(); };
addEventListener('afterprint', () => document.body.classList.remove('part-only'));

// ---- a page with scripts: what needs them is shown, and the page is in sight in its menu ----

for (const part of document.querySelectorAll('.live')) part.hidden = false;
for (const link of document.querySelectorAll('nav [aria-current]')) link.parentNode.scrollLeft = link.offsetLeft - 60;

// ---- a link into an older report: what stood here stands on another page now ----

const moved = document.body?.dataset.moved;
const id = ui.hash().join('/');
if (moved && id && !ui.byId(id)) location.replace(moved + location.hash);

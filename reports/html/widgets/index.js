// The box of the first page: cards, dice and decks open their page, words search all numbers.
const { ui } = trueodds;
const [MOST, LISTED] = [8, 60]; // links while a reader types, and after Enter
const field = ui.byId('query');
const accepted = [...document.querySelectorAll('a[data-pattern]')];
let ready = null; // promise of the entries and of what makes plain words
let latest = ''; // the last text that was searched

const load = () => (ready ??= Promise.all([ui.reader(), trueodds.loadJson('search')]).then(([{ plain, index }, entries]) => (
  { plain, entries: entries.map(([link, text, more, id]) => (
    { link, text, more, inId: index(id), inText: index(id ? text : `${text} ${more}`), isClaim: link.startsWith('claims') })) })));

// Return the entries that have all words of a text, with the fewest other words first.
async function found(text) {
  const { plain, entries } = await load();
  const asked = [...new Set(plain(text))];
  const others = (words) => [...words].filter((word) => !asked.includes(word)).length;
  return entries
    .filter(({ inId, inText }) => asked.length && asked.every((word) => ui.has(inId, word) || ui.has(inText, word)))
    .map((entry) => [entry.isClaim, others(entry.inId), others(entry.inText), entry])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(([, , , entry]) => entry);
}

// Return a text with suits as letters, ten as T, and hyphens between the parts.
const typed = (text) => trueodds.common.lettered(text.trim())
  .replace(/10(?=[CDHS])/g, 'T')
  .replace(/[\s,;]+/g, '-')
  .replace(/([A2-9TJQK][CDHS])(?=[A2-9TJQK][CDHS])/g, '$1-');

// Return the link to the page for this kind of text, if any; dice may have hyphens or
// none, and a number of decks may be a word.
async function opened(text) {
  const words = typed((await load()).plain(text).join(' '));
  const forms = [typed(text), typed(text).replaceAll('-', ''), ...(/[A-Z]/.test(words) ? [words] : [])];
  for (const { dataset } of accepted) {
    const fits = forms.find((form) => new RegExp(`^(?:${dataset.pattern})$`).test(form));
    if (fits) return `${dataset.page}#${dataset.hash.replace('{}', fits)}`;
  }
  return null;
}

async function show(most) {
  latest = field.value;
  ui.problem(field);
  const asked = latest;
  const hits = await found(asked);
  if (asked !== latest) return [];
  const items = hits.slice(0, most).map(({ link, text, more }) => ui.make('li', {}, ui.make('a', { href: link }, text), ` ${more}`));
  const left = hits.length - items.length;
  ui.byId('answers').replaceChildren(...items, ...(left ? [ui.make('li', { class: 'quiet' }, `${ui.grouped(left)} more; add a word.`)] : []));
  return hits;
}

async function go() {
  const text = field.value;
  if (!text.trim()) { ui.problem(field, 'Type cards, dice or words.'); return; }
  const link = await opened(text);
  const hits = link ? [] : await show(LISTED);
  if (link) location.href = link;
  else if (hits.length === 1) location.href = hits[0].link;
  else if (hits.length) ui.byId('answers').querySelector('a').focus();
  else ui.problem(field, `Nothing fits “${text.slice(0, 60)}”. Type ${accepted.map((link) => `${link.textContent}, `).join('')}or words such as banker.`);
}

const or = (act) => () => act().catch((error) => ui.problem(field, error.message));
ui.onSubmit('box', or(go));
field.addEventListener('input', or(() => show(MOST)));

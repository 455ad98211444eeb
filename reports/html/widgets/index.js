// The box of the first page: cards, dice and decks open their page, words search all numbers.
const { ui, common: { RANKS, lettered, once, rankOf } } = trueodds;
const [MOST, LISTED] = [8, 60]; // links while a reader types, and after Enter
const field = ui.byId('query');
const accepted = [...document.querySelectorAll('a[data-pattern]')];
let ready = null; // promise of the entries and of what makes plain words
let latest = ''; // the last text that was searched

// The words of the glossary as entries, whose names alone count.
const words = Object.values(ui.json('glossary')).flatMap(Object.entries)
  .map(([names, meaning]) => [`glossary.html#${names.split(',')[0].replaceAll(' ', '-')}`, names, meaning, names]);

const load = () => (ready ??= Promise.all([ui.reader(), trueodds.loadJson('search')]).then(([{ plain, index }, entries]) => {
  const indexed = once(index);
  return { plain, entries: [...entries, ...words].map(([link, text, more, id, asked = '']) => (
    { link, text, more, id, asked, inId: index(id), inText: index(id ? text : `${text} ${more}`), inAsked: indexed(asked), isClaim: link.startsWith('claims') })) };
}));

// Return one card as a page reads it: TH for the words of "ten of hearts"; '' for other words.
const CARD = /^(ace|jack|queen|king|10|[a2-9tjqk])([cdhs])(?:lub|iamond|eart|pade)?$/;
const cardOf = (words) => (CARD.exec(words.join(''))?.slice(1) ?? [])
  .map((part) => (part === '10' ? 'T' : part[0].toUpperCase())).join('');

// Return the entries of one card: the page that takes it, if any, the leads of its rank, and
// what changes without it; at baccarat all ten-valued cards are a 10.
const NAMES = ['ace', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king'];
function ofCard(entries, card) {
  const link = linkOf([card]);
  const page = link?.split('#')[0];
  const rank = rankOf(card[0]);
  return [...entries.filter((entry) => entry.link === page).map((entry) => ({ ...entry, link })),
    ...entries.filter(({ inText }) => inText.has('lead') && inText.has(NAMES[rank])),
    ...entries.filter(({ id, inAsked }) => inAsked.has('card') && id.endsWith(`.${RANKS[Math.min(9, rank)]}`))];
}

// Return the entries that have all words of a text, with the fewest other words first, and
// those that are left out, as the text has none of the words that ask for them.
async function found(text) {
  const { plain, entries } = await load();
  const asked = [...new Set(plain(lettered(text)))];
  const card = cardOf(asked);
  if (card) return [ofCard(entries, card), []];
  const others = (words) => [...words].filter((word) => !asked.includes(word)).length;
  const hits = entries
    .filter(({ inId, inText, inAsked }) => asked.length && asked.every((word) => [inId, inText, inAsked].some((words) => ui.has(words, word))))
    .map((entry) => [entry.isClaim, others(entry.inId), others(entry.inText), entry])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(([, , , entry]) => entry);
  const shown = hits.filter((entry) => !entry.asked || asked.some((word) => ui.has(entry.inAsked, word)));
  return shown.length ? [shown, hits.filter((entry) => !shown.includes(entry))] : [hits, []];
}

// Return a text with suits as letters, ten as T, and hyphens between the parts.
const typed = (text) => lettered(text.trim())
  .replace(/10(?=[CDHS])/g, 'T')
  .replace(/[\s,;]+/g, '-')
  .replace(/([A2-9TJQK][CDHS])(?=[A2-9TJQK][CDHS])/g, '$1-');

// Return the link to the page for this kind of text, if any; dice may have hyphens or
// none, and a number of decks may be a word.
async function opened(text) {
  const words = typed((await load()).plain(text).join(' '));
  return linkOf([typed(text), typed(text).replaceAll('-', ''), ...(/[A-Z]/.test(words) ? [words] : [])]);
}

// Return the link to the first page that accepts one of these forms, or nothing.
function linkOf(forms) {
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
  const [hits, left] = await found(asked);
  if (asked !== latest) return [];
  const items = hits.slice(0, most).map(({ link, text, more }) => ui.make('li', {}, ui.make('a', { href: link }, text), ` ${more}`));
  const more = (number, what) => (number ? [ui.make('li', { class: 'quiet' }, `${ui.grouped(number)} more; ${what}.`)] : []);
  const words = [...new Set(left.map((entry) => entry.asked.split(' ')[0]))].join(' or ');
  ui.byId('answers').replaceChildren(...items, ...more(hits.length - items.length, most < LISTED ? 'press Enter, or add a word' : 'add a word'), ...more(left.length, `add the word ${words}`));
  return hits;
}

async function go() {
  const text = field.value;
  if (!text.trim()) { ui.problem(field, 'Type cards, dice or words.'); return; }
  const { plain } = await load();
  const link = cardOf(plain(lettered(text))) ? null : await opened(text);
  const hits = link ? [] : await show(LISTED);
  if (link) location.href = link;
  else if (hits.length === 1) location.href = hits[0].link;
  else if (hits.length) ui.byId('answers').querySelector('a').focus();
  else ui.problem(field, `Nothing fits “${text.slice(0, 60)}”. Type ${accepted.map((link) => `${link.textContent}, `).join('')}or words such as banker.`);
}

const or = (act) => () => act().catch((error) => ui.problem(field, error.message));
ui.onSubmit('box', or(go));
field.addEventListener('input', or(() => show(MOST)));

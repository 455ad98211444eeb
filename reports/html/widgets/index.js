// The box of the first page: cards and dice open their page, words search all pages.
(() => {
  'use strict';
  const { ui } = trueodds;
  const MOST = 8;
  const field = ui.byId('query');
  const entries = [...document.querySelectorAll('a[data-pattern]')];
  const searched = [...ui.byId('searched').querySelectorAll('li')];

  // Return a text with suits as letters, ten as T, and hyphens between the parts.
  function plain(text) {
    return trueodds.common.lettered(text.trim())
      .replace(/10(?=[CDHS])/g, 'T')
      .replace(/[\s,;]+/g, '-')
      .replace(/([A2-9TJQK][CDHS])(?=[A2-9TJQK][CDHS])/g, '$1-');
  }

  // Return the pages whose kind of text this is, as links; dice may have hyphens or none.
  function opened(text) {
    const forms = [text, text.replaceAll('-', '')];
    return entries.flatMap(({ dataset }) => {
      const fits = forms.find((form) => new RegExp(`^(?:${dataset.pattern})$`).test(form));
      return fits === undefined ? [] : [`${dataset.page}#${dataset.hash.replace('{}', fits)}`];
    });
  }

  // Return the entries with all words: numbers and pages before claims, and the shortest
  // first, since it says little else.
  function found(text) {
    const words = ui.words(text);
    if (!words.length) return [];
    return searched
      .filter((item) => words.every((word) => item.textContent.toLowerCase().includes(word)))
      .sort((a, b) => isClaim(a) - isClaim(b) || a.textContent.length - b.textContent.length);
  }

  const isClaim = (item) => item.textContent.startsWith('Claim');

  function show() {
    const items = found(field.value).slice(0, MOST).map((item) => item.cloneNode(true));
    ui.byId('answers').replaceChildren(...items);
    ui.problem(field);
  }

  function go() {
    const [link] = opened(plain(field.value));
    const [item] = found(field.value);
    if (link) location.href = link;
    else if (item) location.href = item.querySelector('a').href;
    else if (!field.value.trim()) ui.problem(field, 'Type cards, dice or words.');
    else ui.problem(field, `Nothing fits “${field.value.slice(0, 60)}”. Type ${entries.length ? `${entries[0].textContent}, or ` : ''}words such as banker.`);
  }

  ui.onSubmit('box', go);
  field.addEventListener('input', show);
})();

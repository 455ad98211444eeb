// Tables that a reader sorts by their headings: a button in each, and aria-sort.
(() => {
  'use strict';
  const { ui } = trueodds;

  // Make a table sortable. key(row, place) is a number or a text to sort a row by.
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
})();

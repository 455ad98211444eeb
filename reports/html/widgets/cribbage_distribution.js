// The opened row of a discard: its exact fractions, and its probabilities as plots.
const { ui, cribbage } = trueodds;
const [WIDTH, HEIGHT, LEFT, BASE, TOP] = [360, 204, 42, 180, 24];
const NAMES = { own: 'Hand', crib: 'Crib', total: 'Total' };
const counted = new WeakMap(); // a ranking -> promise of the counts of its deal

// Count what the opponent throws, and let the page live meanwhile.
async function count(ranking, tables, progress) {
  const work = cribbage.throwCounts(ranking.deal, tables);
  for (;;) {
    const until = performance.now() + 40;
    do {
      const step = work.next();
      if (step.done) return step.value;
      progress(step.value);
    } while (performance.now() < until);
    await new Promise((resume) => { setTimeout(resume); });
  }
}

// Return a gridline distance that gives at most five lines.
const gridStep = (most) => [1, 2, 5, 10, 20, 25, 50].find((step) => most / step <= 5);

const line = (x1, y1, x2, y2, name = '') =>
  ui.make('line', { x1, y1, x2, y2, class: name });
const text = (x, y, content, name = '') => ui.make('text', { x, y, class: name }, content);

// Return a plot of one distribution: "exactly" or "at least" each number of points.
function chart(name, described, shown) {
  const atLeast = shown === 'at least';
  const values = described.points.map(({ points, probability, atLeast: more }) =>
    [points, 100 * cribbage.toNumber(atLeast ? more : probability)]);
  const most = Math.max(...values.map(([, value]) => value));
  const step = gridStep(most);
  const width = (WIDTH - LEFT) / values.length;
  const y = (value) => BASE - (value / most) * (BASE - TOP);
  const x = (points) => LEFT + (points - values[0][0] + 0.5) * width;
  const mean = cribbage.toNumber(described.mean);
  // The median is the largest number that is reached at least half of the time.
  const median = Math.max(...described.points
    .filter(({ atLeast: more }) => 2n * more.p >= more.q).map(({ points }) => points));
  const label = `${NAMES[name]}: probability of ${shown} N points`;
  const drawing = ui.make('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
    'aria-label': `${label}. Average ${ui.decimals(mean)}, median ${median}.`,
  });
  for (let grid = 0; grid <= most; grid += step) {
    drawing.append(line(LEFT, y(grid), WIDTH, y(grid)),
      text(LEFT - 4, y(grid) + 4, `${grid} %`, 'end'));
  }
  const every = Math.ceil(values.length / 14);
  values.forEach(([points, value]) => {
    drawing.append(ui.make('rect', {
      x: x(points) - 0.4 * width, y: y(value), width: 0.8 * width,
      height: Math.max(0, BASE - y(value)),
    }, ui.make('title', {}, `${points} points: ${ui.percent(value / 100)}`)));
    if (points % every === 0) drawing.append(text(x(points), BASE + 15, String(points)));
    if (value >= 1 && width >= 17) {
      drawing.append(text(x(points), y(value) - 3, value.toFixed(0), 'value'));
    }
  });
  if (!atLeast) {
    // The lines end above the numbers on the bars.
    const foot = Math.max(...values.filter(([points]) => Math.abs(points - mean) < 1.5 || points === median).map(([, value]) => value));
    for (const [at, name] of [[mean, 'mark'], [median, 'mark median']]) drawing.append(line(x(at), 0, x(at), Math.max(4, y(foot) - 17), name));
  }
  const caption = `${label}, in percent. Average ${ui.decimals(mean)} (solid line), ` +
    `median ${median} (dashed line), standard deviation ${ui.decimals(described.deviation)}.`;
  return ui.make('figure', {}, drawing, ui.make('figcaption', {}, caption));
}

// Return a table of all probabilities.
function table(laws) {
  const parts = Object.keys(NAMES);
  const numbers = parts.flatMap((part) => laws[part].points.map(({ points }) => points));
  const rows = [];
  for (let points = Math.min(...numbers); points <= Math.max(...numbers); points++) {
    const cells = parts.flatMap((part) => {
      const entry = laws[part].points.find((each) => each.points === points);
      return [entry?.probability, entry?.atLeast].map((value) => (value ? ui.percent(cribbage.toNumber(value)) : ''));
    });
    rows.push([String(points), ...cells]);
  }
  return ui.table('Probability of each number of points, and of at least as many',
    ['Points', ...parts.flatMap((part) => [NAMES[part], 'at least'])], rows, { label: 'Probabilities' });
}

// Return a table of the starters, by the points that they add to the hand.
function cuts(discard, deal, rules) {
  const before = cribbage.showLines(discard.kept, null, rules, false).reduce((sum, line) => sum + line.points, 0);
  const starters = [...Array(52).keys()].filter((card) => !deal.includes(card));
  const gains = discard.byStarter.map((points) => points - before);
  const rows = [...new Set(gains)].sort((a, b) => b - a).map((gain) => {
    const cards = starters.filter((_, place) => gains[place] === gain);
    return [gain ? `+${gain}` : '0', String(cards.length), ui.make('td', { class: 'cuts' }, ...trueodds.cribbageCards.cardNodes(cards))];
  });
  return ui.make('details', { open: true }, ui.make('summary', {}, 'Which cuts help'),
    ui.table(`${before} points before the cut`, ['adds', 'starters', ui.make('th', { scope: 'col' }, 'of 46')], rows));
}

// Return exact values as a list.
const fractions = (discard) => ui.make('dl', {}, ...Object.keys(NAMES).flatMap((part) => [
  ui.make('dt', {}, NAMES[part]),
  ui.make('dd', {}, cribbage.fractionText(discard[part])),
]));

// Fill the opened row of a discard: at once its fractions, then its probabilities.
async function open(place, ranking, discard, tables) {
  const bar = ui.make('progress', { max: 1, value: 0, 'aria-label': 'Dealing every hand of the opponent' });
  const plots = ui.make('div', {}, ui.make('p', { class: 'quiet' },
    'Dealing all hands that the opponent may hold …'), bar);
  place.replaceChildren(
    ui.make('p', {}, 'Keep ', ...trueodds.cribbageCards.cardNodes(discard.kept),
      `: ${discard.least} to ${discard.most} points. Exact averages:`),
    fractions(discard), cuts(discard, ranking.deal, tables.rules), plots);
  if (!counted.has(ranking)) {
    counted.set(ranking, count(ranking, tables, (share) => { bar.value = share; }));
  }
  const counts = await counted.get(ranking);
  const tallies = cribbage.discardDistributions(discard, ranking.deal, ranking.role, counts, tables);
  const laws = Object.fromEntries(Object.entries(tallies).map(([part, tally]) =>
    [part, cribbage.describe(tally)]));
  const charts = ui.make('div', { class: 'charts' });
  const shown = ui.make('div', { class: 'controls', role: 'group', 'aria-label': 'What the plots show' },
    ...['exactly', 'at least'].map((name) => ui.make('button', { type: 'button', 'data-name': name, onclick: () => draw(name) }, name)));
  const draw = (name) => {
    ui.press(shown, name);
    charts.replaceChildren(...Object.keys(NAMES).map((part) => chart(part, laws[part], name)));
  };
  draw('exactly');
  plots.replaceChildren(
    shown,
    charts,
    ui.make('details', {}, ui.make('summary', {}, 'All probabilities as a table'), table(laws)));
}

trueodds.cribbageDistribution = { open };

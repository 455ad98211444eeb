// Judge pasted outcomes, or a dropped file, in the page: verdict, evidence curve, table.
const { ui, common: { sum } } = trueodds;
const [MOST, IN_FIELD] = [1_000_000, 100_000]; // characters to judge, and to show in the field
const [EXAMPLE, LOADED, MOST_COUNT] = [1000, 1 / 3, 10 ** 15]; // outcomes of the example, and the share that is loaded
const field = ui.byId('outcomes');
let held = ''; // a text that is too long for the field

async function chosen() {
  const [game, name] = ui.byId('kind').value.split('/');
  return (await trueodds.loadJson('outcomes')).find((kind) => kind.game === game && kind.kind === name);
}

// Return the place of an outcome, -1 for an impossible one; throw for no outcome.
function reader(kind) {
  const places = new Map(kind.outcomes.map((outcome, place) => [outcome, place]));
  const longest = Math.max(...kind.outcomes.map((outcome) => outcome.length));
  return (text, line) => {
    const typed = text.trim();
    const word = kind.unordered ? [...typed.replace(/\D/g, '')].sort().join('') : typed;
    if (kind.unordered && word.length !== kind.outcomes[0].length) {
      throw new Error(`Line ${line}: “${typed.slice(0, 40)}” is not a roll of ${kind.outcomes[0].length} dice.`);
    }
    if (places.has(word)) return places.get(word);
    const named = kind.words[word.toUpperCase()];
    if (named !== undefined) return places.get(named);
    if (word.length > longest && [...word].every((each) => places.has(each))) {
      throw new Error(`Line ${line}: “${word.slice(0, 40)}” is several outcomes; put blanks between them.`);
    }
    if (Object.keys(kind.words).length || !/^-?\d{1,15}$/.test(word)) {
      throw new Error(`Line ${line}: “${word.slice(0, 40)}” is no outcome; outcomes are such as ${kind.outcomes.slice(0, 4).join(', ')}.`);
    }
    const number = Number(word);
    if (kind.high !== null && number >= kind.high) return places.get(`${kind.high}+`);
    return places.get(String(number)) ?? -1;
  };
}

// Return true if outcomes have blanks, such as P 6 - B 7, so that each has a line of its own.
const isLine = ({ outcomes }) => outcomes[0].includes(' ');

function requireFew(characters) {
  if (characters > MOST) throw new Error(`These are ${ui.grouped(characters)} characters; this page judges at most ${ui.grouped(MOST)}. Use the command below.`);
}

// Return the lines as counts or as a sequence, with the first impossible outcome.
function parse(text, kind) {
  const read = reader(kind);
  requireFew(text.length);
  const lines = text.split(/\r?\n/).map((line, place) => [line.trim(), place + 1]).filter(([line]) => line);
  if (!lines.length) throw new Error('Paste outcomes first, or press Example.');
  const pair = isLine(kind) ? /^(.+?)\s*[,;:]\s*(\d[\d_]*)$/ : /^([^\s,;:]+)(?:\s+|\s*[,;:]\s*)(\d[\d_]*)$/;
  if (areCounts(lines.map(([line]) => pair.exec(line)), kind, read)) {
    const counts = kind.outcomes.map(() => 0);
    let impossible = null;
    lines.forEach(([line, number], place) => {
      const match = pair.exec(line);
      if (!match && place === 0) return; // a heading
      if (!match) throw new Error(`Line ${number}: expected an outcome and a count, such as ${kind.outcomes[0]},12.`);
      if (!/^\d{1,17}$/.test(match[2]) || Number(match[2]) > MOST_COUNT) {
        throw new Error(`Line ${number}: “${match[2].slice(0, 40)}” is not a count; write digits only, at most ${ui.grouped(MOST_COUNT)}.`);
      }
      const code = read(match[1], number);
      if (code >= 0) counts[code] += Number(match[2]);
      else if (Number(match[2])) impossible ??= match[1];
    });
    return { counts, impossible };
  }
  const codes = [];
  for (const [line, number] of lines) {
    const isRoll = kind.unordered && line.replace(/\D/g, '').length === kind.outcomes[0].length;
    for (const word of isRoll || isLine(kind) ? [line] : line.split(/[\s,;]+/).filter(Boolean)) {
      const code = read(word, number);
      if (code < 0) return { codes, impossible: word };
      codes.push(code);
    }
  }
  return { codes, impossible: null };
}

// Return true if the last line is an outcome with its count. Without a comma, and for rolls,
// no outcome may come twice, and some number must be no outcome.
function areCounts(pairs, kind, read) {
  const found = pairs.filter(Boolean);
  const isOutcome = (word) => { try { return read(word) >= 0; } catch { return false; } };
  return Boolean(pairs[pairs.length - 1]) && ((!kind.unordered && found.every(([line]) => /[,;:]/.test(line)))
    || (new Set(found.map(([, outcome]) => outcome)).size === found.length && !found.every(([, , count]) => isOutcome(count))));
}

const odds = (log) => {
  const power = log / Math.LN10;
  if (Math.abs(power) > 15) return `10^${power.toFixed(1)} to 1`;
  const value = Math.exp(log);
  return `${value >= 10 ? ui.grouped(Math.floor(value)) : Number(value.toPrecision(2))} to 1`;
};

// Return a class and the verdict: the words and the rule are those of verdict.py.
function sentence(counts, { probabilities, things }, reading, impossible) {
  if (impossible !== null) return ['false', `Refuted: ${impossible} came, and it cannot.`];
  const seen = `after ${ui.grouped(sum(counts))} outcomes`;
  const evidence = `evidence ${odds(reading.log)}; 1,000 to 1 refutes`;
  if (reading.refutes) {
    const reason = !reading.dependent ? 'the probabilities are wrong'
      : `${reading.marginal < Math.log(10) ? 'the probabilities are right, ' : ''}the sequence is not independent`;
    return ['false', `Refuted: ${reason} (${seen}, ${evidence}).`];
  }
  const { distance, useful, needed } = trueodds.simulator.precision(counts, probabilities);
  const outcomes = `${ui.grouped(sum(counts))} ${things}`;
  const size = (number) => Number(number.toPrecision(3));
  return distance <= useful ? ['true', `Consistent: no sign of a fault in ${outcomes}; every probability is within ${size(distance)} of the right one (99.9 %).`]
    : ['unspecified', `Undecided: ${outcomes} ${sum(counts) === 1 ? 'is' : 'are'} too few; about ${ui.grouped(needed)} show a difference of ${size(useful)}.`];
}

function table(kind, counts, total) {
  const row = (place) => [kind.outcomes[place], ui.grouped(counts[place]),
    ui.decimals(total * kind.probabilities[place], 1), ui.percent(kind.probabilities[place])];
  const places = kind.outcomes.map((_, place) => place).filter((place) => counts[place] || kind.probabilities[place] * total >= 0.5);
  return ui.make('details', { open: places.length <= 12 },
    ui.make('summary', {}, 'Counts and expectations'),
    ui.table('Counts and expectations', ['Outcome', 'Count', 'Expected', 'Probability'], places.map(row), { hidden: true }));
}

// Draw the evidence by the number of outcomes, both on logarithmic axes.
function draw(curve) {
  const [width, height, left, right, base] = [640, 250, 118, 40, 205];
  const powers = curve.map(([, evidence]) => evidence.log / Math.LN10);
  const [low, high] = [Math.floor(Math.min(-1, ...powers)), Math.ceil(Math.max(4, ...powers))];
  const x = (n) => left + (width - left - right) * (Math.log(n) / Math.log(Math.max(10, curve[curve.length - 1][0])));
  const y = (power) => base - ((base - 15) * (power - low)) / (high - low);
  const step = Math.ceil((high - low) / 6);
  const svg = ui.make('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Evidence by number of outcomes' });
  for (let power = low; power <= high; power += step) {
    svg.append(ui.make('line', { x1: left, x2: width, y1: y(power), y2: y(power) }),
      ui.make('text', { class: 'end', x: left - 6, y: y(power), dy: 4 }, power <= 6 && power >= -3 ? ui.grouped(Number((10 ** power).toPrecision(1))) : `10^${power}`));
  }
  svg.append(ui.make('line', { class: 'mark', x1: left, x2: width, y1: y(3), y2: y(3) }),
    ui.make('text', { class: 'start', x: left + 6, y: y(3), dy: -5 }, 'refuted'));
  for (let n = 10; n <= curve[curve.length - 1][0]; n *= 10) svg.append(ui.make('text', { x: x(n), y: base + 18 }, ui.grouped(n)));
  svg.append(ui.make('polyline', { class: 'curve', points: curve.map(([n], i) => `${x(n).toFixed(1)},${y(powers[i]).toFixed(1)}`).join(' ') }),
    ui.make('text', { class: 'axis', x: (left + width) / 2, y: base + 40 }, 'outcomes'));
  return [svg, ui.make('figcaption', {}, 'Evidence to 1 against the program, by the number of outcomes.')];
}

async function judge() {
  ui.problem(field);
  const kind = await chosen();
  const { counts, codes, impossible } = parse(field.value || held, kind);
  const { evidence, judgeSequence } = trueodds.simulator;
  const judged = codes ? judgeSequence(codes, kind.probabilities) : { counts, curve: [] };
  const total = sum(judged.counts);
  const reading = codes ? judged.curve.at(-1)?.[1] : evidence(counts, kind.probabilities);
  const [word, text] = sentence(judged.counts, kind, reading, impossible);
  const note = codes ? '' : ' Counts have no order: paste the outcomes themselves to test whether they depend on each other.';
  ui.byId('verdict').replaceChildren(ui.make('p', { class: `verdict-${word}` }, ui.make('strong', {}, text)), note);
  ui.byId('curve').hidden = judged.curve.length < 2;
  ui.byId('curve').replaceChildren(...(judged.curve.length > 1 ? draw(judged.curve) : []));
  ui.byId('table').replaceChildren(table(kind, judged.counts, total));
  ui.cite(`${ui.grouped(total)} outcomes (${kind.game}: ${kind.description}): ${text}`, `trueodds verify simulator ${kind.game} --outcome ${kind.kind} --file outcomes.txt${ui.these && ` ${ui.these}`}`);
}

const run = () => judge().catch((error) => ui.problem(field, error.message));
ui.onSubmit('judge', run);
// Judge a text. A browser needs seconds to lay out a long one, so that it is not shown.
const take = (text) => {
  const isLong = text.length > IN_FIELD;
  [field.value, held] = isLong ? ['', text] : [text, ''];
  field.placeholder = isLong ? `${ui.grouped(text.length)} characters, too many to show here` : '';
  return run();
};
const takeFile = (file) => file && ui.attempt(field, async () => {
  requireFew(file.size);
  take(await file.text());
});
field.addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text');
  if (text.length > IN_FIELD) { event.preventDefault(); take(text); }
});
field.addEventListener('input', () => { held = ''; });
ui.byId('file').addEventListener('change', ({ target }) => takeFile(target.files[0]));
field.addEventListener('dragover', (event) => event.preventDefault());
field.addEventListener('drop', (event) => {
  if (event.dataTransfer.files.length) { event.preventDefault(); takeFile(event.dataTransfer.files[0]); }
});
// Fill the field with outcomes of a loaded program: some are always the same likely outcome.
const example = async () => {
  const { outcomes, probabilities } = await chosen();
  const loaded = outcomes[probabilities.lastIndexOf(Math.max(...probabilities))];
  const right = () => { let left = Math.random(); return outcomes[probabilities.findIndex((p) => (left -= p) < 0)] ?? outcomes[0]; };
  await take(Array.from({ length: EXAMPLE }, () => (Math.random() < LOADED ? loaded : right())).join('\n'));
  ui.byId('expected').textContent = `This example is loaded: one outcome in ${1 / LOADED} is always ${loaded}.`;
};
const expected = async () => {
  const { outcomes } = await chosen();
  ui.byId('expected').textContent = `Outcomes: ${outcomes.slice(0, 8).join(', ')}${outcomes.length > 8 ? ', …' : ''}`;
};
ui.byId('kind').addEventListener('change', expected);
ui.byId('example').addEventListener('click', () => ui.attempt(field, example));
ui.byId('judge').addEventListener('input', () => ui.stale(field, true));
expected().catch((error) => ui.problem(field, error.message));

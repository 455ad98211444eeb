// The e-process of a simulator in floating point: it mirrors e_value.py, dependence.py
// and e_process.py in trueodds/proofs/verify/simulator, whose texts say why the evidence
// is valid at whatever time it is read. The command computes proved bounds; this does not.
const { sum } = trueodds.common;

const CONCENTRATIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((power) => 10 ** power);
const LAG_CONCENTRATIONS = [0, 1, 2, 3, 4, 5].map((power) => 10 ** power);
const SHIFTS = [1, 2, 3, 4].map((k) => 1 + 2 ** -k).flatMap((shift) => [shift, 1 / shift]);
const FACTORS = [...SHIFTS, ...Array.from({ length: 24 }, (_, k) => 2 ** (k + 1))];
const SHARES = [0.5, 0.1, 0.01];
const [LAGS, FARTHEST, CLASSES, CONTEXT, TINY] = [8, 64, 32, 16, 1e-300];
const HALF_LOG = 0.5 * Math.log(2 * Math.PI);
const [LIMIT, STEP, CLEAR, BISECTIONS] = [Math.log(1000), 64, Math.log(200), 50];

// Return the logarithm of the gamma function: Stirling's series from 10 on.
function logGamma(x) {
  let below = 1;
  while (x < 10) { below *= x; x += 1; }
  const y = 1 / (x * x);
  const series = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x;
  return (x - 0.5) * Math.log(x) - x + HALF_LOG + series - (below === 1 ? 0 : Math.log(below));
}

// Return the logarithm of the weighted mean of numbers given by their logarithms.
function logMean(logs, weights = logs.map(() => 1)) {
  const most = Math.max(...logs);
  return most + Math.log(sum(logs.map((log, i) => weights[i] * Math.exp(log - most))) / sum(weights));
}

const harmonic = (concentrations) => concentrations.map((_, place) => 1 / (place + 1));

// Return log E of rows of counts, one for each context, against probabilities.
function logDirichlet(rows, probabilities, concentrations = CONCENTRATIONS) {
  const totals = rows.map(sum);
  let likelihood = 0;
  const logsOf = probabilities.map(Math.log);
  for (const row of rows) for (let i = 0; i < row.length; i++) if (row[i]) likelihood += row[i] * logsOf[i];
  const logs = concentrations.map((scale) => {
    let log = -likelihood;
    const priors = probabilities.map((p) => scale * p);
    const empty = priors.map(logGamma);
    rows.forEach((row, place) => {
      if (!totals[place]) return;
      log += logGamma(scale) - logGamma(scale + totals[place]);
      for (let i = 0; i < row.length; i++) if (row[i]) log += logGamma(priors[i] + row[i]) - empty[i];
    });
    return log;
  });
  return logMean(logs, harmonic(concentrations));
}

// Return log E against a single biased outcome.
function logSparse(counts, probabilities) {
  if (counts.length === 1) return 0;
  const total = sum(counts);
  return logMean(counts.map((n, i) =>
    logDirichlet([[n, total - n]], [probabilities[i], Math.max(1 - probabilities[i], TINY)])));
}

// Return log E against a single outcome whose odds are shifted by a known factor.
function logShifted(counts, probabilities) {
  if (counts.length === 1) return 0;
  const total = sum(counts);
  return logMean(counts.flatMap((n, i) => SHIFTS.map((shift) =>
    n * Math.log(shift) - total * Math.log1p((shift - 1) * probabilities[i]))));
}

// Return the log likelihood ratios of copies of the outcome k places before: a row for each
// factor of the odds, with a number for each k.
function logCopied(counts, probabilities, last, right, factors = SHIFTS) {
  return factors.map((shift) => {
    const fair = probabilities.map((p) => Math.log1p((shift - 1) * p));
    let paid = sum(counts.map((n, i) => n * fair[i]));
    return right.map((n, place) => {
      if (place >= last.length) return 0;
      paid -= fair[last[last.length - 1 - place]];
      return n * Math.log(shift) - paid;
    });
  });
}

// Return true if copies at a lag explain the counts better than wrong probabilities, of log E.
function areCopied(counts, probabilities, { last, copies }, log) {
  const rows = logCopied(counts, probabilities, last, copies, FACTORS);
  const gains = copies.map((_, lag) => Math.max(...rows.map((row) => row[lag])));
  const lag = gains.findIndex((gain) => gain >= Math.max(...gains) / 2);
  const usual = sum(counts.map((n) => n * (n - 1))) / Math.max(1, sum(counts) - 1);
  return gains[lag] >= log + Math.log(FARTHEST) && copies[lag] > 1.5 * usual;
}

// Return log E of predictions: how often an outcome was predicted, and rightly.
function logRepeats(made, right, probabilities) {
  return logMean(SHARES.map((share) => sum(made.map((n, i) => (n
    ? right[i] * Math.log(1 - share + share / probabilities[i]) + (n - right[i]) * Math.log(1 - share)
    : 0)))));
}

// Return the class of each outcome: itself, or one of 32 of about equal probability.
function outcomeClasses(probabilities) {
  if (probabilities.length <= CLASSES) return probabilities.map((_, place) => place);
  let before = 0;
  const places = probabilities.map((p) => {
    const place = Math.floor(CLASSES * (before + p / 2));
    before += p;
    return place;
  });
  const different = [...new Set(places)].sort((a, b) => a - b);
  return places.map((place) => different.indexOf(place));
}

// Counts of lags, of pairs in step, of copies and of repeats in a sequence of outcomes.
class Dependence {
  constructor(probabilities) {
    this.classOf = outcomeClasses(probabilities);
    const size = Math.max(...this.classOf) + 1;
    const table = () => Array.from({ length: size }, () => new Array(size).fill(0));
    this.probabilities = new Array(size).fill(0);
    this.classOf.forEach((kind, i) => { this.probabilities[kind] += probabilities[i]; });
    this.lags = Array.from({ length: LAGS }, table);
    this.inStep = table();
    this.copies = new Array(FARTHEST).fill(0);
    this.made = probabilities.map(() => 0);
    this.right = probabilities.map(() => 0);
    this.following = new Map(); // the last 16 outcomes -> what came next
    this.context = '';
    this.last = [];
    this.seen = 0;
  }

  count(code) {
    const kind = this.classOf[code];
    const { last } = this;
    for (let lag = 1; lag <= Math.min(LAGS, last.length); lag++) {
      this.lags[lag - 1][this.classOf[last[last.length - lag]]][kind] += 1;
    }
    if (this.seen % 2) this.inStep[this.classOf[last[last.length - 1]]][kind] += 1;
    for (let lag = 1; lag <= last.length; lag++) {
      if (last[last.length - lag] === code) this.copies[lag - 1] += 1;
    }
    if (last.length >= CONTEXT) {
      const predicted = this.following.get(this.context);
      if (predicted !== undefined) {
        this.made[predicted] += 1;
        this.right[predicted] += predicted === code ? 1 : 0;
      }
      this.following.set(this.context, code);
    }
    this.context = (this.context + String.fromCharCode(code)).slice(-CONTEXT);
    if (last.length === FARTHEST) last.shift();
    last.push(code);
    this.seen += 1;
  }

  // Return log E of each test of dependence.
  logs(counts, probabilities) {
    const outOfStep = this.lags[0].map((row, a) => row.map((n, b) => n - this.inStep[a][b]));
    const tables = [...this.lags, this.inStep, outOfStep];
    const logs = tables.map((table) => logDirichlet(table, this.probabilities, LAG_CONCENTRATIONS));
    logs.push(logMean(logCopied(counts, probabilities, this.last, this.copies).flat()));
    return [...logs, logRepeats(this.made, this.right, probabilities)];
  }
}

const MARGINAL = [2 / 15, 4 / 15, 3 / 5]; // weights of the tests that ignore the order
const TESTS = ['all outcomes', 'single outcome', 'single outcome by odds',
  ...Array.from({ length: LAGS }, (_, i) => `lag ${i + 1}`), 'pairs in step', 'pairs out of step', 'copies', 'repeats'];

// Return the natural logarithm of E and of its tests, for counts or for a sequence.
function evidence(counts, probabilities, dependence = null) {
  const safe = probabilities.map((p) => Math.max(p, TINY));
  const marginal = [logDirichlet([counts], safe), logSparse(counts, safe), logShifted(counts, safe)];
  const logs = dependence ? [...marginal, ...dependence.logs(counts, safe)] : marginal;
  const share = dependence ? 3 / 4 : 1;
  const weights = logs.map((_, i) => (i < 3 ? share * MARGINAL[i] : 1 / 4 / (logs.length - 3)));
  const log = logMean(logs, weights);
  const tests = Object.fromEntries(logs.map((value, i) => [TESTS[i], value]));
  const independent = logMean(marginal, MARGINAL);
  const weighted = logs.slice(0, independent >= CLEAR ? 3 : logs.length).map((value, i) => value + Math.log(weights[i]));
  const strongest = weighted.indexOf(Math.max(...weighted));
  const dependent = strongest >= MARGINAL.length || Boolean(dependence && areCopied(counts, safe, dependence, logs[strongest]));
  return { log, tests, marginal: independent, refutes: log >= LIMIT, dependent };
}

// Return the counts of a sequence of outcomes, and its evidence whenever it has grown by a
// 64th, until it refutes. The repeats of long sequences may differ from the command's,
// whose table of predictions has a fixed size.
function judgeSequence(codes, probabilities) {
  const counts = probabilities.map(() => 0);
  const dependence = new Dependence(probabilities);
  const curve = [];
  let next = 2;
  for (const [place, code] of codes.entries()) {
    counts[code] += 1;
    dependence.count(code);
    const total = place + 1;
    if (total < next && total < codes.length) continue;
    next = total + Math.max(2, Math.floor(total / STEP));
    curve.push([total, evidence(counts, probabilities, dependence)]);
    if (curve.at(-1)[1].refutes) break;
  }
  return { counts, curve };
}

// Return how far the confidence sequences of the outcomes reach from the probabilities.
function reach(counts, probabilities) {
  const total = sum(counts);
  const limit = LIMIT + Math.log(counts.length);
  return counts.map((n, i) => {
    const [p, q] = [probabilities[i], 1 - probabilities[i]].map((share) => Math.max(share, TINY));
    const left = limit - logDirichlet([[n, total - n]], [p, q]);
    const excluded = (t) => n * Math.log(p / Math.max(t, TINY)) + (total - n) * Math.log(q / Math.max(1 - t, TINY)) >= left;
    return Math.max(...[0, 1].map((outside) => {
      let inside = n / total;
      for (let step = 0; step < BISECTIONS; step++) {
        const middle = (inside + outside) / 2;
        if (excluded(middle)) outside = middle;
        else inside = middle;
      }
      return Math.abs(outside - p);
    }));
  });
}

// Return {distance, useful, needed}: the least distance of two digits that is shown for all
// probabilities, the largest that is of use, and about how many outcomes show that one.
function precision(counts, probabilities) {
  const widest = Math.max(...reach(counts, probabilities));
  const unit = 10 ** (Math.floor(Math.log10(widest)) - 1);
  const distance = Math.ceil(widest / unit) * unit;
  const useful = Math.min(1 / 20, Math.max(...probabilities) / 4);
  const shows = (total) => {
    const widths = reach(probabilities.map((p) => total * p), probabilities);
    return widths.every((width, i) => width + 2 * Math.sqrt(probabilities[i] * (1 - probabilities[i]) / total) <= useful);
  };
  let high = 1;
  while (!shows(high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > Math.max(1, Math.floor(high / 1000))) {
    const middle = Math.floor((low + high) / 2);
    if (shows(middle)) high = middle;
    else low = middle;
  }
  return { distance, useful, needed: Math.max(high, Math.ceil(sum(counts) * (distance / useful) ** 2)) };
}

trueodds.simulator = { logGamma, evidence, judgeSequence, precision };

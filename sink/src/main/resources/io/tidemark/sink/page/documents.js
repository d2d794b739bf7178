import { marksWithin } from './markrange.js';

// The only place that reads data. Live, a document is fetched; in a report, it is inlined, under the very same path.
// The shapes are in sink/README.md.

const inlined = document.getElementById('documents');
const MOST_KEPT = 64;
const kept = new Map();

export const inReport = inlined !== null;

// The document of a path such as 'api/v1/run?run=a.log%231'; null where there is none. While nothing changed it is the
// same object.
export async function documentOf(path) {
  return inReport ? reportDocument(path) : fetchedDocument(path);
}

// All rows of a paged list, in ranges of `most`.
export async function rowsOf(path, most = 100) {
  const rows = [];
  for (;;) {
    const page = await documentOf(path + (path.includes('?') ? '&' : '?') + 'from=' + rows.length + '&most=' + most);
    rows.push(...page?.rows ?? []);
    if (page === null || page.rows.length === 0 || rows.length >= page.inAll) return rows;
  }
}

function keep(path, document) {
  kept.delete(path);
  kept.set(path, document);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
}

async function fetchedDocument(path) {
  const answer = await fetch(path);
  if (answer.status === 404) return null;
  const text = await answer.text();
  if (!answer.ok) throw new Error(answerError(answer.status, text));
  const before = kept.get(path);
  if (before !== undefined && before.text === text) return before.value;
  const value = JSON.parse(text);
  keep(path, { text, value });
  return value;
}

// What /ready says is wrong, such as a Kafka that does not answer; null where nothing is.
export async function problem() {
  const answer = await fetch('api/v1/ready');
  const text = (await answer.text()).trim();
  return !answer.ok || text === 'ready' ? null : text;
}

let changesKnown = '';

// Waits until documents may have changed; the server holds the request for up to 25 seconds.
export async function change(signal) {
  const answer = await fetch('api/v1/changes?after=' + changesKnown, { signal });
  changesKnown = answer.ok ? (await answer.text()).trim() : '';
}

function answerError(status, text) {
  try {
    return JSON.parse(text).error;
  } catch {
    return 'answer ' + status;
  }
}

let unpacked = null;

async function unpackedDocuments() {
  const packed = Uint8Array.from(atob(inlined.textContent), character => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Map(Object.entries(await new Response(stream).json()));
}

async function reportDocument(path) {
  unpacked ??= unpackedDocuments();
  const all = await unpacked;
  if (kept.has(path)) return kept.get(path);
  const [name, query] = path.split('?');
  const asked = new URLSearchParams(query ?? '');
  const key = [name, ...['run', 'plan'].filter(part => asked.has(part)).map(part => part + '=' + asked.get(part))].join('\n');
  const whole = all.get(key);
  if (whole === undefined) return null;
  const value = name === 'api/v1/snapshots' ? inlinedSnapshots(whole, asked) : inlinedRange(whole, asked);
  keep(path, value);
  return value;
}

// The range of a table that was inlined whole; every other document as it is.
function inlinedRange(whole, asked) {
  if (!Array.isArray(whole.rows)) return whole;
  const rows = whole.rows.filter(row => ['device', 'memory'].every(name =>
    !asked.get(name) || row[name] === undefined || row[name] === asked.get(name)));
  const from = Number(asked.get('from') ?? 0);
  return { ...whole, inAll: rows.length === whole.rows.length ? whole.inAll : rows.length,
    rows: rows.slice(from, from + Number(asked.get('most') ?? 100)) };
}

function sums(differences) {
  let sum = 0;
  return differences.map(difference => sum += difference);
}

// Columns hold the difference of each value to the one before it.
function plainColumns(memory) {
  if (memory.plain === undefined) {
    memory.plain = { time: sums(memory.timeMillis), least: sums(memory.leastBytes ?? memory.mostBytes),
      most: sums(memory.mostBytes), free: memory.largestFreeBytes === undefined ? null : sums(memory.largestFreeBytes) };
  }
  return memory.plain;
}

function inlinedSnapshots(memories, asked) {
  const memory = memories.find(one => one.device === asked.get('device') && one.memory === asked.get('memory'));
  if (memory === undefined) return { inAll: 0, rows: [] };
  const columns = plainColumns(memory);
  const byTime = asked.get('by') === 'time';
  const position = i => byTime ? columns.time[i] : i * memory.width;
  const from = Number(asked.get('from') || 0);
  const until = Number(asked.get('until') || Infinity);
  const most = Number(asked.get('most') || 1000);
  const points = columns.most.map((value, i) => i)
    .filter(i => position(i) + (byTime ? 0 : memory.width - 1) >= from && position(i) < until);
  const inAll = points.length === columns.most.length ? memory.inAll : points.length * memory.width;
  const marks = marksWithin(memory.marks, byTime ? 'timeMillis' : 'n', from, until);
  if (memory.width === 1 && points.length <= most) {
    return { inAll, marks, rows: points.map(i => snapshotRow(memory, columns, i)) };
  }
  return { inAll, marks, ...bucketed(memory, columns, points, position, most, byTime ? 1 : memory.width) };
}

function snapshotRow(memory, columns, i) {
  const row = { n: i, timeMillis: columns.time[i], usedBytes: columns.most[i] };
  if (columns.free !== null) row.largestFreeBytes = columns.free[i];
  if (memory.op[i] > 0) row.op = memory.ops[memory.op[i]];
  if (memory.location?.[i] > 0) row.location = memory.locations[memory.location[i]];
  return row;
}

function bucketed(memory, columns, points, position, most, leastWidth) {
  const from = points.length === 0 ? 0 : position(points[0]);
  const span = points.length === 0 ? 0 : position(points[points.length - 1]) - from;
  let width = leastWidth;
  while (span / width >= most) width *= 2;
  const found = { from, width, at: [], leastBytes: [], mostBytes: [], mostAt: [], largestFreeBytes: [], ops: [] };
  let last = -1;
  for (const i of points) {
    const at = Math.floor((position(i) - from) / width);
    if (found.at[last] !== at) {
      last++;
      found.at.push(at);
      found.leastBytes.push(columns.least[i]);
    } else {
      found.leastBytes[last] = Math.min(found.leastBytes[last], columns.least[i]);
    }
    if (found.mostBytes[last] === undefined || columns.most[i] > found.mostBytes[last]) {
      found.mostBytes[last] = columns.most[i];
      found.mostAt[last] = i * memory.width;
      found.largestFreeBytes[last] = columns.free === null ? null : columns.free[i];
      found.ops[last] = memory.op[i] > 0 ? memory.ops[memory.op[i]] : null;
    }
  }
  return found;
}

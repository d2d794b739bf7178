import { highsOf } from './highest.js';
import { count, isMemory } from './parts.js';

// The holders of a memory as columns: over a run's snapshots, a training's phases, a plan's steps, or at the peak; with their
// colours, and where a refused block no longer fitted. Pure functions of a timeline, or of the document `holders`.

const BEFORE = '(before)';
const UNKNOWN = '(unknown)';
const OTHER = '__other__';
const NO_OP = { [BEFORE]: 'uploaded before the first op', [UNKNOWN]: 'in use', '(needed)': 'needed', [OTHER]: 'smaller holders',
  '(between submissions)': 'uploaded between submissions' };
// Fewer submissions are drawn snapshot by snapshot.
const LEAST_SUBMISSIONS = 8;
// A slope below this share of a holder's most is none.
const LEVEL = 0.02;
// Red is for what was refused, green for what is free.
const HUES = ['#d9702b', '#ffd166', '#4da3dd', '#b18be0', '#e789ab', '#a8c256', '#b07d4f', '#6f7fe8', '#5fc9c2', '#d9a58f'];
const GREYS = { [BEFORE]: '#5d6872', [UNKNOWN]: '#a9b4be', [OTHER]: '#87929c' };

function hashOf(name) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const mostOf = band => Math.max(0, ...band.bytes);

// Names of a holder: who made the bytes, and at which line.
export function holderName({ op, module }) {
  return NO_OP[op] ?? (module === undefined || module === null ? op : op + ', ' + module);
}

const greyOf = ({ op }) => GREYS[op] ?? (op.startsWith('(') ? GREYS[OTHER] : undefined);

// Whether the log names the holder.
export const isNamed = band => greyOf(band) === undefined;

// A colour by the hash of a holder's name; of two that meet in one run, the smaller takes the next.
export function holderColours(bands) {
  const taken = new Set();
  return new Map([...bands].sort((a, b) => mostOf(b) - mostOf(a)).map(band => {
    if (greyOf(band) !== undefined) return [band, greyOf(band)];
    let at = hashOf([band.op, band.module ?? '', band.place ?? ''].join('\n')) % HUES.length;
    while (taken.has(at) && taken.size < HUES.length) at = (at + 1) % HUES.length;
    taken.add(at);
    return [band, HUES[at]];
  }));
}

// 1 for a holder that grows with each submission, −1 for one that shrinks, 0 for one that does not, null if that is unknown.
export function courseOf(band, columns) {
  const slope = band.bytesPerSubmission ?? null;
  if (slope === null) return null;
  return Math.abs(slope) * columns.length < LEVEL * mostOf(band) ? 0 : Math.sign(slope);
}

// Holders from the bottom to the top: what was there before, what stays, what grows, what goes, and the rest; what came
// earlier is lower.
function inOrder(bands, columns) {
  const since = band => band.bytes.findIndex(bytes => 2 * bytes >= mostOf(band));
  const goes = band => 2 * band.bytes.at(-1) < mostOf(band);
  const rank = band => band.op === BEFORE ? 0 : greyOf(band) !== undefined ? 4 : goes(band) ? 3 : courseOf(band, columns) === 1 ? 2 : 1;
  const times = new Map(bands.map(band => [band, since(band)]));
  return [...bands].sort((a, b) => rank(a) - rank(b) || (rank(a) === 1 ? times.get(a) - times.get(b) : 0) || mostOf(b) - mostOf(a));
}

// The highest snapshot of each submission; of a run of few submissions, that of each bucket.
function columnsOf(axis) {
  const { highs } = axis;
  const all = axis.at.map((at, i) => ({ i, submission: Math.max(1, highs.submissions?.[i] ?? 1), snapshot: highs.snapshots?.[i] ?? i,
    used: axis.mostBytes[i], block: highs.largestFreeBytes?.[i] ?? null }));
  if ((all.at(-1)?.submission ?? 0) < LEAST_SUBMISSIONS) return { unit: 'snapshot', columns: all.map(one => ({ ...one, number: one.snapshot })) };
  const highest = new Map();
  for (const one of all) if (!(highest.get(one.submission)?.used >= one.used)) highest.set(one.submission, { ...one, number: one.submission });
  return { unit: 'submission', columns: [...highest.values()] };
}

// Requests that found no place, each behind the last column before it, in their order; in bytes over all banks.
function refusalsOf(run, memory, columns, timeline) {
  const failed = [...(run.refused?.newest ?? []).map(one => ({ ...one, timeMillis: one.lastMillis })), ...run.outOfMemoryCount > 0 ? run.outOfMemory : []];
  const last = columns.length - 1;
  const columnAt = millis => {
    if (timeline === null || millis === undefined || millis >= memory.usedMillis) return last;
    const before = highsOf(timeline.byTime).findLast(high => high.snapshot !== null && high.at <= millis);
    return before === undefined ? 0 : Math.max(0, columns.findLastIndex(column => column.snapshot <= before.snapshot));
  };
  return failed.filter(one => isMemory(memory)(one) && one.neededBytes > 0).map(one => {
    const whole = perBank => perBank >= 0 ? perBank * one.banks : null;
    return { op: one.during?.startsWith('(') ? null : one.during ?? null, at: columnAt(one.timeMillis), needed: one.neededBytes, used: whole(one.usedPerBank), block: whole(one.largestFreePerBank) };
  }).sort((a, b) => a.at - b.at);
}

// The first column from which on no largest block held the request; −1 if none, null if unknown.
function tooSmallFrom(columns, refusal) {
  const before = columns.slice(0, (refusal?.at ?? -1) + 1);
  if (refusal === null || before.some(column => column.block === null)) return null;
  const last = before.findLastIndex(column => column.block >= refusal.needed);
  return last === before.length - 1 ? -1 : last + 1;
}

// All that the picture shows of the document `holders`; bytes beside it are those at the peak.
function heldStack(run, held) {
  const where = held.where ?? run.answer.where;
  const columns = held.columns.map((name, i) => ({ i, name, used: held.usedBytes[i], block: null }));
  const highest = held.usedBytes.indexOf(Math.max(...held.usedBytes));
  // The holders are those of the peak, which may be past.
  const refusals = where.usedBytes >= where.peakBytes ? refusalsOf(run, where, columns, null) : [];
  return { unit: held.unit, columns, refusals, refusal: refusals.at(-1) ?? null, bands: held.unit === 'phase' ? held.bands : inOrder(held.bands, columns),
    colours: holderColours(held.bands), capacity: where.capacityBytes, fromHere: null, labelled: columns[highest] };
}

// All that the picture shows; null where the log names neither the makers of what is held nor the free blocks.
export function stackOf(run, memory, timeline, held) {
  const axis = timeline?.bySnapshot;
  const highs = axis?.highs;
  const bands = highs?.bands ?? (highs?.largestFreeBytes && memory.capacityBytes > 0 ? [{ op: UNKNOWN, bytes: axis.mostBytes }] : null);
  if (!bands || axis.at.length < 2) return held?.columns.length > 0 ? heldStack(run, held) : null;
  const { unit, columns } = columnsOf(axis);
  const refusals = refusalsOf(run, memory, columns, timeline);
  // An error states the block where no snapshot does.
  for (const { at, block } of refusals) columns[at].block ??= block;
  const refusal = refusals.at(-1) ?? null;
  return { unit, columns, refusals, refusal, bands: inOrder(bands, columns), colours: holderColours(bands), capacity: memory.capacityBytes,
    fromHere: tooSmallFrom(columns, refusal), labelled: columns.at(-1) };
}

// A column in words: the name of its phase, else the number of its submission or snapshot.
export const columnName = column => column.name ?? count(column.number);

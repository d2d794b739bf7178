import { documentOf, inReport } from './documents.js';
import { highsOf, timelineOf } from './highest.js';
import { apiPath } from './place.js';

// The use of a memory along program order or time: single snapshots where they are few enough, else buckets, each with
// its least and most.

const MOST_POINTS = 1000;
const MOST_BESIDE = 64;
// Single snapshots are read from a topic. Of a longer run the timeline is drawn, and parts alone are read.
const MOST_READ_WHOLE = 20_000;
const MOST_READINGS = 24;

async function snapshotsOf(run, memory, by, range) {
  try {
    return await documentOf(apiPath('snapshots', { run: run.id, device: memory.device, memory: memory.memory,
      by: by === 'time' ? 'time' : undefined, from: range?.[0], until: range?.[1], most: MOST_POINTS }));
  } catch {
    // The topic may be gone or slow; the timeline is coarser, and at hand.
    return null;
  }
}

function rowPoint(row, by) {
  return { x: by === 'time' ? row.timeMillis : row.n, millis: row.timeMillis, least: row.usedBytes, most: row.usedBytes,
    free: row.largestFreeBytes ?? null, op: row.op ?? null, location: row.location ?? null, snapshot: row.n ?? null };
}

function bucketPoints(answer, by) {
  return answer.at.map((at, i) => ({ x: by === 'time' ? answer.from + at * answer.width : answer.mostAt?.[i] ?? answer.from + at * answer.width,
    millis: by === 'time' ? answer.from + at * answer.width : null, least: answer.leastBytes[i], most: answer.mostBytes[i],
    free: answer.largestFreeBytes?.[i] ?? null, op: answer.ops?.[i] ?? null, location: null,
    snapshot: answer.mostAt?.[i] ?? null }));
}

// The newest bucket of an open run is in no timeline: its newest use is in the run's figures.
function withNewest(points, run, memory, by) {
  const last = points[points.length - 1];
  const x = by === 'time' ? memory.usedMillis : memory.snapshots - 1;
  if (last === undefined || run.endMillis !== undefined || !(x > last.x)) return points;
  return [...points, { x, millis: memory.usedMillis, least: memory.usedBytes, most: memory.usedBytes, free: null, op: null, location: null }];
}

async function timelinePoints(run, memory, by) {
  const line = await timelineOf(run, memory);
  if (line === null) return { points: [], single: true, partial: null, marks: {} };
  const axis = by === 'time' ? line.byTime : line.bySnapshot;
  const highs = highsOf(axis);
  const points = bucketPoints(axis, by).map((point, i) => highs[i] === undefined ? point : { ...point,
    x: by === 'time' ? point.x : highs[i].snapshot ?? point.x, free: highs[i].free, raisedBy: highs[i].op });
  return { points: withNewest(points, run, memory, by), single: axis.width === 1, partial: null, marks: {} };
}

const isUnread = answer => answer !== null && answer.partial !== undefined && answer.inAll === 0;

// The next reading goes on where one ended without a snapshot of the range.
async function readOn(run, memory, by, range, isWanted) {
  let answer = await snapshotsOf(run, memory, by, range);
  for (let i = 1; i < MOST_READINGS && isUnread(answer) && isWanted(); i++) answer = await snapshotsOf(run, memory, by, range);
  return answer;
}

// Points of the whole run.
export async function wholeOf(run, memory, by) {
  const known = !inReport && memory.snapshots > MOST_READ_WHOLE ? null : found(await snapshotsOf(run, memory, by, null), by);
  return known === null || known.points.length === 0 ? timelinePoints(run, memory, by) : known;
}

// Points of a range [from, until) of snapshot numbers or epoch milliseconds, as long as it is wanted; where nothing finer
// is known, a part of the whole run's.
export async function partOf(run, memory, by, range, whole, isWanted) {
  const known = found(await readOn(run, memory, by, range, isWanted), by);
  return known.points.length > 0 ? known : { ...coarsePart(whole, range), partial: known.partial };
}

function found(answer, by) {
  const points = answer?.at === undefined ? (answer?.rows ?? []).map(row => rowPoint(row, by)) : bucketPoints(answer, by);
  return { points, single: answer?.at === undefined, partial: answer?.partial ?? null, marks: answer?.marks ?? {},
    isAwaited: answer?.written !== undefined };
}

// A part of the points of the whole run, until single snapshots are read.
export function coarsePart(whole, range) {
  const inside = whole.points.map((point, i) => i).filter(i => whole.points[i].x >= range[0] && whole.points[i].x < range[1]);
  const before = whole.points.filter(point => point.x < range[0]).length;
  const from = inside.length === 0 ? Math.max(0, before - 1) : inside[0];
  const until = inside.length === 0 ? before + 1 : inside[inside.length - 1] + 1;
  return { points: whole.points.slice(from, until), single: whole.single, partial: 'reading single snapshots…', marks: {} };
}

// At most so many points, each the highest of its neighbours with the least use of all of them.
export function thinned(points, most) {
  const joined = Math.ceil(points.length / most);
  if (joined <= 1) return points;
  return Array.from({ length: Math.ceil(points.length / joined) }, (none, i) => {
    const group = points.slice(i * joined, (i + 1) * joined);
    const highest = group.reduce((best, point) => point.most > best.most ? point : best);
    return { ...highest, least: Math.min(...group.map(point => point.least)) };
  });
}

// The points of a part of the run between those of the whole run beside it. The neighbours of the part stay single: a
// line enters the part at its true height.
export function surrounded(points, whole) {
  if (points.length === 0) return points;
  const before = whole.filter(point => point.x < points[0].x);
  const after = whole.filter(point => point.x > points[points.length - 1].x);
  return [...thinned(before.slice(0, -1), MOST_BESIDE), ...before.slice(-1), ...points,
    ...after.slice(0, 1), ...thinned(after.slice(1), MOST_BESIDE)];
}

// The level that the upload of weights left behind: the least use after the largest rise; null where it is below half
// the peak, so that an axis from 0 shows enough, and where the rise is no begin: nothing would stand above its level.
export function uploadedLevel(points) {
  let rise = 0;
  let after = 0;
  for (let i = 1; i < points.length; i++) {
    const grown = points[i].most - points[i - 1].most;
    if (grown > rise) {
      rise = grown;
      after = i;
    }
  }
  const peak = Math.max(0, ...points.map(point => point.most));
  const level = Math.min(...points.slice(after).map(point => point.least));
  return points.length > 2 && after <= points.length / 2 && level > peak / 2 ? level : null;
}

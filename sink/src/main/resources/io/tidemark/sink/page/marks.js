import { bytes, count, isMemory, plural, time } from './parts.js';

// What happened along a run: failed allocations, new peaks, programs that begin, the log's other runs. A mark is
// {x, text}; a group of marks is {kind, label, marks, note}. A kind with too many marks has a note instead.

const MOST_OF_A_KIND = 200;
const MOST_PEAKS = 12;

// `seen`: {run, memory, by, whole, loaded, timeline}. Groups without marks and note are left out.
export function marksOf(seen) {
  const groups = [failures(seen), runs(seen), newPeaks(seen),
    programs(seen, 'submission', 'submissions', name => 'submission' + (name === null ? '' : ' of ' + name)),
    programs(seen, 'const_eval', 'const-eval', name => 'constants computed by ' + name)];
  return groups.filter(group => group.marks.length > 0 || group.note !== '');
}

const lastOf = points => points[points.length - 1];

// The place of a moment: along program order the last snapshot that is not later; null where no snapshot has a time.
function placeOf(seen, millis) {
  const { points } = seen.whole;
  if (seen.by === 'time') return Math.min(Math.max(points[0].x, millis), lastOf(points).x);
  const timed = points.some(point => point.millis !== null) ? points.map(point => [point.millis, point.x])
    : seen.times.map(high => [high.at, high.snapshot]);
  return timed.filter(([at, x]) => at !== null && x !== null && at <= millis).at(-1)?.[1] ?? null;
}

// The use that the error states, where no snapshot shows it.
function statedUse(event, memory) {
  const used = (event.usedPerBank ?? 0) * event.banks;
  return used > (memory.peak?.usedBytes ?? used) ? ', the error states ' + bytes(used) + ' in use' : '';
}

function failures(seen) {
  const { run, memory, whole } = seen;
  const own = run.outOfMemory.filter(isMemory(memory));
  const marks = whole.points.length === 0 ? [] : own.map(event => ({
    x: (event.timeMillis === undefined ? null : placeOf(seen, event.timeMillis)) ?? lastOf(whole.points).x,
    text: 'out of memory' + (event.during ? ': ' + event.during : '') + statedUse(event, memory) }));
  return { kind: 'failure', label: 'out of memory', marks, note: '' };
}

function runs({ run, whole }) {
  const marks = [];
  if (whole.points.length > 0 && run.runBefore !== undefined) {
    marks.push({ x: whole.points[0].x, text: run.id + ' begins, after ' + run.runBefore });
  }
  if (whole.points.length > 0 && run.runAfter !== undefined) {
    marks.push({ x: lastOf(whole.points).x, text: run.runAfter + ' of the same log begins' });
  }
  return { kind: 'run', label: 'runs', marks, note: '' };
}

// The end of each rise above all before it; of many the last ones, which are the highest.
function newPeaks({ whole }) {
  const found = [];
  let highest = 0;
  whole.points.forEach((point, i) => {
    const rises = whole.points[i + 1] !== undefined && whole.points[i + 1].most > point.most;
    if (point.most > highest && !rises) found.push({ x: point.x, text: 'new peak of ' + bytes(point.most) });
    highest = Math.max(highest, point.most);
  });
  const note = found.length > MOST_PEAKS ? 'The last ' + MOST_PEAKS + ' of ' + count(found.length) + ' new peaks are marked.' : '';
  return { kind: 'peak', label: 'new peaks', marks: whole.points.length < 2 ? [] : found.slice(-MOST_PEAKS), note };
}

function programs({ by, loaded }, kind, label, words) {
  const known = loaded.marks?.[kind];
  const group = { kind, label, marks: [], note: '' };
  if (known === undefined) return group;
  if (known.inAll > MOST_OF_A_KIND) {
    const name = kind === 'submission' ? plural(known.inAll, 'submission') : plural(known.inAll, 'program') + ' that compute constants';
    return { ...group, note: name + ': marked where at most ' + MOST_OF_A_KIND + ' are in view.' };
  }
  const at = by === 'time' ? known.timeMillis : known.n;
  return { ...group, marks: at.map((x, i) => ({ x, text: words(known.programs[i]) })) };
}

// Where a mark is, in words.
export function placeText(x, by) {
  return by === 'time' ? time(x) : 'snapshot ' + count(x);
}

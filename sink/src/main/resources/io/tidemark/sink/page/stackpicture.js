import { chartColours } from './charts.js';
import { bytes, count, percent, roundStep, svg, tickText } from './parts.js';
import { columnName, courseOf, holderName } from './stack.js';

// The picture of who holds a memory: a band for each holder, the capacity as a line, the refused block to scale on top,
// and below, on the same axis, what is free.

const LEFT = 62;
const TOP = 22;
const GAP = 52;
const FREE_SHARE = 0.2;
const BLOCK = 18;
// Labels stand beside the bands where there is room, else below them.
const LABELS = 392;
const WIDE = 820;
const ROW = 36;
const LINE = 15;
const MOST_LABELS = 7;
// A bar alone; and room below columns without free bytes.
const ONE_BAR = 360;
const FOOTS = { peak: 12, phase: 78 };
const LEAST_LABELLED = 0.004;
const TICKS = { use: 7, free: 3 };
const CHARACTER = { 13: 7.4, 12: 6.2 };
// A capacity beyond so many times the highest use is not drawn to scale.
const FAR = 4;
const HEADROOM = 1.1;

export const cut = (text, width, size) => text.length * CHARACTER[size] <= width ? text : text.slice(0, Math.max(4, Math.floor(width / CHARACTER[size]) - 1)) + '…';

// A line of text in a picture.
export function words(x, y, text, { size = 12, fill, weight = 400, anchor = 'start', ...more }) {
  return svg('text', { x, y, 'font-size': size, fill, 'font-weight': weight, 'text-anchor': anchor, ...more }, text);
}

// A step area over the columns, between two heights of each.
function stepArea(columns, x, low, high) {
  const up = columns.map((column, i) => 'H' + x(i) + 'V' + high(i) + 'H' + x(i + 1)).join('');
  const back = columns.map((column, i) => columns.length - 1 - i).map(i => 'V' + low(i) + 'H' + x(i)).join('');
  return 'M' + x(0) + ' ' + low(0) + up + back + 'Z';
}

function byteTicks(most, ticks) {
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, most / ticks)));
  return Array.from({ length: Math.floor(most / step) + 1 }, (none, i) => ({ at: i * step, text: tickText(i * step, step) }));
}

const axisOf = (frame, from, height, most, ticks) => byteTicks(most, ticks).flatMap(({ at, text }) => {
  const y = from + height * (1 - at / most);
  return [svg('line', { x1: LEFT, x2: frame.right, y1: y, y2: y, stroke: frame.ink.line }),
    words(LEFT - 6, y + 4, text, { size: 11, fill: frame.ink.quiet, anchor: 'end' })];
});

// Names of about ten columns, none above another; a long one has a line for each word.
function columnNames(frame, stack, y) {
  const { columns, unit } = stack;
  if (unit === 'peak') return [];
  const every = roundStep(columns.length / Math.min(10, frame.width / 60));
  const small = { size: 11, fill: frame.ink.quiet, anchor: 'middle' };
  const room = frame.width * every / columns.length - 4;
  const shown = columns.map((column, i) => i).filter(i => i % every === 0);
  return [...shown.flatMap(i => linesOf(columnName(columns[i]), room).map((line, at) =>
    words((frame.x(i) + frame.x(i + 1)) / 2, y + 13 * at, line, small))), words((LEFT + frame.right) / 2, y + namesHeight(stack, room), unit, small)];
}

const linesOf = (name, room) => name.length * CHARACTER[12] <= room ? [name] : name.split('_').map(line => cut(line, room, 12));

const namesHeight = (stack, room) => 2 + 13 * Math.max(...stack.columns.map(column => linesOf(columnName(column), room).length));

// How a holder goes on; without submissions, its share.
function slopeText(stack, band, size) {
  if (stack.unit !== 'submission') return ' · ' + percent(size / stack.labelled.used);
  const course = courseOf(band, stack.columns);
  if (course === null) return '';
  return course === 0 ? ' · constant' : ' · ' + (course > 0 ? '+' : '−') + bytes(Math.abs(band.bytesPerSubmission)) + ' each submission';
}

// Labels of the bands that are seen at the labelled column, from the top.
function labelsOf(stack) {
  const { labelled } = stack;
  const labels = [];
  let low = 0;
  for (const band of stack.bands) {
    const size = band.bytes[labelled.i];
    labels.push({ band, size, middle: low + size / 2 });
    low += size;
  }
  labels.reverse();
  const largest = [...labels].sort((a, b) => b.size - a.size).slice(0, MOST_LABELS).filter(label => label.size > LEAST_LABELLED * labelled.used);
  return labels.filter(label => largest.includes(label)).map(({ band, size, middle }) => ({ middle, colour: stack.colours.get(band), head: holderName(band),
    place: band.place ?? '', below: bytes(size) + slopeText(stack, band, size) }));
}

// The use that a request met.
const usedAt = (stack, refusal) => refusal.used ?? stack.columns[refusal.at].used;

function refusalLabel(stack, middle, fits) {
  const { refusal, capacity } = stack;
  const above = refusal.used === null ? 0 : refusal.used + refusal.needed - capacity;
  return { middle, colour: 'asked', place: '', head: 'asked: ' + (refusal.op === null ? '' : refusal.op + ' ') + bytes(refusal.needed)
    + (refusal.at === stack.columns.length - 1 ? '' : ', ' + stack.unit + ' ' + columnName(stack.columns[refusal.at])),
    below: [above > 0 && capacity > 0 ? bytes(above) + ' above the device' : '', fits === undefined ? '' : 'would fit ' + fits.replace(/ \(.*/, '')].filter(Boolean).join('; ') };
}

// Places of labels beside their bands, pushed apart.
function placed(labels, y, from, until) {
  let next = from;
  const down = labels.map(label => {
    const at = Math.max(next, y(label.middle) - ROW / 2 + 4);
    next = at + ROW;
    return { ...label, at };
  });
  let most = until;
  return down.reverse().map(label => {
    const at = Math.min(label.at, most - ROW);
    most = at;
    return { ...label, at };
  }).reverse();
}

const swatchOf = (frame, label) => label.colour === 'asked' ? frame.ink.failure : label.colour;

// The lines of a label. Beside the bands it has two, below them as many as it needs.
function labelLines(label, room, wide) {
  const { head, place, below } = label;
  const whole = head + (place === '' ? '' : ' · ' + place);
  if (whole.length * CHARACTER[13] <= room) return [whole, ...wide ? [below] : below.split('; ')];
  return wide ? [head, (place === '' ? '' : place + ' · ') + below] : [head, ...below.split('; '), place];
}

function labelNodes(frame, label, x, width) {
  const red = label.colour === 'asked';
  const room = width - 19;
  const [head, ...lines] = label.lines;
  return svg('g', { class: 'holder-label' },
    svg('rect', { x, y: label.at, width: 12, height: 12, fill: swatchOf(frame, label) }),
    words(x + 19, label.at + 11, cut(head, room, 13), { size: 13, weight: 600, fill: red ? frame.ink.failure : frame.ink.text }),
    ...lines.map((line, i) => words(x + 19, label.at + 11 + LINE * (i + 1), cut(line, room, 12), { fill: red ? frame.ink.failure : frame.ink.quiet })));
}

function drawBands(frame, stack) {
  const lows = stack.columns.map(() => 0);
  return stack.bands.map(band => {
    const from = [...lows];
    stack.columns.forEach((column, i) => lows[i] += band.bytes[column.i]);
    const to = [...lows];
    return svg('path', { class: 'holder', 'data-holder': holderName(band), 'data-place': band.place ?? '', fill: stack.colours.get(band),
      d: stepArea(stack.columns, frame.x, i => frame.y(from[i]), i => frame.y(to[i])) });
  });
}

function drawCapacity(frame, stack) {
  if (!(stack.capacity > 0)) return [];
  const y = Math.max(TOP - 3, frame.y(stack.capacity));
  const missing = stack.labelled.used - stack.capacity;
  const line = svg('line', { x1: LEFT, x2: frame.right + BLOCK, y1: y, y2: y, stroke: frame.ink.failure, 'stroke-width': 2 });
  const text = 'capacity ' + bytes(stack.capacity) + (stack.capacity > frame.most ? ' ↑' : missing > 0 ? ', ' + bytes(missing) + ' missing' : '');
  const ground = svg('rect', { x: LEFT + 2, y: y - 17, width: text.length * CHARACTER[12] + 8, height: 16, fill: frame.ink.card });
  return [...stack.capacity > frame.most ? [] : [line], ...missing > 0 ? [ground] : [], words(LEFT + 6, y - 5, text, { fill: frame.ink.failure, class: 'capacity' })];
}

// A request to scale on top of the column behind which it came; behind the last one it stands beside the bands.
function drawRefusal(frame, stack, refusal) {
  const used = usedAt(stack, refusal);
  const top = frame.y(used + refusal.needed);
  const x = refusal.at === stack.columns.length - 1 ? frame.right + 1 : frame.x(refusal.at + 1) - BLOCK / 2;
  return svg('rect', { class: 'refused', x, y: top, width: BLOCK - 1, height: Math.max(2, frame.y(used) - top), fill: frame.ink.failure,
    stroke: frame.ink.text, 'data-bytes': refusal.needed, 'data-column': columnName(stack.columns[refusal.at]) });
}

function fromHereText(stack) {
  const { fromHere, columns, refusal, unit } = stack;
  const size = 'no ' + bytes(refusal.needed);
  if (fromHere === 0) return size + ' would have fitted at any ' + unit;
  const before = columns[refusal.at].number - columns[fromHere].number;
  return 'from here ' + size + ' would fit: ' + unit + ' ' + columnName(columns[fromHere]) + (before > 0 ? ', ' + count(before) + ' before it failed' : '');
}

// Free bytes in all and in one piece. The axis ends where what was asked for is seen.
function drawFree(frame, stack) {
  const { columns, refusal } = stack;
  const free = column => Math.max(0, stack.capacity - column.used);
  const all = Math.max(1, ...columns.map(free));
  const most = refusal === null ? all : Math.min(Math.max(all, HEADROOM * refusal.needed), 3 * refusal.needed);
  const from = frame.freeTop;
  const y = value => from + frame.freeHeight * (1 - Math.min(most, value) / most);
  const line = columns.map((column, i) => (i === 0 ? 'M' + frame.x(0) + ' ' + y(free(column)) : 'V' + y(free(column))) + 'H' + frame.x(i + 1)).join('');
  const asked = refusal === null ? '' : '; dashed: ' + bytes(refusal.needed);
  const title = frame.wide ? 'What is free: in one piece (area) and in all (line)' + asked + (asked && ', what was asked for') : 'Free: in one piece, in all' + asked;
  const nodes = [words(LEFT, from - 8, title, { fill: frame.ink.quiet }), ...axisOf(frame, from, frame.freeHeight, most, TICKS.free)];
  nodes.push(svg('path', { class: 'largest-block', fill: frame.ink.free, d: stepArea(columns, frame.x, () => y(0), i => y(columns[i].block ?? 0)) }));
  nodes.push(svg('path', { fill: 'none', stroke: frame.ink.peak, 'stroke-width': 1.5, d: line }));
  if (refusal === null) return nodes;
  nodes.push(svg('line', { x1: LEFT, x2: frame.right, y1: y(refusal.needed), y2: y(refusal.needed), stroke: frame.ink.text, 'stroke-dasharray': '5 4' }));
  if (stack.fromHere === null || stack.fromHere < 0) return nodes;
  const x = frame.x(stack.fromHere);
  const text = fromHereText(stack);
  const lines = text.length * CHARACTER[13] < frame.width - 8 ? [text] : text.split(': ');
  const long = Math.max(...lines.map(line => line.length)) * CHARACTER[13];
  const right = x + 6 + long < frame.right + BLOCK;
  const at = right ? x + 6 : Math.max(LEFT + 4 + long, x - 6);
  nodes.push(svg('line', { x1: x, x2: x, y1: from - 3, y2: from + frame.freeHeight, stroke: frame.ink.failure, 'stroke-width': 2 }),
    ...lines.map((line, i) => words(at, from + frame.freeHeight - 9 - LINE * (lines.length - 1 - i), line, { weight: 600, fill: frame.ink.text,
      anchor: right ? 'start' : 'end', class: 'from-here', stroke: frame.ink.card, 'stroke-width': 4, 'paint-order': 'stroke' })));
  return nodes;
}

// The picture in a width and a height, without the labels below it; `fits` says with how much less it would have fitted.
export function stackSvg(stack, width, high, fits) {
  const wide = width >= WIDE;
  const right = stack.unit === 'peak' ? LEFT + ONE_BAR : wide ? width - LABELS - BLOCK - 10 : width - BLOCK - 4;
  const { columns, refusal } = stack;
  const asked = refusal === null ? 0 : usedAt(stack, refusal) + refusal.needed;
  const highest = Math.max(1, ...stack.refusals.map(one => usedAt(stack, one) + one.needed), ...columns.map(column => column.used));
  const most = stack.capacity > FAR * highest ? HEADROOM * highest : Math.max(highest, stack.capacity);
  const showsFree = stack.capacity > 0 && columns.some(column => column.block !== null);
  const freeHeight = high * FREE_SHARE;
  const height = high - TOP - (showsFree ? GAP + freeHeight + 12 : FOOTS[stack.unit] ?? 40);
  const frame = { ink: chartColours(), wide, most, left: LEFT, right, width: right - LEFT, x: i => LEFT + (right - LEFT) * i / columns.length,
    y: value => TOP + height * (1 - value / most), value: y => most * (1 - (y - TOP) / height), freeTop: TOP + height + GAP, freeHeight };
  const labels = [...refusal === null ? [] : [refusalLabel(stack, asked - refusal.needed / 2, fits)], ...labelsOf(stack)];
  const room = wide ? width - right - BLOCK - 16 : width - LEFT + 46;
  const lined = labels.map(label => ({ ...label, lines: labelLines(label, room - 19, wide) }));
  let next = high;
  const beside = wide ? placed(lined, frame.y, 4, Math.max(high, 4 + labels.length * ROW)) : lined.map(label => {
    const at = next;
    next += LINE * label.lines.length + 8;
    return { ...label, at };
  });
  const whole = wide ? Math.max(high, (beside.at(-1)?.at ?? 0) + ROW) : next;
  const cursor = svg('line', { class: 'cursor', y1: TOP, y2: high - 12, stroke: frame.ink.text, visibility: 'hidden' });
  const node = svg('svg', { class: 'stack', width, height: whole, viewBox: '0 0 ' + width + ' ' + whole, role: 'img', 'font-family': 'system-ui, sans-serif',
    'aria-label': labels.map(label => label.head + ' ' + label.below).join('; ') },
  ...axisOf(frame, TOP, height, most, TICKS.use), ...drawBands(frame, stack), ...drawCapacity(frame, stack), ...stack.refusals.map(one => drawRefusal(frame, stack, one)),
  ...columnNames(frame, stack, TOP + height + 15), ...showsFree ? drawFree(frame, stack) : [],
  ...beside.map(label => labelNodes(frame, label, wide ? right + BLOCK + 12 : LEFT - 50, room)), cursor);
  return { node, frame, cursor };
}

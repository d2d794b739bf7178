// Stacked bars of trainings as SVG: every size is text of the document.

import { bytes, el, svg, tickText } from './parts.js';
import { hatchTile } from './planstyle.js';
import { PHASE_PARTS, phaseStack, phaseRange, hasExpected } from './phasestack.js';

const BAR = 92;
const GAP = 22;
// Room for the name of a limit beside the bars.
const RUN_GAP = 128;
const HEIGHT = 380;
const TOP = 30;
const LEFT = 84;
const LABEL_LEAST_PIXELS = 13;
const PATTERN_INK = 'rgba(0,0,0,0.28)';

function phaseLabel(x, y, text, className, anchor = 'middle') {
  return svg('text', { x, y, class: className, 'text-anchor': anchor }, text);
}

function phaseSegment(part, x, y) {
  const top = y(part.high);
  const height = y(part.low) - top;
  const nodes = [svg('rect', { x, y: top, width: BAR, height: Math.max(height, 0), fill: 'url(#phase-' + part.name + ')', class: 'segment',
    'data-part': part.name, 'data-bytes': part.bytes }, svg('title', {}, part.label + ' ' + bytes(part.bytes)))];
  if (height >= LABEL_LEAST_PIXELS) nodes.push(phaseLabel(x + BAR / 2, (top + y(part.low)) / 2 + 4, bytes(part.bytes), 'inside'));
  return nodes;
}

function stackBar(training, kind, x, y) {
  const stack = phaseStack(training, kind);
  const top = Math.max(...stack.map(part => part.high));
  return svg('g', { class: 'phase-bar', 'data-kind': kind, 'data-total': training.peakBytes }, ...stack.flatMap(part => phaseSegment(part, x, y)),
    phaseLabel(x + BAR / 2, y(top) - 6, 'total ' + bytes(training.peakBytes), 'total'),
    phaseLabel(x + BAR / 2, TOP + HEIGHT + 18, kind, 'quiet'));
}

function phaseAxis(range, width, y) {
  const every = 2 ** Math.ceil(Math.log2(Math.max(1, (range.high - range.low) / 7)));
  const nodes = [];
  for (let at = Math.ceil(range.low / every) * every; at <= range.high; at += every) {
    nodes.push(svg('line', { x1: LEFT, x2: width, y1: y(at), y2: y(at), class: at === 0 ? 'zero' : 'grid' }),
      phaseLabel(LEFT - 8, y(at) + 4, tickText(at, every), 'quiet', 'end'));
  }
  return nodes;
}

// The limit of a device, over the bars of its run alone: devices may differ.
function phaseLimit(training, from, until, y) {
  const at = y(training.deviceBytes);
  if (at < 0) return [phaseLabel((from + until) / 2, 14, 'device ' + bytes(training.deviceBytes) + ' ↑', 'limit-label')];
  return [svg('line', { x1: from, x2: until, y1: at, y2: at, class: 'limit' }),
    phaseLabel(until + 6, at + 4, 'device ' + bytes(training.deviceBytes), 'limit-label', 'start')];
}

export function phaseLegend() {
  return el('ul', 'phase-legend', ...[...PHASE_PARTS].reverse().map(part =>
    el('li', '', svg('svg', { width: 16, height: 16, 'aria-hidden': 'true' },
      svg('rect', { width: 16, height: 16, fill: 'url(#phase-' + part.name + ')' })), ' ' + part.label)));
}

// One group of bars per run: the actual sizes, and beside them the expected ones.
export function phaseBars(runs, upTo) {
  const range = phaseRange(runs.map(run => run.training), upTo);
  const y = value => TOP + HEIGHT * (range.high - value) / (range.high - range.low);
  const groups = [];
  let x = LEFT + GAP;
  for (const run of runs) {
    const from = x;
    const kinds = hasExpected(run.training) ? ['actual', 'expected'] : ['actual'];
    const bars = kinds.map(kind => {
      const bar = stackBar(run.training, kind, x, y);
      x += BAR + GAP;
      return bar;
    });
    const until = x - GAP;
    groups.push(svg('g', { 'data-run': run.id }, ...bars, ...phaseLimit(run.training, from - GAP / 2, until + GAP / 2, y),
      phaseLabel((from + until) / 2, TOP + HEIGHT + 38, run.id.length > 30 ? '…' + run.id.slice(-29) : run.id, 'run-name')));
    x += RUN_GAP;
  }
  const width = Math.max(x, 320);
  return svg('svg', { viewBox: '0 0 ' + width + ' ' + (TOP + HEIGHT + 50), width, height: TOP + HEIGHT + 50, class: 'phase-bars',
    role: 'img', 'aria-label': 'Parts of the peak of ' + runs.length + ' training runs; the table below holds the sizes' },
  svg('defs', {}, ...PHASE_PARTS.map(part => hatchTile('phase-' + part.name, part.fill, part.pattern, PATTERN_INK))), ...phaseAxis(range, width, y), ...groups);
}

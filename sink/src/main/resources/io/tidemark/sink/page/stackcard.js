import { bytes, el, percent, svg } from './parts.js';
import { pictureButtons } from './pictures.js';
import { columnName, holderName, isNamed, stackOf } from './stack.js';
import { cut, stackSvg, words } from './stackpicture.js';

// The card of the picture of who holds a memory, with what lives under the pointer.

// With the words above it, the picture is on one screen.
const BESIDE = 404;
const PEAK_HEIGHT = 300;
const MOST_HEIGHT = 560;
const LEAST_HEIGHT = 360;
// A saved picture says by itself what it is.
const SAVED = { width: 1200, height: 560, head: 76, edge: 20 };

// Holders at a column from the top, the one at the pointer first in bold.
function hint(stack, column, value) {
  let low = 0;
  const rows = [];
  for (const band of stack.bands) {
    const size = band.bytes[column.i];
    const at = value >= low && value < low + size;
    low += size;
    if (size <= 0) continue;
    const swatch = el('i', 'swatch');
    swatch.style.background = stack.colours.get(band);
    rows.unshift(el('tr', at ? 'found' : '', el('td', '', swatch, holderName(band)), el('td', 'words', band.place ?? ''), el('td', '', bytes(size)), el('td', '', percent(size / column.used))));
  }
  const left = stack.capacity - column.used;
  const free = stack.capacity > 0 ? ', ' + bytes(Math.abs(left)) + (left < 0 ? ' missing' : ' free') + (column.block === null ? '' : ', ' + bytes(column.block) + ' in one piece') : '';
  return [el('p', '', (stack.unit === 'peak' ? 'at the peak' : stack.unit + ' ' + columnName(column)) + ': ' + bytes(column.used) + ' used' + free), el('table', '', el('tbody', '', ...rows))];
}

// The picture below its run and its sentence.
function savedPicture({ stack, fits, head, said, name }) {
  const { node, frame } = stackSvg(stack, SAVED.width, SAVED.height, fits);
  const width = SAVED.width + 2 * SAVED.edge;
  const height = Number(node.getAttribute('height')) + SAVED.head;
  const box = { width, height };
  for (const [key, value] of Object.entries({ ...box, viewBox: [-SAVED.edge, -SAVED.head, width, height].join(' ') })) node.setAttribute(key, value);
  node.prepend(svg('rect', { x: -SAVED.edge, y: -SAVED.head, ...box, fill: frame.ink.card }),
    words(0, -46, head, { size: 17, weight: 600, fill: frame.ink.text }), words(0, -22, cut(said, SAVED.width, 13), { size: 14, fill: frame.ink.text }));
  return { name, node };
}

function titleOf(stack, memory) {
  const along = stack.unit === 'peak' ? ' at its peak' : ', ' + stack.unit + ' by ' + stack.unit;
  return (stack.bands.some(isNamed) ? 'Who holds ' + memory : 'How full ' + memory + ' is') + along;
}

function keyOf(stack) {
  const colours = stack.unit === 'phase' ? 'A colour is what a kind of phase allocates; bytes are those at the peak, in ' + stack.labelled.name
    + '. Frees are taken off the upper parts.'
    : stack.unit === 'step' ? 'A colour is the op that makes the buffers, with * for a number; bytes are those at the peak, step ' + stack.labelled.name + '.'
    : stack.unit === 'peak' ? '' : stack.bands.some(isNamed) ? 'A colour is a holder: the op that made the bytes, its module and its line.' : 'The log does not name who holds it.';
  return colours + (stack.refusal === null ? '' : ' The red block is what was asked for, to scale.');
}

// The card of a memory's picture; hidden where the log does not name makers.
export function stackCard() {
  const area = el('div', { class: 'charted', tabindex: '0', 'data-chart': 'stack' });
  const tip = el('div', { class: 'stack-tip', hidden: 'hidden', 'aria-live': 'polite' });
  const title = el('h3');
  const legend = el('p', 'quiet stack-key');
  const node = el('section', { class: 'card wide', hidden: 'hidden' }, title, legend, area,
    pictureButtons(() => savedPicture(shown)));
  let shown = null;
  let drawn = null;
  let at = null;
  let height = 0;
  const point = (i, value) => {
    height = value;
    at = Math.min(shown.stack.columns.length - 1, Math.max(0, i));
    const x = (drawn.frame.x(at) + drawn.frame.x(at + 1)) / 2;
    drawn.cursor.setAttribute('x1', x);
    drawn.cursor.setAttribute('x2', x);
    drawn.cursor.setAttribute('visibility', 'visible');
    tip.replaceChildren(...hint(shown.stack, shown.stack.columns[at], value));
    tip.hidden = false;
    const half = area.clientWidth / 2;
    tip.style.left = x > half ? '' : x + 14 + 'px';
    tip.style.right = x > half ? area.clientWidth - x + 14 + 'px' : '';
  };
  const leave = () => {
    tip.hidden = true;
    drawn?.cursor.setAttribute('visibility', 'hidden');
  };
  const redraw = () => {
    if (shown === null || area.clientWidth === 0) return;
    const high = shown.stack.unit === 'peak' ? PEAK_HEIGHT : Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, innerHeight - BESIDE));
    drawn = stackSvg(shown.stack, area.clientWidth, high, shown.fits);
    area.replaceChildren(drawn.node, tip);
    if (!tip.hidden) point(at, height);
  };
  area.addEventListener('pointermove', event => {
    const box = area.getBoundingClientRect();
    const x = event.clientX - box.left;
    const { frame } = drawn;
    if (x < frame.left || x > frame.right) return leave();
    point(Math.floor((x - frame.left) / frame.width * shown.stack.columns.length), frame.value(event.clientY - box.top));
  });
  area.addEventListener('pointerleave', leave);
  area.addEventListener('keydown', event => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move === undefined) return;
    point((at ?? shown.stack.columns.length - 1) + move, -1);
    event.preventDefault();
  });
  new ResizeObserver(redraw).observe(area);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  return { node,
    // `held` is the document `holders`, for a memory without a course; null for none.
    show(run, memory, timeline, held) {
      const stack = stackOf(run, memory, timeline, held);
      node.hidden = stack === null;
      if (stack === null) return;
      title.textContent = titleOf(stack, memory.memory);
      const { fits, where, why } = run.answer;
      shown = { stack, fits, head: run.id + ' · ' + title.textContent, said: [why ?? run.verdict, where?.words].filter(Boolean).join(' · '), name: memory.memory + '-holders' };
      legend.textContent = keyOf(stack);
      redraw();
    } };
}

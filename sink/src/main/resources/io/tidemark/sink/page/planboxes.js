// A canvas of boxes that can be zoomed, hovered and picked by pointer and keyboard. The window that is shown stands in
// data attributes of the figure, in steps and in bytes or rows.

import { download, downloadBlob, el, tool } from './parts.js';
import { paintBoxes, boxesFile, boxAt, plotOf } from './planpaint.js';

const BOX_ZOOM = 1.5;
const DRAG_LEAST_PIXELS = 6;
const NOTE_MILLIS = 150;

const ZOOM_KEYS = {
  '+': ['zoom', 'across', 1 / BOX_ZOOM], '=': ['zoom', 'across', 1 / BOX_ZOOM], '-': ['zoom', 'across', BOX_ZOOM],
  PageUp: ['zoom', 'up', 1 / BOX_ZOOM], PageDown: ['zoom', 'up', BOX_ZOOM],
  ArrowLeft: ['pan', 'across', -0.2], ArrowRight: ['pan', 'across', 0.2],
  ArrowUp: ['pan', 'up', 0.2], ArrowDown: ['pan', 'up', -0.2],
};

// A range of at least `least`, inside of the whole.
function rangeWithin(from, until, whole, least) {
  const span = Math.min(Math.max(until - from, least), whole.until - whole.from);
  const start = Math.max(whole.from, Math.min(from, whole.until - span));
  return [start, start + span];
}

export class BoxFigure {
  constructor(label, events) {
    this.canvas = el('canvas', { class: 'boxes', tabindex: '0', role: 'img', 'aria-label': label
      + '. Keys: plus and minus zoom steps, page up and page down zoom the other axis, arrows move, n and p visit the boxes, enter pins, 0 shows all.' });
    this.card = el('div', { class: 'hover-card', role: 'status' });
    this.card.hidden = true;
    this.node = el('div', 'box-figure', this.canvas, this.card, this.buttons());
    this.events = events;
    this.noting = null;
    this.drag = null;
    this.visited = -1;
    this.listen();
    new ResizeObserver(() => this.paint()).observe(this.canvas);
  }

  buttons() {
    return el('div', 'tools',
      tool('steps +', 'zoom into the steps', () => this.zoom('across', 1 / BOX_ZOOM)),
      tool('steps −', 'zoom out of the steps', () => this.zoom('across', BOX_ZOOM)),
      tool('↕ +', 'zoom into the addresses or rows', () => this.zoom('up', 1 / BOX_ZOOM)),
      tool('↕ −', 'zoom out of the addresses or rows', () => this.zoom('up', BOX_ZOOM)),
      tool('all', 'show all', () => this.whole()),
      tool('PNG', 'save as PNG', () => download('tidemark-plan.png', this.canvas.toDataURL('image/png'))),
      tool('SVG', 'save as SVG', () => downloadBlob('tidemark-plan.svg', new Blob([boxesFile(this.canvas, this.picture, this.view)], { type: 'image/svg+xml' }))));
  }

  // Keeps the window while the axes stay the same; begins with the one of a link.
  show(picture) {
    const same = this.picture !== undefined && JSON.stringify(this.picture.range) === JSON.stringify(picture.range);
    const first = this.picture === undefined;
    const linked = first ? this.events.window?.() ?? null : null;
    this.picture = picture;
    if (!same) this.view = { ...picture.range };
    this.card.hidden = true;
    if (linked !== null) this.fit(linked.left, linked.right, linked.low, linked.high);
    this.paint();
    if (!first && !same) this.note();
  }

  // A link to what is shown follows once the window rests: browsers bear few changes of an address per second.
  note() {
    clearTimeout(this.noting);
    this.noting = setTimeout(() => {
      const { range } = this.picture;
      const whole = Object.keys(range).every(side => range[side] === this.view[side]);
      if (this.node.isConnected) this.events.onWindow?.(whole ? null : this.view);
    }, NOTE_MILLIS);
  }

  paint() {
    if (this.picture === undefined || this.canvas.clientWidth === 0) return;
    const seen = paintBoxes(this.canvas, this.picture, this.view);
    Object.assign(this.node.dataset, { boxes: this.picture.boxes.length, seen,
      left: this.view.left, right: this.view.right, low: this.view.low, high: this.view.high });
  }

  whole() {
    this.view = { ...this.picture.range };
    this.paint();
    this.note();
  }

  fit(left, right, low, high) {
    const { range } = this.picture;
    [this.view.left, this.view.right] = rangeWithin(left, right, { from: range.left, until: range.right }, 1);
    [this.view.low, this.view.high] = rangeWithin(low, high, { from: range.low, until: range.high }, this.picture.leastUp);
  }

  zoomTo(left, right, low, high) {
    this.fit(left, right, low, high);
    this.paint();
    this.note();
  }

  zoom(axis, factor, share = 0.5) {
    const { left, right, low, high } = this.view;
    const around = (from, until) => {
      const at = from + (until - from) * share;
      return [at - (until - from) * factor * share, at + (until - from) * factor * (1 - share)];
    };
    if (axis === 'across') this.zoomTo(...around(left, right), low, high);
    else this.zoomTo(left, right, ...around(low, high));
  }

  pan(axis, share) {
    const { left, right, low, high } = this.view;
    const across = axis === 'across' ? (right - left) * share : 0;
    const up = axis === 'up' ? (high - low) * share * (this.picture.downwards ? -1 : 1) : 0;
    this.zoomTo(left + across, right + across, low + up, high + up);
  }

  pixel(event) {
    const frame = this.canvas.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  listen() {
    this.canvas.addEventListener('pointerdown', event => { this.drag = this.pixel(event); });
    this.canvas.addEventListener('pointermove', event => this.hover(this.pixel(event)));
    this.canvas.addEventListener('pointerleave', () => { this.card.hidden = true; });
    this.canvas.addEventListener('pointerup', event => this.release(this.pixel(event)));
    this.canvas.addEventListener('dblclick', () => this.whole());
    this.canvas.addEventListener('wheel', event => this.wheel(event), { passive: false });
    this.canvas.addEventListener('keydown', event => this.key(event));
  }

  hover(pixel) {
    this.describe(boxAt(this.canvas, this.picture, this.view, pixel), pixel);
  }

  describe(box, pixel) {
    this.card.hidden = box === null;
    if (box === null) return;
    this.card.replaceChildren(...this.events.describe(box));
    const room = this.canvas.clientWidth - this.card.offsetWidth - 8;
    this.card.style.left = Math.max(0, Math.min(pixel.x + 14, room)) + 'px';
    this.card.style.top = pixel.y + 14 + 'px';
  }

  // A drag zooms into its area; a click picks a box.
  release(pixel) {
    const from = this.drag;
    this.drag = null;
    if (from === null) return;
    if (Math.abs(from.x - pixel.x) < DRAG_LEAST_PIXELS && Math.abs(from.y - pixel.y) < DRAG_LEAST_PIXELS) {
      this.events.pick(boxAt(this.canvas, this.picture, this.view, pixel));
      return;
    }
    const plot = plotOf(this.canvas, this.picture, this.view);
    const steps = [plot.stepAt(from.x), plot.stepAt(pixel.x)];
    const values = [plot.valueAt(from.y), plot.valueAt(pixel.y)];
    this.zoomTo(Math.min(...steps), Math.max(...steps), Math.min(...values), Math.max(...values));
  }

  // The wheel scrolls the page; with Ctrl it zooms steps, with Ctrl and Shift the other axis.
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixel = this.pixel(event);
    const plot = plotOf(this.canvas, this.picture, this.view);
    const factor = event.deltaY < 0 ? 1 / BOX_ZOOM : BOX_ZOOM;
    const { left, right, low, high } = this.view;
    if (event.shiftKey) this.zoom('up', factor, (plot.valueAt(pixel.y) - low) / (high - low));
    else this.zoom('across', factor, (plot.stepAt(pixel.x) - left) / (right - left));
  }

  key(event) {
    const action = ZOOM_KEYS[event.key];
    if (action !== undefined) this[action[0]](action[1], action[2]);
    else if (event.key === '0') this.whole();
    else if (event.key === 'n' || event.key === 'p') this.visit(event.key === 'n' ? 1 : -1);
    else if (event.key === 'Enter' && this.visited >= 0) this.events.pick(this.picture.boxes[this.visited] ?? null);
    else if (event.key === 'Escape') this.events.pick(null);
    else return;
    event.preventDefault();
  }

  visit(by) {
    const { boxes } = this.picture;
    if (boxes.length === 0) return;
    this.visited = (this.visited + by + boxes.length) % boxes.length;
    const box = boxes[this.visited];
    const plot = plotOf(this.canvas, this.picture, this.view);
    this.describe(box, { x: plot.x((box.left + box.right) / 2), y: plot.y((box.low + box.high) / 2) });
  }
}

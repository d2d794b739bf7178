import * as echarts from './echarts.js';
import { button, download, el, tickText } from './parts.js';

// The one wrapper of ECharts: the page's colours, axes of bytes, hints without markup, resizing, saving.

const SPLITS = 5;
const LONGEST_TEXT = 160;
// Charts are drawn before they are scrolled to.
const BESIDE_VIEW = '1500px';

// Readable by the colour-blind: each class also has another place or pattern.
export function chartColours() {
  const css = getComputedStyle(document.documentElement);
  const of = name => css.getPropertyValue('--' + name).trim();
  return { used: of('used'), free: of('free'), block: of('block'), capacity: of('alarm'), failure: of('alarm'),
    peak: of('warm'), weights: of('weights'), activations: of('used'), other: of('other'), text: of('text'),
    quiet: of('quiet'), line: of('line'), card: of('card') };
}

// A text of a log inside a chart: no style of ECharts' own begins in it, and it is one line.
export function chartText(text) {
  const plain = String(text).replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ').replaceAll('{', '{\u200b');
  return plain.length > LONGEST_TEXT ? plain.slice(0, LONGEST_TEXT) + '…' : plain;
}

// An axis of bytes with steps that are powers of two, from `low` to at least `high`.
export function byteAxis(low, high, extra = {}) {
  const colours = chartColours();
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, (high - low) / SPLITS)));
  return { type: 'value', min: Math.floor(low / step) * step, max: Math.ceil(high / step) * step, interval: step,
    axisLabel: { formatter: value => tickText(value, step), color: colours.quiet },
    splitLine: { lineStyle: { color: colours.line } }, ...extra };
}

function dressed(option, label) {
  const colours = chartColours();
  return { animation: false, backgroundColor: 'transparent', textStyle: { color: colours.text, fontFamily: 'system-ui, sans-serif' },
    grid: { left: 76, right: 24, top: 28, bottom: 64 }, ...option,
    tooltip: { renderMode: 'richText', confine: true, backgroundColor: colours.card, borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 12 }, ...option.tooltip },
    aria: { enabled: true, label: { description: label }, ...option.aria } };
}

function savePng(held) {
  begin(held);
  redraw(held);
  download(held.name + '.png', held.drawn.getDataURL({ pixelRatio: 2, backgroundColor: chartColours().card }));
}

// A chart with a name for saved files and a label for readers; `show` draws an option, again and again. A chart out of
// view is neither made nor drawn: that is done once when it comes into view.
export function chart(name, label, height = 320) {
  const area = el('div', { class: 'chart', tabindex: '0' });
  area.style.height = height + 'px';
  const held = { name, label, area, make: null, drawn: null, stale: false, inView: false, onReady: [] };
  const buttons = el('p', 'save', button('PNG', () => savePng(held)));
  follow(held);
  return { node: el('div', 'charted', area, buttons), area,
    // `make` returns the option: colours may have changed when it is called again.
    show(make) {
      held.make = make;
      held.stale = true;
      redrawInView(held);
    },
    // Calls once the chart is in the page.
    ready(listener) {
      if (held.drawn === null) held.onReady.push(listener);
      else listener(held.drawn);
    } };
}

// A chart of one kind of figures of a memory.
export function memoryChart(memory, kind, label, height = 240) {
  const made = chart(memory.memory + '-' + kind, label + ' ' + memory.memory, height);
  made.area.dataset.chart = kind;
  return made;
}

function follow(held) {
  new ResizeObserver(() => {
    if (held.area.clientWidth > 0) held.drawn?.resize();
  }).observe(held.area);
  new IntersectionObserver(entries => {
    held.inView = entries[entries.length - 1].isIntersecting;
    redrawInView(held);
  }, { rootMargin: BESIDE_VIEW }).observe(held.area);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    held.stale = held.make !== null;
    redrawInView(held);
  });
}

function redrawInView(held) {
  if (!held.inView || !held.area.isConnected || held.make === null) return;
  begin(held);
  redraw(held);
}

function begin(held) {
  if (held.drawn !== null) return;
  held.drawn = echarts.init(held.area, null, { renderer: 'canvas' });
  redraw(held);
  held.onReady.splice(0).forEach(listener => listener(held.drawn));
}

function redraw(held) {
  if (!held.stale) return;
  held.stale = false;
  held.drawn.setOption(optionOf(held), { notMerge: true });
}

function optionOf(held) {
  return dressed(held.make(), held.label);
}

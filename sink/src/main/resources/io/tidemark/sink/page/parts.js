// Elements and texts that every view is made of. Every text of a log enters as textContent, never as markup.

// A browser lays out a longer text of one piece for seconds.
const LONGEST_TEXT = 10_000;
const GIB = 3;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

// An element with a class, or with attributes by their names.
export function el(name, attributes, ...children) {
  const node = document.createElement(name);
  const named = typeof attributes === 'object' ? attributes : { class: attributes };
  for (const [key, value] of Object.entries(named)) if (value || value === 0) node.setAttribute(key, value);
  for (const child of children) {
    if (child === null || child === undefined) continue;
    node.append(child instanceof Node ? child : document.createTextNode(shortened(String(child))));
  }
  return node;
}

function shortened(text) {
  return text.length <= LONGEST_TEXT ? text
    : text.slice(0, LONGEST_TEXT) + '… (' + count(text.length - LONGEST_TEXT) + ' characters more)';
}

// A size in the largest unit of which it holds one.
function inUnit(value) {
  const power = Math.abs(value) < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.abs(value)) / 10));
  return { power, scaled: value / 1024 ** power, text: digits => (value / 1024 ** power).toFixed(digits) + '\u00a0' + UNITS[power] };
}

export function bytes(value) {
  const { power, scaled, text } = inUnit(value);
  return text(power === 0 ? 0 : power >= GIB || Math.abs(scaled) < 10 ? 2 : 1);
}

// A tick of an axis of this step, with no digit too many and none too few.
export function tickText(value, step) {
  const { power, text } = inUnit(value);
  const share = step / 1024 ** power;
  return text(share >= 1 || value === 0 ? 0 : Math.max(share < 0.5 ? 2 : 1, Math.ceil(-Math.log10(share))));
}

// The least whole 1, 2 or 5 times a power of ten that is not below a number.
export function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map(times => times * power).find(step => step >= least);
}

export function count(value) {
  return value.toLocaleString('en');
}

export function percent(share) {
  return (100 * share).toFixed(1) + '\u00a0%';
}

// The time of a log without dates.
const NO_DATE = 'no date';

export function time(millis) {
  if (millis === undefined) return NO_DATE;
  return new Date(millis).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' });
}

export function shortTime(millis) {
  if (millis === undefined) return NO_DATE;
  const day = new Date(millis);
  const year = day.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' };
  return day.toLocaleString([], { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', ...year });
}

export function plural(value, noun) {
  return count(value) + ' ' + noun + (value === 1 ? '' : 's');
}

// An element of a picture.
export function svg(name, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export function link(text, href) {
  return el('a', { href }, text);
}

export function button(text, onClick, attributes = {}) {
  const node = el('button', { class: 'action', type: 'button', ...attributes }, text);
  node.addEventListener('click', onClick);
  return node;
}

// A small button of a figure.
export function tool(text, label, onClick) {
  return button(text, onClick, { class: 'tool', 'aria-label': label, title: label });
}

// A list of values to choose from: [[value, text], …].
export function listChoice(label, options, chosen, onChoose) {
  const select = el('select', '', ...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
  select.addEventListener('change', () => onChoose(select.value));
  return el('label', 'plan-choice', label + ' ', select);
}

// A choice of a few values, one of them pressed: [[value, text], …].
export function buttonChoice(label, options, chosen, onChoose) {
  const group = el('div', { class: 'choice', role: 'group', 'aria-label': label });
  for (const [value, text] of options) {
    const one = button(text, () => {
      for (const other of group.children) other.setAttribute('aria-pressed', String(other === one));
      onChoose(value);
    }, { 'aria-pressed': String(value === chosen) });
    group.append(one);
  }
  return group;
}

// A share of a memory as a bar, with a mark at the peak; a share of a peak has no alarm colours.
const levelOf = share => share > 0.97 ? 'critical' : share > 0.9 ? 'high' : '';

export function bar(share, peakShare, label, level = levelOf(share)) {
  const fill = el('div', 'fill ' + level);
  fill.style.width = Math.min(100, 100 * share) + '%';
  const trough = el('div', { class: 'bar', role: 'img', 'aria-label': label }, fill);
  if (peakShare !== null) {
    const mark = el('div', 'mark');
    mark.style.left = Math.min(100, 100 * peakShare) + '%';
    trough.append(mark);
  }
  return trough;
}

export function card(title, ...children) {
  return el('section', 'card', el('h3', '', title), ...children);
}

export function wideCard(title, ...children) {
  return el('section', 'card wide', el('h3', '', title), ...children);
}

// Whether a memory is the one that another value names.
export const isMemory = named => memory => memory.device === named.device && memory.memory === named.memory;

// Saves a file of the reader.
export function download(name, address) {
  el('a', { download: name, href: address }).click();
}

export function downloadBlob(name, blob) {
  const address = URL.createObjectURL(blob);
  download(name, address);
  setTimeout(() => URL.revokeObjectURL(address));
}

const drawnSources = new WeakMap();

// Whether the node was drawn from these very values before; remembers them.
export function isDrawn(node, ...sources) {
  const before = drawnSources.get(node);
  drawnSources.set(node, sources);
  return before !== undefined && before.length === sources.length
    && sources.every((source, i) => Object.is(source, before[i]));
}

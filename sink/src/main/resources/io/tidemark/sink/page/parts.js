// Elements and texts that every view is made of. Every text of a log enters as textContent, never as markup.

// A browser lays out a longer text of one piece for seconds.
const LONGEST_TEXT = 10_000;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export function el(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
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

export function bytes(value) {
  let scaled = value;
  let unit = 0;
  while (Math.abs(scaled) >= 1024 && unit < UNITS.length - 1) {
    scaled /= 1024;
    unit++;
  }
  const digits = unit === 0 ? 0 : Math.abs(scaled) < 10 ? 2 : 1;
  return scaled.toFixed(digits) + '\u00a0' + UNITS[unit];
}

export function count(value) {
  return value.toLocaleString('en');
}

export function percent(share) {
  return (100 * share).toFixed(1) + '\u00a0%';
}

export function time(millis) {
  return new Date(millis).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' });
}

export function plural(value, noun) {
  return count(value) + ' ' + noun + (value === 1 ? '' : 's');
}

export function link(text, href) {
  const node = el('a', '', text);
  node.href = href;
  return node;
}

export function button(text, onClick) {
  const node = el('button', 'action', text);
  node.type = 'button';
  node.addEventListener('click', onClick);
  return node;
}

// A choice of a few values, one of them pressed: [[value, text], …].
export function buttonChoice(label, options, chosen, onChoose) {
  const group = el('div', 'choice');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  for (const [value, text] of options) {
    const one = button(text, () => {
      for (const other of group.children) other.setAttribute('aria-pressed', String(other === one));
      onChoose(value);
    });
    one.setAttribute('aria-pressed', String(value === chosen));
    group.append(one);
  }
  return group;
}

// A share of a whole as a bar, with a mark at the peak.
export function bar(share, peakShare, label) {
  const level = share > 0.97 ? ' critical' : share > 0.9 ? ' high' : '';
  const fill = el('div', 'fill' + level);
  fill.style.width = Math.min(100, 100 * share) + '%';
  const trough = el('div', 'bar', fill);
  if (peakShare !== null) {
    const mark = el('div', 'mark');
    mark.style.left = Math.min(100, 100 * peakShare) + '%';
    trough.append(mark);
  }
  trough.setAttribute('role', 'img');
  trough.setAttribute('aria-label', label);
  return trough;
}

export function card(title, ...children) {
  return el('section', 'card', el('h3', '', title), ...children);
}

const drawnSources = new WeakMap();

// Whether the node was drawn from these very values before; remembers them.
export function isDrawn(node, ...sources) {
  const before = drawnSources.get(node);
  drawnSources.set(node, sources);
  return before !== undefined && before.length === sources.length
    && sources.every((source, i) => Object.is(source, before[i]));
}

'use strict';

// What the page is drawn from: texts of figures, tables, bars and charts. Every text of a log enters as textContent,
// never as markup.

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

function el(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  for (const child of children) {
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

function bytes(value) {
  let scaled = value;
  let unit = 0;
  while (Math.abs(scaled) >= 1024 && unit < UNITS.length - 1) {
    scaled /= 1024;
    unit++;
  }
  const digits = unit === 0 ? 0 : Math.abs(scaled) < 10 ? 2 : 1;
  return scaled.toFixed(digits) + '\u00a0' + UNITS[unit];
}

const count = value => value.toLocaleString('en');
const percent = share => (100 * share).toFixed(1) + '\u00a0%';
const time = millis => new Date(millis).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' });
const plural = (value, noun) => count(value) + ' ' + noun + (value === 1 ? '' : 's');

function table(heads, rows) {
  const head = el('tr', '', ...heads.map(text => el('th', '', text)));
  const body = rows.map(row => el('tr', row.className || '', ...row.cells.map(text => el('td', '', text))));
  return el('div', 'scroll', el('table', '', el('thead', '', head), el('tbody', '', ...body)));
}

function bar(memory) {
  const share = memory.usedBytes / memory.capacityBytes;
  const level = share > 0.97 ? ' critical' : share > 0.9 ? ' high' : '';
  const fill = el('div', 'fill' + level);
  fill.style.width = Math.min(100, 100 * share) + '%';
  const mark = el('div', 'mark');
  mark.style.left = Math.min(100, 100 * memory.peak.usedBytes / memory.capacityBytes) + '%';
  mark.title = 'peak ' + bytes(memory.peak.usedBytes);
  const trough = el('div', 'bar', fill, mark);
  trough.setAttribute('role', 'img');
  trough.setAttribute('aria-label', percent(share) + ' used');
  return trough;
}

const SVG = 'http://www.w3.org/2000/svg';

function shape(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// Least and most of each column over the whole run: no snapshot is too short to be seen.
function chart(axis, memory) {
  const columns = axis.at.length === 0 ? 0 : axis.at[axis.at.length - 1] + 1;
  if (columns < 2 || memory.capacityBytes <= 0 || memory.peak.usedBytes === 0) return null;
  const y = value => (100 - 100 * Math.min(1, value / memory.capacityBytes)).toFixed(2);
  const most = axis.at.map((at, i) => at + ',' + y(axis.mostBytes[i]) + ' ' + (at + 1) + ',' + y(axis.mostBytes[i]));
  const least = axis.at.map((at, i) => (at + 1) + ',' + y(axis.leastBytes[i]) + ' ' + at + ',' + y(axis.leastBytes[i]));
  const last = axis.at[axis.at.length - 1] + 1;
  const svg = shape('svg', { viewBox: '0 0 ' + columns + ' 100', preserveAspectRatio: 'none', class: 'chart', role: 'img' });
  svg.setAttribute('aria-label', 'use over the run, up to ' + percent(memory.peak.usedBytes / memory.capacityBytes));
  svg.append(
    shape('polygon', { points: axis.at[0] + ',100 ' + most.join(' ') + ' ' + last + ',100', class: 'under' }),
    shape('polygon', { points: most.join(' ') + ' ' + least.reverse().join(' '), class: 'between' }),
    shape('line', { x1: 0, x2: columns, y1: 10, y2: 10, class: 'threshold' }));
  const each = axis.width === 1 ? 'a snapshot' : count(axis.width) + ' snapshots';
  return el('div', 'timeline', svg, el('p', 'quiet', 'Use over the run, ' + each + ' a column; dashed: 90\u00a0%.'));
}

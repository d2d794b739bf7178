// The Gantt chart of a plan: lifetimes by tensor or by buffer, with a legend whose entries hide their intervals.

import { el, bytes, count } from './parts.js';
import { planGroups } from './planmap.js';
import { ganttPicture } from './planpictures.js';
import { BoxFigure } from './planboxes.js';

const MOST_LEGEND = 24;

function legendButton(group, onToggle) {
  const button = el('button', 'tool', group.name + ' ' + bytes(group.bytes));
  button.type = 'button';
  button.title = count(group.count) + ' intervals';
  button.setAttribute('aria-pressed', 'true');
  button.dataset.group = group.name;
  button.addEventListener('click', () => button.setAttribute('aria-pressed', String(onToggle(group.name))));
  return button;
}

function ganttLegend(groups, onToggle) {
  const legend = el('div', 'legend', ...groups.slice(0, MOST_LEGEND).map(group => legendButton(group, onToggle)));
  legend.setAttribute('role', 'group');
  legend.setAttribute('aria-label', 'show or hide');
  if (groups.length > MOST_LEGEND) legend.append(el('span', 'quiet', 'and ' + count(groups.length - MOST_LEGEND) + ' smaller'));
  return legend;
}

// `hidden` and `pinned` of what is chosen are shared with the map.
export function ganttSection(document, chosen, events) {
  const figure = new BoxFigure('Lifetimes by first step', events);
  const hidden = new Set();
  let by = 'tensor';
  const redraw = () => {
    const picture = ganttPicture(document, { by, hidden, pinned: chosen.pinned });
    figure.canvas.style.height = Math.max(160, Math.min(720, 13 * picture.range.high + 52)) + 'px';
    figure.show(picture);
    figure.node.dataset.rows = picture.range.high;
    figure.node.dataset.bars = picture.boxes.length;
  };
  const legend = ganttLegend(planGroups(document.intervals), group => {
    if (!hidden.delete(group)) hidden.add(group);
    redraw();
    return !hidden.has(group);
  });
  const rowsBy = el('select', '');
  for (const [value, words] of [['tensor', 'tensor'], ['buffer', 'buffer or class']]) rowsBy.append(new Option(words, value));
  rowsBy.addEventListener('change', () => {
    by = rowsBy.value;
    redraw();
  });
  const node = el('section', 'card wide gantt', el('h3', '', 'Lifetimes by first step'),
    el('label', 'plan-choice', 'a row is a ', rowsBy), legend, figure.node,
    el('p', 'quiet', 'Bright: live at the peak.'));
  return { node, redraw };
}

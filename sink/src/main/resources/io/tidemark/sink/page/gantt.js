// The Gantt chart of a plan: lifetimes by tensor or by buffer, with a legend whose entries hide their intervals.

import { el, bytes, button, count, listChoice, wideCard } from './parts.js';
import { planGroups } from './planmap.js';
import { ganttPicture } from './planpictures.js';
import { classStyle } from './planstyle.js';
import { BoxFigure } from './planboxes.js';

const MOST_LEGEND = 24;

function legendButton(group, onToggle) {
  const swatch = el('span', 'swatch');
  swatch.style.background = classStyle(group.name).fill;
  const toggle = button(swatch, () => toggle.setAttribute('aria-pressed', String(onToggle(group.name))),
    { class: 'tool', title: count(group.count) + ' intervals', 'aria-pressed': 'true', 'data-group': group.name });
  toggle.append(group.name + ' ' + bytes(group.bytes));
  return toggle;
}

function ganttLegend(groups, onToggle) {
  const legend = el('div', { class: 'legend', role: 'group', 'aria-label': 'show or hide' },
    ...groups.slice(0, MOST_LEGEND).map(group => legendButton(group, onToggle)));
  if (groups.length > MOST_LEGEND) legend.append(el('span', 'quiet', 'and ' + count(groups.length - MOST_LEGEND) + ' smaller'));
  return legend;
}

// `hidden` and `pinned` of what is chosen are shared with the map.
export function ganttSection(document, chosen, events) {
  const figure = new BoxFigure('Lifetimes by first step', events);
  const hidden = new Set();
  const note = el('p', 'quiet');
  let by = 'tensor';
  const redraw = () => {
    const picture = ganttPicture(document, { by, hidden, pinned: chosen.pinned });
    figure.canvas.style.height = Math.max(160, Math.min(1400, 13 * picture.range.high + 52)) + 'px';
    figure.show(picture);
    note.textContent = 'Edged: live at the peak.' + (picture.leftOut > 0 ? ' The largest rows are shown, ' + count(picture.leftOut) + ' smaller ones are not.' : '');
    figure.node.dataset.rows = picture.range.high;
    figure.node.dataset.bars = picture.boxes.length;
  };
  const legend = ganttLegend(planGroups(document.intervals), group => {
    if (!hidden.delete(group)) hidden.add(group);
    redraw();
    return !hidden.has(group);
  });
  const rowsBy = listChoice('a row is a', [['tensor', 'tensor'], ['buffer', 'buffer or class']], by, value => {
    by = value;
    redraw();
  });
  const node = el('section', 'card wide', el('div', 'titled', el('h3', '', 'Lifetimes by first step'), rowsBy), legend, figure.node, note);
  node.classList.add('gantt');
  return { node, redraw };
}

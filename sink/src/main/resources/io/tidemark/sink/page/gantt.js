// The Gantt chart of a plan: lifetimes by tensor or by buffer, with a legend whose entries hide their intervals.

import { el, bytes, button, count, listChoice, wideCard } from './parts.js';
import { planGroups } from './planmap.js';
import { ganttPicture } from './planpictures.js';
import { BoxFigure } from './planboxes.js';

const MOST_LEGEND = 24;

function legendButton(group, onToggle) {
  const toggle = button(group.name + ' ' + bytes(group.bytes), () => toggle.setAttribute('aria-pressed', String(onToggle(group.name))),
    { class: 'tool', title: count(group.count) + ' intervals', 'aria-pressed': 'true', 'data-group': group.name });
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
  const rowsBy = listChoice('a row is a', [['tensor', 'tensor'], ['buffer', 'buffer or class']], by, value => {
    by = value;
    redraw();
  });
  const node = wideCard('Lifetimes by first step', rowsBy, legend, figure.node, el('p', 'quiet', 'Bright: live at the peak.'));
  node.classList.add('gantt');
  return { node, redraw };
}

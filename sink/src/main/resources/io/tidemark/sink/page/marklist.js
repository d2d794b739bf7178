import { button, count, el } from './parts.js';
import { placeText } from './marks.js';

// The marks of a chart as text: a switch for each kind, and a list that leads to each mark.

const MOST_LISTED = 100;

// `onSwitch` is called with a kind, `onJump` with the place of a mark.
export function markList(onSwitch, onJump) {
  const switches = el('div', { class: 'choice', role: 'group', 'aria-label': 'marks' });
  const notes = el('p', 'quiet');
  const head = el('summary');
  const list = el('ol', 'marks');
  const rest = el('p', 'quiet');
  const details = el('details', '', head, list, rest);
  const node = el('div', 'mark-list', switches, notes, details);
  let held = { groups: [], hidden: new Set(), by: 'program' };
  const fill = () => {
    if (!details.open || list.contains(document.activeElement)) return;
    const marks = shownMarks(held);
    list.replaceChildren(...marks.slice(0, MOST_LISTED).map(mark =>
      el('li', '', button(mark.text + ', ' + placeText(mark.x, held.by), () => onJump(mark.x)))));
    rest.textContent = marks.length > MOST_LISTED ? count(marks.length - MOST_LISTED) + ' more: zoom in.' : '';
  };
  details.addEventListener('toggle', fill);
  return { node,
    show(groups, hidden, by) {
      held = { groups, hidden, by };
      node.hidden = groups.length === 0;
      const marks = shownMarks(held);
      details.hidden = marks.length === 0;
      head.textContent = 'List of ' + (marks.length === 1 ? '1 mark' : count(marks.length) + ' marks');
      notes.textContent = groups.map(group => group.note).filter(note => note !== '').join(' ');
      if (!switches.contains(document.activeElement)) switches.replaceChildren(...switchesOf(held, onSwitch));
      fill();
    } };
}

function shownMarks({ groups, hidden }) {
  return groups.filter(group => !hidden.has(group.kind)).flatMap(group => group.marks).sort((a, b) => a.x - b.x);
}

function switchesOf({ groups, hidden }, onSwitch) {
  return groups.filter(group => group.marks.length > 0).map(group => {
    const one = button(group.label + ' ' + count(group.marks.length), () => {
      one.setAttribute('aria-pressed', String(one.getAttribute('aria-pressed') !== 'true'));
      onSwitch(group.kind);
    }, { 'data-marks': group.kind, 'aria-pressed': String(!hidden.has(group.kind)) });
    return one;
  });
}

import { el, bar, bytes, percent, plural } from './parts.js';
import { isFailed } from './troubles.js';

// What a person in trouble reads about a run, in the words of every other surface: where, why, what fills it, what to do.

const KINDS = [['parts', 'by kind'], ['modules', 'by module'], ['ops', 'by op']];

function holderRow(holder, peak) {
  const share = peak > 0 ? Math.max(0, holder.heldAtPeakBytes) / peak : 0;
  return el('tr', '', el('th', { scope: 'row', class: 'words' }, holder.name), el('td', '', bytes(holder.heldAtPeakBytes)),
    el('td', 'wide', bar(share, null, percent(share) + ' of the peak', true)));
}

function holders(title, rows) {
  const peak = rows.reduce((sum, row) => sum + row.heldAtPeakBytes, 0);
  const table = el('table', '', el('caption', '', title + ', ' + bytes(peak) + ' at the peak'), el('tbody', '', ...rows.map(row => holderRow(row, peak))));
  return el('div', 'holders', table);
}

function part(head, ...texts) {
  const said = texts.filter(text => text !== undefined && text !== '');
  return said.length === 0 ? null : el('div', 'part', el('h4', '', head), ...said.map(text => typeof text === 'string' ? el('p', '', text) : text));
}

// A part as wide as the box; null without content.
function wide(node, content) {
  if (content === 0) return null;
  node.classList.add('wide');
  return node;
}

export function answerBox(run) {
  const answer = run.answer;
  const fills = KINDS.filter(([kind]) => answer.fills?.[kind] !== undefined).map(([kind, title]) => holders(title, answer.fills[kind]));
  const notes = (answer.also ?? []).map(note => el('p', 'quiet', note.kind + ': ' + note.words));
  const parts = [
    part(isFailed(run) || answer.why !== undefined ? 'Why' : 'Where', answer.why === undefined ? undefined : el('p', 'large', answer.why), answer.what,
      answer.where?.words, answer.trend),
    part('What to do', ...answer.do ?? [], answer.fits === undefined ? undefined : 'It would have fitted ' + answer.fits + '.'),
    wide(part('What fills it', el('div', 'fills', ...fills)), fills.length),
    wide(part('Also', ...notes), notes.length),
  ].filter(one => one !== null);
  if (parts.length === 0) return null;
  if (run.outOfMemoryCount > 0) parts.unshift(el('h3', 'wide', 'Out of memory: ' + plural(run.outOfMemoryCount, 'failed allocation')));
  return el('section', { class: isFailed(run) ? 'alarm answer' : 'card answer', 'data-view': 'answer' }, ...parts);
}

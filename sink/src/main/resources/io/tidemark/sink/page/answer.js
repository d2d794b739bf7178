import { el, bar, bytes, percent, plural } from './parts.js';
import { isFailed } from './troubles.js';

// What a person in trouble reads about a run, in the words of every other surface: where, why, what fills it, what to do.

const KINDS = [['parts', 'by kind'], ['modules', 'by module'], ['ops', 'by op']];

function holderRow(holder, peak) {
  const share = peak > 0 ? Math.max(0, holder.heldAtPeakBytes) / peak : 0;
  return el('tr', '', el('th', { scope: 'row', class: 'words' }, holder.name), el('td', '', bytes(holder.heldAtPeakBytes)),
    el('td', 'wide', bar(share, null, percent(share) + ' of the peak', '')));
}

function holders(title, rows) {
  const peak = rows.reduce((sum, row) => sum + row.heldAtPeakBytes, 0);
  const table = el('table', '', el('caption', '', title + ', ' + bytes(peak) + ' at the peak'), el('tbody', '', ...rows.map(row => holderRow(row, peak))));
  return el('div', 'holders', table);
}

function part(head, ...texts) {
  const said = texts.filter(text => text !== undefined && text !== '');
  return said.length === 0 ? null : el('div', 'part', el('h3', '', head), ...said.map(text => typeof text === 'string' ? el('p', '', text) : text));
}

// The use of a memory and what was needed beside it, to scale; the mark is the peak, or the capacity if more is needed.
export function useBar(where, level) {
  const { usedBytes: used = 0, neededBytes: needed = 0, capacityBytes: capacity } = where;
  if (where.usedBytes === undefined && needed <= capacity) return bar(needed / capacity, null, where.words, level);
  const whole = Math.max(capacity, used + needed);
  const mark = whole > capacity ? capacity : where.peakBytes;
  const node = bar(used / whole, mark / whole, where.words, level);
  const piece = el('div', 'fill needed');
  piece.style.left = 100 * used / whole + '%';
  piece.style.width = 100 * needed / whole + '%';
  if (needed > 0) node.firstChild.after(piece);
  return node;
}

function fillTables(fills) {
  const kinds = KINDS.filter(([kind]) => fills[kind] !== undefined);
  return el('details', 'wide', el('summary', '', 'What fills it ' + kinds.map(([, title]) => title).join(', ')),
    el('div', 'fills', ...kinds.map(([kind, title]) => holders(title, fills[kind]))));
}

export function answerBox(run) {
  const { also = [], fills = {}, why, what, where, trend, fits } = run.answer;
  const failed = run.outOfMemoryCount > 0;
  const rows = fills.ops ?? fills.parts ?? fills.modules;
  const head = failed ? 'Out of memory: ' + plural(run.outOfMemoryCount, 'failed allocation') : run.state === 'killed' ? 'Killed' : why === undefined ? 'Where' : 'Why';
  const advice = part('What to do', ...run.answer.do ?? [], fits === undefined ? undefined : 'It would have fitted ' + fits + '.');
  // One line beneath the advice, so that the chart is not pushed down.
  const noted = also.map(note => (note.kind === 'hint' ? '' : note.kind + ': ') + note.words);
  const notes = noted.length === 0 || advice === null ? part('Notes', ...noted.map(note => el('p', 'quiet', note)))
    : el('p', 'wide quiet', 'Notes: ' + noted.join(' · '));
  const parts = [
    part(head, why === undefined ? undefined : el('p', 'large', why), what, where?.words, trend),
    advice, notes,
    rows === undefined ? null : fillTables(fills),
  ].filter(one => one !== null);
  if (parts.length === 0) return null;
  return el('section', { class: isFailed(run) ? 'alarm answer' : 'card answer', 'data-view': 'answer' }, ...parts);
}

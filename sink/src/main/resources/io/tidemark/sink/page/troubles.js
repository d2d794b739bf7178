import { documentOf } from './documents.js';
import { apiPath } from './place.js';
import { el, count, plural, time } from './parts.js';
import { dataTable } from './tables.js';

// What is wrong with a run besides its answer: alerts, lines that could not be read.

const REJECT_COLUMNS = [
  { head: 'line', value: row => row.line, text: count },
  { head: 'column', value: row => row.column, text: count },
  { head: 'reason', value: row => row.reason, className: 'words' },
  { head: 'text', value: row => row.text, className: 'words code' },
];

export const isFailed = run => ['out_of_memory', 'killed', 'analysis_failed'].includes(run.state);

const LEVELS = { allocation_refused: 'warning', filling_up: 'warning', will_not_fit: 'critical', live: 'live' };

export const stateLevel = run => isFailed(run) ? 'critical' : LEVELS[run.state] ?? '';

export function stateBadge(run) {
  return el('span', 'badge ' + stateLevel(run), run.verdict);
}

// The name of an alert in words, e.g. "memory critical".
export function alertWords(alert) {
  return alert.alert.replace(/^Tidemark/, '').replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
}

export function alertBox(run) {
  // Failed and refused allocations, and the alert that is the cause, stand in the answer.
  const others = run.alerts.filter(alert => alert.alert !== 'TidemarkOutOfMemory' && alert.alert !== 'TidemarkAllocationRefused'
    && !(alert.lasts && alert.sentence === run.answer.why));
  if (others.length === 0) return null;
  const rows = [];
  for (const alert of others) {
    const name = alertWords(alert);
    const when = alert.active ? '' : alert.lasts ? ', at the end' : ', ended';
    const badge = el('span', 'badge ' + (alert.lasts ? alert.severity : ''), name + when);
    badge.title = alert.alert + ' since ' + time(alert.startMillis);
    rows.push(el('p', alert.lasts ? '' : 'quiet', badge, ' ', alert.sentence));
  }
  // Beside a reason the other alerts are a detail.
  return run.answer.why === undefined ? el('section', 'alerts', ...rows)
    : el('details', 'alerts', el('summary', '', plural(rows.length, 'further alert') + ': ' + others.map(alertWords).join(', ')), ...rows);
}

// The newest lines that could not be read; null without any.
export async function rejectBox(run) {
  if (run.rejected === 0) return null;
  const found = await documentOf(apiPath('rejects', { run: run.id }));
  const summary = el('summary', '', plural(run.rejected, 'line') + ' could not be read');
  if (found === null || found.rows.length === 0) return el('p', 'bad', summary.textContent);
  const rows = dataTable(REJECT_COLUMNS, { label: 'lines that could not be read' });
  rows.show([...found.rows]);
  return el('details', 'bad', summary, rows.node);
}

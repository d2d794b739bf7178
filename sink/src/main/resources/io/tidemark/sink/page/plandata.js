// Documents of plans: the rows of a run's plans, and one plan with all its intervals.

import { documentOf } from './documents.js';

const LIST_ROWS = 100;
const INTERVAL_ROWS = 5000;
const FEASIBLE_WORDS = ['placed', 'capacity unknown'];

const sectionOf = (name, run) => 'api/v1/' + name + '?run=' + encodeURIComponent(run);

// All rows of a paged list.
export async function rowsOf(path, most) {
  const rows = [];
  for (;;) {
    const page = await documentOf(path + (path.includes('?') ? '&' : '?') + 'from=' + rows.length + '&most=' + most);
    rows.push(...page?.rows ?? []);
    if (page === null || page.rows.length === 0 || rows.length >= page.inAll) return rows;
  }
}

export function runDocument(run) {
  return documentOf(sectionOf('run', run));
}

export function phaseRows(run) {
  return rowsOf(sectionOf('phases', run), LIST_ROWS);
}

// Ops of a run that changed use, up to `most`.
export async function opRows(run, most) {
  return (await documentOf(sectionOf('ops', run) + '&from=0&most=' + most))?.rows ?? [];
}

export const isFeasible = row => FEASIBLE_WORDS.includes(row.verdict);

// The name of a plan without that of its memory: a compiled module has one plan per memory.
export function moduleOf(row) {
  const end = ' ' + row.memory;
  return row.plan.endsWith(end) ? row.plan.slice(0, -end.length) : '';
}

// Plans of a run: feasible ones first, then those with the fewest buffers without a place.
export async function planRows(run) {
  const rows = await rowsOf(sectionOf('plans', run), LIST_ROWS);
  return rows.sort((a, b) => isFeasible(b) - isFeasible(a) || a.failed - b.failed);
}

// One plan: its verdict, its summary and its intervals; null where the run has no such plan.
export async function planOf(run, plan) {
  const named = '&plan=' + encodeURIComponent(plan);
  const document = await documentOf(sectionOf('plan', run) + named);
  if (document?.summary === undefined) return null;
  const intervals = await rowsOf(sectionOf('intervals', run) + named, INTERVAL_ROWS);
  return { ...document, steps: Math.max(1, document.summary.steps), intervals };
}

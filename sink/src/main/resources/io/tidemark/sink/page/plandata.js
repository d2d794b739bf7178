// Documents of plans: the rows of a run's plans, and one plan with all its intervals.

import { documentOf, rowsOf } from './documents.js';
import { apiPath } from './place.js';

const INTERVAL_ROWS = 5000;
const FEASIBLE_WORDS = ['placed', 'capacity unknown'];

export const runDocument = run => documentOf(apiPath('run', { run }));

export const phaseRows = run => rowsOf(apiPath('phases', { run }));

// Ops of a run that changed use, up to `most`.
export async function opRows(run, most) {
  return (await documentOf(apiPath('ops', { run, from: 0, most })))?.rows ?? [];
}

export const isFeasible = row => FEASIBLE_WORDS.includes(row.verdict);

// The name of a plan without that of its memory: a compiled module has one plan per memory.
export function moduleOf(row) {
  const end = ' ' + row.memory;
  return row.plan.endsWith(end) ? row.plan.slice(0, -end.length) : '';
}

// Plans of a run: of memories the one that is too small, else the largest, is first; of settings a feasible one.
export const planRows = run => rowsOf(apiPath('plans', { run }));

// One plan: its verdict, its summary and its intervals; null where the run has no such plan.
export async function planOf(run, plan) {
  const document = await documentOf(apiPath('plan', { run, plan }));
  if (document?.summary === undefined) return null;
  const intervals = await rowsOf(apiPath('intervals', { run, plan }), INTERVAL_ROWS);
  return { ...document, steps: Math.max(1, document.summary.steps), intervals };
}

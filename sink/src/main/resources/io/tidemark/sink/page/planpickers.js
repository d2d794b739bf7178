// Pickers of a plan: its module, its memory and its setting.

import { bytes, el, count, link, listChoice } from './parts.js';
import { goTo, placeLink, placeNow } from './place.js';
import { dataTable } from './tables.js';
import { NO_PLAN_CHOICE } from './planplace.js';
import { moduleOf, isFeasible } from './plandata.js';

const distinctPairs = values => [...new Set(values)].map(value => [value, value]);

function settingWords(row) {
  const conflict = /allow_bank_conflict=(\d)/.exec(row.setting);
  const words = [row.plan, row.verdict];
  if (row.failed > 0) words.push(count(row.failed) + ' without a place');
  if (conflict !== null) words.push(conflict[1] === '1' ? 'bank conflict allowed' : 'no bank conflict');
  return (isFeasible(row) ? '✓ ' : '✗ ') + words.join(' · ');
}

// Rows of the chosen module and memory, in their order; a picker with one value is left out.
export function planPickers(rows, row) {
  const go = wanted => wanted !== undefined && goTo({ ...placeNow(), ...NO_PLAN_CHOICE, plan: wanted.plan, memory: wanted.memory });
  const modules = distinctPairs(rows.map(moduleOf));
  const ofModule = rows.filter(one => moduleOf(one) === moduleOf(row));
  const memories = distinctPairs(ofModule.map(one => one.memory));
  const settings = ofModule.filter(one => one.memory === row.memory);
  const node = el('div', 'choices plan-pickers');
  if (modules.length > 1) {
    node.append(listChoice('module', modules, moduleOf(row), name => go(rows.find(one => moduleOf(one) === name && one.memory === row.memory)
      ?? rows.find(one => moduleOf(one) === name))));
  }
  if (memories.length > 1) {
    node.append(listChoice('memory', memories, row.memory, name => go(ofModule.find(one => one.memory === name))));
  }
  if (settings.length > 1) {
    node.append(listChoice(row.setting === undefined ? 'plan' : 'setting', settings.map(one => [one.plan, settingWords(one)]), row.plan,
      name => go(settings.find(one => one.plan === name))));
  }
  return node;
}

// The settings of a search, feasible ones first: which place every buffer, and how much each needs.
export function settingsCard(rows, row) {
  const settings = rows.filter(one => moduleOf(one) === moduleOf(row) && one.memory === row.memory);
  if (settings.length < 2) return null;
  const linked = one => link(one.setting ?? one.plan, placeLink({ ...placeNow(), ...NO_PLAN_CHOICE, plan: one.plan, memory: one.memory }));
  const named = settings.some(one => one.setting !== undefined);
  const table = dataTable([
    { head: 'plan', value: one => one.plan, node: named ? undefined : linked },
    ...named ? [{ head: 'setting', value: one => one.setting, node: linked, className: 'words' }] : [],
    { head: 'verdict', value: one => one.verdict },
    { head: 'placed', value: one => one.placed, text: count },
    { head: 'without a place', value: one => one.failed, text: count },
    { head: 'peak of live buffers', value: one => one.peakBytes, text: bytes },
    { head: 'arena, with gaps', value: one => one.arenaBytes, text: bytes },
  ], { stacked: true, label: named ? 'settings' : 'plans', rowClass: one => one.plan === row.plan ? 'chosen' : isFeasible(one) ? '' : 'bad' });
  table.show(settings);
  return el('section', 'card wide settings', el('h3', '', count(settings.length) + (named ? ' settings' : ' plans')), table.node);
}

// Pickers of a plan: its module, its memory and its setting.

import { el, count, listChoice } from './parts.js';
import { goTo, placeNow } from './place.js';
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
    node.append(listChoice('setting', settings.map(one => [one.plan, settingWords(one)]), row.plan,
      name => go(settings.find(one => one.plan === name))));
  }
  return node;
}

import { answerBox } from './answer.js';
import { documentOf, inReport } from './documents.js';
import { apiPath, notePlace, placeLink } from './place.js';
import { runDocument } from './plandata.js';
import { buttonChoice, el, isDrawn, link, percent, plural, time } from './parts.js';
import { MemoryView } from './memory.js';
import { moduleCard } from './moduletexts.js';
import { drawPhases } from './phases.js';
import { drawPlan } from './planview.js';
import { stackCard } from './stackcard.js';
import { alertBox, rejectBox, stateBadge } from './troubles.js';

// One run: what is wrong with it, and each memory's use.

const runViews = new WeakMap();

// What stands above every view of a run: its name, its state, and the way to its other views and back.
export function runHead(run, view) {
  const to = (text, name, place = {}) => el('a', { href: placeLink({ run: run.id, view: name, ...place }), 'aria-current': name === view && 'page' }, text);
  const facts = [run.worker === undefined ? null : 'worker ' + run.worker, run.formats.join(', ') || null, time(run.startMillis),
    plural(run.lines, 'line'), run.snapshots > 0 ? plural(run.snapshots, 'snapshot') : null].filter(fact => fact !== null);
  const last = run.memories.find(memory => memory.overLastRun !== undefined)?.overLastRun.run;
  const links = [to('overview', 'run')];
  if (run.plansInAll > 0) links.push(to(plural(run.plansInAll, 'plan'), 'plan'));
  if (run.training !== undefined) links.push(to('phases', 'phases'));
  if (last !== undefined) links.push(to('compare with ' + last, 'compare', { run: last, with: run.id }));
  else if (!inReport) links.push(to('compare', 'compare'));
  return [link('all runs', '#'), el('h2', '', run.id), stateBadge(run), el('p', 'quiet', facts.join(' · ')), el('nav', 'views', ...links)];
}

const isUsed = memory => memory.peak.usedBytes > 0 || memory.usedBytes > 0;

function unusedSentence(run) {
  const unused = run.memories.filter(memory => !isUsed(memory));
  if (unused.length === 0) return null;
  return el('p', 'quiet unused', 'Not used: ' + unused.map(memory => memory.memory
    + (memory.capacityBytes > 0 ? '' : ' (the log states a capacity of 0)')).join(', ') + '.');
}

function chosenMemory(run, place) {
  const used = run.memories.filter(isUsed);
  return used.find(one => one.memory === place.memory && (place.device === undefined || one.device === place.device)) ?? used[0];
}

function memoryTabs(run, chosen, choose) {
  const used = run.memories.filter(isUsed);
  if (used.length < 2) return null;
  const devices = new Set(used.map(memory => memory.device)).size;
  const share = memory => memory.capacityBytes > 0 ? ' ' + percent(memory.usedBytes / memory.capacityBytes) : '';
  return buttonChoice('memory', used.map(memory => [memory, memory.memory + (devices > 1 ? ' · device ' + memory.device : '') + share(memory)]),
    chosen, choose);
}

function newRunView(node) {
  const view = { head: el('div'), tabs: el('div'), stack: stackCard(), memory: el('div'), foot: el('div'), shown: '', current: null };
  node.replaceChildren(view.head, view.tabs, view.stack.node, view.memory, view.foot);
  return view;
}

async function drawHead(view, run) {
  const rejects = await rejectBox(run);
  view.head.replaceChildren(...[answerBox(run), alertBox(run), rejects].filter(one => one !== null));
  view.foot.replaceChildren(...[unusedSentence(run), await moduleCard(run)].filter(one => one !== null));
}

// Whether a run without snapshots opens on who holds its memory: a plan of several steps is drawn over them.
const isPicture = (run, held) => run.memories.length === 0 && run.training === undefined && held.steps < 2 && held.columns.length > 0
  && run.answer.where !== undefined;

async function drawMemory(view, run, place, held) {
  const memory = chosenMemory(run, place);
  const tabs = memoryTabs(run, memory, chosen => {
    const next = { ...place, memory: chosen.memory, device: chosen.device };
    notePlace({ memory: chosen.memory, device: chosen.device });
    drawMemory(view, run, next, held);
  });
  view.tabs.replaceChildren(...tabs === null ? [] : [tabs]);
  if (memory === undefined) return;
  const key = memory.device + '\n' + memory.memory;
  if (view.shown !== key) {
    view.shown = key;
    view.current = new MemoryView(memory);
    view.memory.replaceChildren(view.current.node);
  }
  await view.current.show(run, memory, place, held);
}

export async function drawRun(node, place) {
  const run = await runDocument(place.run);
  if (run === null || run.id === undefined) {
    runViews.delete(node);
    node.replaceChildren(el('p', 'empty', 'The run ' + place.run + ' is not known. ', link('all runs', '#')));
    return;
  }
  if (!runViews.has(node)) runViews.set(node, newRunView(node));
  const view = runViews.get(node);
  if (!isDrawn(node, run, place.memory, place.device, place.at)) {
    const held = await documentOf(apiPath('holders', { run: run.id }));
    await drawHead(view, run);
    await drawMemory(view, run, place, held);
    view.pictured = isPicture(run, held);
    view.stack.show(run, run.answer.where, null, view.pictured ? held : null);
  }
  // Without a use over time, the picture of the run is that of its training or its plan.
  if (run.memories.length > 0) return;
  if (run.training !== undefined) await drawPhases(view.memory, place);
  else if (run.plansInAll > 0 && !view.pictured) await drawPlan(view.memory, place);
}

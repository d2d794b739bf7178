import { answerBox } from './answer.js';
import { notePlace, placeLink } from './place.js';
import { runDocument } from './plandata.js';
import { buttonChoice, el, isDrawn, link, percent, plural, time } from './parts.js';
import { lastGoodBox } from './lastgood.js';
import { MemoryView } from './memory.js';
import { moduleCard } from './moduletexts.js';
import { alertBox, rejectBox, stateBadge } from './troubles.js';

// One run: what is wrong with it, and each memory's use.

const runViews = new WeakMap();

function aboutRun(run) {
  const facts = [run.worker === undefined ? null : 'worker ' + run.worker, run.formats.join(', ') || null, time(run.startMillis),
    plural(run.lines, 'line'), plural(run.snapshots, 'snapshot')].filter(fact => fact !== null);
  const about = el('div', 'about', el('h2', '', run.id), stateBadge(run), el('p', 'quiet', facts.join(' · ')));
  return about;
}

function viewLinks(run) {
  const to = (text, view) => link(text, placeLink({ run: run.id, view }));
  const links = el('nav', 'views', link('all runs', '#'));
  if (run.plansInAll > 0) links.append(to(plural(run.plansInAll, 'plan'), 'plan'));
  if (run.training !== undefined) links.append(to('phases', 'phases'));
  const last = run.memories.find(memory => memory.overLastRun !== undefined)?.overLastRun.run;
  if (last !== undefined) links.append(link('compare with ' + last, placeLink({ run: run.id, view: 'compare', with: last })));
  return links;
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
  const view = { head: el('div'), tabs: el('div'), memory: el('div'), foot: el('div'), shown: '', current: null };
  node.replaceChildren(view.head, view.tabs, view.memory, view.foot);
  return view;
}

async function drawHead(view, run) {
  const rejects = await rejectBox(run);
  const lastGood = run.outOfMemoryCount > 0 ? await lastGoodBox(run) : null;
  const plans = run.memories.length === 0 && run.plansInAll > 0
    ? el('p', 'card', 'The log holds plans, without a use over time: ', link('see its plans', placeLink({ run: run.id, view: 'plan' }))) : null;
  view.head.replaceChildren(...[viewLinks(run), aboutRun(run), answerBox(run), lastGood, alertBox(run), rejects, plans].filter(one => one !== null));
  view.foot.replaceChildren(...[unusedSentence(run), await moduleCard(run)].filter(one => one !== null));
}

async function drawMemory(view, run, place) {
  const memory = chosenMemory(run, place);
  const tabs = memoryTabs(run, memory, chosen => {
    const next = { ...place, memory: chosen.memory, device: chosen.device };
    notePlace({ memory: chosen.memory, device: chosen.device });
    drawMemory(view, run, next);
  });
  view.tabs.replaceChildren(...tabs === null ? [] : [tabs]);
  if (memory === undefined) {
    view.memory.replaceChildren();
    return;
  }
  const key = memory.device + '\n' + memory.memory;
  if (view.shown !== key) {
    view.shown = key;
    view.current = new MemoryView(memory);
    view.memory.replaceChildren(view.current.node);
  }
  await view.current.show(run, memory, place);
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
  if (isDrawn(node, run, place.memory, place.device, place.at)) return;
  await drawHead(view, run);
  await drawMemory(view, run, place);
}

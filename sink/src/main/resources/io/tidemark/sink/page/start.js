import { change, documentOf, inReport, problem } from './documents.js';
import { placeNow, onPlace } from './place.js';
import { el, isDrawn } from './parts.js';
import { drawIndex } from './triage.js';
import { drawRun, runHead } from './run.js';
import { runDocument } from './plandata.js';
import { drawPlan } from './planview.js';
import { drawPhases } from './phases.js';
import { drawCompare } from './compare.js';
import { drawHistory } from './history.js';

// Draws the view that the address names, and again when documents may have changed, at most once a second. A view keeps
// its node as long as view and run stay, so that it changes only what is new.

const LEAST_MILLIS = 1000;
const VIEWS = { index: drawIndex, run: drawRun, plan: drawPlan, phases: drawPhases, compare: drawCompare, history: drawHistory };

const main = document.getElementById('view');
let shownView = '';
let waiting = new AbortController();
let drawing = false;
let again = false;

function viewOf(place) {
  if (place.run === undefined) return place.view === 'history' ? 'history' : 'index';
  return Object.hasOwn(VIEWS, place.view ?? '') ? place.view : 'run';
}

// A report of one run opens with what its log shows.
async function placeToDraw() {
  const place = placeNow();
  if (!inReport || place.run !== undefined || place.view !== undefined) return place;
  const board = await documentOf('api/v1/board');
  if (board.runsInAll !== 1) return place;
  return { ...place, run: board.runs[0].id };
}

function nodeOf(view, place) {
  const key = view + ' ' + (place.run ?? '') + ' ' + (place.with ?? '');
  if (key !== shownView) {
    main.replaceChildren(el('div', { class: 'view', 'data-view': view }, el('div', 'about'), el('div')));
    shownView = key;
    window.scrollTo(0, 0);
  }
  return main.firstElementChild;
}

// A comparison belongs to its later run.
async function drawHead(head, view, place) {
  const id = view === 'compare' ? place.with ?? place.run : place.run;
  const run = id === undefined ? null : await runDocument(id);
  if (!isDrawn(head, run)) head.replaceChildren(...run?.id === undefined ? [] : runHead(run, view));
}

function showState(text, lost) {
  const state = document.getElementById('state');
  if (state.textContent !== text) state.textContent = text;
  state.className = lost ? 'lost' : '';
}

// The index of several reports leads to a page for each log; Back comes here again.
async function leftFor(run) {
  const pages = inReport && run !== undefined ? await documentOf('api/v1/pages') : null;
  if (pages === null || !Object.hasOwn(pages, run)) return false;
  location.replace(pages[run] + location.hash);
  return true;
}

async function draw() {
  const place = await placeToDraw();
  if (await leftFor(place.run)) return;
  const view = viewOf(place);
  const [head, body] = nodeOf(view, place).children;
  await drawHead(head, view, place);
  await VIEWS[view](body, place);
  if (inReport) {
    showState('report', false);
  } else {
    const board = await documentOf('api/v1/board');
    const wrong = board.ready ? await problem() : null;
    showState(wrong ?? (board.ready ? 'live' : 'catching up'), wrong !== null);
  }
}

async function refresh() {
  if (drawing) {
    again = true;
    return;
  }
  drawing = true;
  waiting.abort();
  try {
    do {
      again = false;
      await draw();
    } while (again);
  } catch (error) {
    showState('no connection: figures may be old (' + error.message + ')', true);
  }
  drawing = false;
  if (!inReport) refreshOnChange();
}

async function refreshOnChange() {
  waiting = new AbortController();
  const { signal } = waiting;
  await new Promise(resolve => setTimeout(resolve, LEAST_MILLIS));
  // If nothing answers, the next drawing says so.
  if (!signal.aborted) await change(signal).catch(() => null);
  if (!signal.aborted) refresh();
}

onPlace(refresh);
refresh();

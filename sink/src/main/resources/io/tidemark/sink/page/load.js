'use strict';

// Loads the document of /api/v1/board once a second and has page.js draw it; loads other lists when they are asked for.

const POLL_MILLIS = 1000;
const PAGE_ROWS = 100;
const RUNS = 'api/v1/runs?';
const onlyRun = new URLSearchParams(location.search).get('run');
const more = new Map();
let shown = '';
let newest = null;
const timelines = new Map();

// Loads the timelines of one run at a time, and only when they have changed.
async function askTimelines(board) {
  for (const run of board.runs) {
    if (timelines.get(run.id)?.at === run.timelinesAt) continue;
    const response = await fetch('api/v1/timelines?run=' + encodeURIComponent(run.id));
    // The run may have been removed since the board was loaded.
    if (response.status === 404) continue;
    if (!response.ok) throw new Error('answer ' + response.status);
    timelines.set(run.id, { at: run.timelinesAt, lines: await response.json() });
  }
  for (const id of [...timelines.keys()]) {
    if (!board.runs.some(run => run.id === id)) timelines.delete(id);
  }
}

// Loads the rows of a list that were asked for, page by page.
async function askRows(list) {
  const { from, until } = more.get(list);
  const rows = [];
  while (from + rows.length < until) {
    const at = from + rows.length;
    const response = await fetch(list + '&from=' + at + '&most=' + Math.min(PAGE_ROWS, until - at));
    if (response.status === 404) break;
    if (!response.ok) throw new Error('answer ' + response.status);
    const page = (await response.json()).rows;
    if (page.length === 0) break;
    rows.push(...page);
  }
  more.set(list, { from, until, rows });
}

async function askFor(list, wanted) {
  more.set(list, wanted);
  try {
    await askRows(list);
    draw(newest);
  } catch (error) {
    showState('no connection: figures may be old (' + error.message + ')', true);
  }
}

async function askBoard() {
  if (onlyRun === null) return fetch('api/v1/board');
  const response = await fetch(listOf('run', onlyRun));
  const runs = response.status === 404 ? [] : [await response.json()];
  return new Response(JSON.stringify({ ready: true, runs, runsInAll: runs.length, parked: [] }));
}

async function poll() {
  try {
    const response = await askBoard();
    if (!response.ok) throw new Error('answer ' + response.status);
    const text = await response.text();
    const board = JSON.parse(text);
    if (text !== shown) {
      await askTimelines(board);
      for (const list of more.keys()) await askRows(list);
      newest = board;
      draw(board);
      shown = text;
    }
    showState(board.ready ? 'live' : 'catching up', false);
  } catch (error) {
    showState('no connection: figures may be old (' + error.message + ')', true);
  }
  setTimeout(poll, POLL_MILLIS);
}

poll();

// What a link holds of a plan: the chosen step, the pinned buffer and the window of each figure.

import { notePlace, placeNow } from './place.js';

const PLAN_KEYS = ['step', 'pin', 'map', 'use', 'lifetimes'];
const DIGITS = 9;

// Nothing of a plan, for a link to another one.
export const NO_PLAN_CHOICE = Object.fromEntries(PLAN_KEYS.map(key => [key, undefined]));

export function planChoices() {
  const place = placeNow();
  return PLAN_KEYS.map(key => place[key] ?? '').join('\n');
}

function wholeNumber(text, below) {
  const number = text === undefined || text === '' ? NaN : Number(text);
  return Number.isInteger(number) && number >= 0 && number < below ? number : null;
}

// The step and the buffer of a link that are in the plan.
export function linkedChoice(document) {
  const place = placeNow();
  return { step: wholeNumber(place.step, document.steps), pinned: wholeNumber(place.pin, document.intervals.length) };
}

// The window of a figure in a link; null: all of it.
export function linkedWindow(name) {
  const [left, right, low, high] = (placeNow()[name] ?? '').split(',').map(Number);
  return left < right && low < high ? { left, right, low, high } : null;
}

export function noteWindow(name, view) {
  notePlace({ [name]: view === null ? undefined
    : [view.left, view.right, view.low, view.high].map(value => Number(value.toPrecision(DIGITS))).join(',') });
}

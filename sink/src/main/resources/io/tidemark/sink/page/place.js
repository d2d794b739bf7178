// The place on the page that a link names: #run=…&memory=…&device=…&at=EPOCH_MILLIS&view=run|plan|phases|compare|history.
// Keys that are not known are kept.

export function placeNow() {
  const hash = new URLSearchParams(location.hash.slice(1));
  // Links of before named the run in the query.
  const query = new URLSearchParams(location.search);
  if (!hash.has('run') && query.has('run')) hash.set('run', query.get('run'));
  return Object.fromEntries(hash);
}

// The address of a place, without values that are empty or unknown.
export function placeLink(place) {
  const named = Object.entries(place).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return '#' + new URLSearchParams(named.map(([key, value]) => [key, String(value)]));
}

// Goes to a place; Back leads here again.
export function goTo(place) {
  location.hash = placeLink(place);
}

// Changes parts of the place without a new entry in the history, and without a new drawing.
export function notePlace(changes) {
  history.replaceState(null, '', placeLink({ ...placeNow(), ...changes }));
}

export function onPlace(listener) {
  window.addEventListener('hashchange', listener);
}

// A path of the API with its query.
export function apiPath(document, parameters) {
  const query = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => key + '=' + encodeURIComponent(value)).join('&');
  return 'api/v1/' + document + (query === '' ? '' : '?' + query);
}

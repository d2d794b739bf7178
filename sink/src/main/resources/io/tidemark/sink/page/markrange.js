// The marks of a range [from, until) of those that a report holds: of each kind the first ones and how many there are.

export function marksWithin(marks, axis, from, until) {
  return Object.fromEntries(Object.entries(marks ?? {}).map(([kind, all]) => [kind, kindWithin(all, axis, from, until)])
    .filter(([, found]) => found.inAll > 0));
}

function kindWithin(all, axis, from, until) {
  const places = all[axis].map((at, i) => i).filter(i => all[axis][i] >= from && all[axis][i] < until);
  const pick = column => places.map(i => column[i]);
  // Beyond the last one that is listed, nobody knows how many of the others lie in the range.
  const listed = all.inAll === all.n.length || until <= all[axis][all.n.length - 1];
  return { inAll: listed ? places.length : all.inAll, n: pick(all.n), timeMillis: pick(all.timeMillis), programs: pick(all.programs) };
}

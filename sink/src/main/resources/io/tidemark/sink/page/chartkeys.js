// The keys of a chart of use: left and right read point by point, + and - zoom, Escape shows the whole run.

const ZOOM_STEP = 0.25;

export function onChartKey(view, event) {
  const { points } = view.view;
  const moves = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.key in moves) view.point(Math.min(points.length - 1, Math.max(0, (view.index ?? 0) + moves[event.key])));
  else if (event.key === 'Home') view.point(0);
  else if (event.key === 'End') view.point(points.length - 1);
  else if (event.key === '+' || event.key === '-') zoomBy(view, event.key === '+' ? ZOOM_STEP : -2 * ZOOM_STEP);
  else if (event.key === 'Escape') view.zoomTo(null);
  else return;
  event.preventDefault();
}

function zoomBy(view, share) {
  const ends = view.whole.points;
  if (ends.length < 2) return;
  const all = [ends[0].x, ends[ends.length - 1].x + 1];
  const [from, until] = view.chosen.range ?? all;
  const middle = view.view.points[view.index ?? -1]?.x ?? (from + until) / 2;
  const half = Math.max(1, (until - from) * (0.5 - share));
  const range = [Math.max(all[0], Math.floor(middle - half)), Math.min(all[1], Math.ceil(middle + half))];
  view.zoomTo(range[0] === all[0] && range[1] === all[1] ? null : range);
}

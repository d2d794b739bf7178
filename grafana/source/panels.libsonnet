// The kinds of panels, each with what is the same in all of them.
local look = import 'look.libsonnet';
local source = { type: 'prometheus', uid: '$datasource' };
local refs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

local withRefs(targets) = std.mapWithIndex(function(i, target) { refId: refs[i] } + target, targets);

local panel(type, title, description, targets, config) = {
  type: type,
  title: title,
  description: description,
  datasource: source,
  targets: withRefs(targets),
  fieldConfig: { defaults: config.defaults, overrides: config.overrides },
};

{
  // Queries: a curve, the newest value, the rows of a table.
  curve(expr, legend):: { datasource: source, expr: expr, legendFormat: legend, range: true, instant: false },
  now(expr, legend=''):: { datasource: source, expr: expr, legendFormat: legend, instant: true, range: false },
  rows(expr):: self.now(expr) { format: 'table' },

  at(x, y, w, h):: { gridPos: { x: x, y: y, w: w, h: h } },

  stat(title, description, targets, unit='none', thresholds=look.plain, overrides=[], noValue='no data', decimals=null, options={})::
    panel('stat', title, description, targets, {
      defaults: {
        unit: unit,
        thresholds: thresholds,
        color: { mode: 'thresholds' },
        // Without a figure the colour of the lowest threshold would say that all is well.
        mappings: look.none(noValue),
        [if decimals != null then 'decimals']: decimals,
      },
      overrides: overrides,
    }) + {
      options: {
        reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
        colorMode: 'value',
        graphMode: 'none',
        justifyMode: 'center',
        orientation: 'auto',
        textMode: 'auto',
      } + options,
    },

  // The text of one label.
  text(title, description, expr, label, size=18, mappings=[], noValue='no data')::
    self.stat(title, description, [self.rows(expr)], 'string', noValue=noValue, overrides=[look.field(label, { mappings: mappings })], options={
      reduceOptions: { calcs: ['lastNotNull'], fields: '/^' + label + '$/', values: false },
      text: { valueSize: size },
      textMode: 'value',
    }),

  curves(title, description, targets, unit, overrides=[], fill=0, stacked=false, defaults={}, beside=false, listed=false)::
    panel('timeseries', title, description, targets, {
      defaults: {
        unit: unit,
        custom: {
          drawStyle: 'line',
          lineInterpolation: 'linear',
          // The line of a part of nothing would lie on the whole stack, as if all were of that part.
          lineWidth: if stacked then 0 else 1,
          fillOpacity: fill,
          showPoints: 'auto',
          pointSize: 4,
          spanNulls: false,
          axisSoftMin: 0,
          stacking: { mode: if stacked then 'normal' else 'none', group: 'A' },
          thresholdsStyle: { mode: 'off' },
        },
      } + defaults,
      overrides: overrides,
    }) + {
      options: {
        legend: {
          showLegend: true,
          displayMode: if listed then 'list' else 'table',
          // Of a width that is not fixed: on a phone a fixed one leaves the chart no room.
          placement: if beside then 'right' else 'bottom',
          calcs: if listed then [] else ['lastNotNull', 'max'],
          sortBy: 'Max',
          sortDesc: true,
        },
        tooltip: { mode: 'multi', sort: 'desc' },
      },
    },

  // Columns, first to last: each has the name of the query's field, the name that it shows and its look.
  // A row without a value in the field `needed` is left out.
  table(title, description, targets, columns, sort=null, hidden=[], filterable=false, needed=null, noValue=null)::
    local renamed = { [c.from]: c.name for c in columns if c.from != c.name };
    local order = { [columns[i].from]: i for i in std.range(0, std.length(columns) - 1) };
    panel('table', title, description, targets, {
      // Of one query: an empty cell beside others would read so, too.
      defaults: { custom: { align: 'auto', displayMode: 'auto', filterable: filterable }, [if noValue != null then 'noValue']: noValue },
      overrides: [look.field(c.name, c.look) for c in columns],
    }) + {
      options: { showHeader: true, cellHeight: 'sm', footer: { show: false } },
      transformations:
        (if std.length(targets) > 1 then [{ id: 'merge', options: {} }] else [])
        + (if needed == null then [] else [{ id: 'filterByValue', options: { filters: [{ fieldName: needed, config: { id: 'isNotNull', options: {} } }], type: 'include', match: 'any' } }])
        + (if sort == null then [] else [{ id: 'sortBy', options: { fields: {}, sort: [sort] } }])
        + [
          { id: 'organize', options: { excludeByName: { [name]: true for name in ['Time'] + hidden }, indexByName: order, renameByName: renamed } },
        ],
    },
  col(from, name, form):: { from: from, name: name, look: form },

  row(title, collapsed=false, panels=[], repeat=null):: {
    type: 'row',
    title: title,
    collapsed: collapsed,
    panels: panels,
    [if repeat != null then 'repeat']: repeat,
  },
}

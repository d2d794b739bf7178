// Colours, units and overrides of every panel. The colours are told apart by the colour-blind, on light and on dark.
{
  used:: '#56B4E9',
  // Each theme of Grafana has a blue of its own that is read on it.
  blue:: 'blue',
  free:: '#009E73',
  warning:: '#E69F00',
  critical:: '#D55E00',
  weight:: '#9467BD',
  grey:: '#8E8E8E',
  ops:: ['#0072B2', '#E69F00', '#009E73', '#CC79A7', '#56B4E9', '#D55E00', '#9467BD', '#F0E442', '#8C564B', '#8E8E8E'],

  // Thresholds of the alerts; a test compares them with those of the streams job.
  nearCapacity:: 0.9,
  full:: 0.97,
  late:: 30,

  steps(first, rest):: {
    mode: 'absolute',
    steps: [{ color: first, value: null }] + [{ color: step[1], value: step[0] } for step in rest],
  },
  plain:: self.steps('text', []),
  share:: self.steps($.blue, [[$.nearCapacity, $.warning], [$.full, $.critical]]),
  // A plan may fill its memory, and a peak that is over is no danger.
  planShare:: self.steps($.blue, [[1.0001, $.critical]]),
  wrongAboveZero(colour=$.critical):: self.steps($.free, [[1, colour]]),

  fixed(colour):: { mode: 'fixed', fixedColor: colour },

  // An override of the fields of this name.
  field(name, properties):: {
    matcher: { id: 'byName', options: name },
    properties: [{ id: id, value: properties[id] } for id in std.objectFields(properties)],
  },
  fields(pattern, properties):: self.field(pattern, properties) { matcher: { id: 'byRegexp', options: pattern } },

  coloured(name, colour):: self.field(name, { color: $.fixed(colour) }),

  // A limit: a dashed line without fill, that no stack takes in.
  limit(name, colour=$.critical):: self.field(name, {
    color: $.fixed(colour),
    'custom.lineStyle': { fill: 'dash', dash: [8, 6] },
    'custom.fillOpacity': 0,
    'custom.stacking': { mode: 'none', group: 'limit' },
    'custom.lineWidth': 2,
  }),

  // The states of a run by their label, with their words and colours.
  state:: {
    live: ['live', $.blue],
    reading: ['reading', $.blue],
    filling_up: ['filling up', $.warning],
    idle: ['no news', $.grey],
    ended: ['done', $.grey],
    fits: ['fits', $.grey],
    out_of_memory: ['out of memory', $.critical],
    killed: ['killed', $.critical],
    will_not_fit: ['does not fit', $.critical],
    analysis_failed: ['analysis failed', $.critical],
    begun_anew: ['begun anew after an upgrade', $.grey],
    allocation_refused: ['allocation refused', $.warning],
    capacity_unknown: ['planned', $.grey],
    nothing_recognised: ['nothing recognised', $.warning],
  },
  states:: [{ type: 'value', options: { [label]: { text: $.state[label][0], color: $.state[label][1] } for label in std.objectFields($.state) } }],
  severities:: [{
    type: 'value',
    options: {
      critical: { text: 'critical', color: $.critical, index: 0 },
      warning: { text: 'warning', color: $.warning, index: 1 },
    },
  }],
  yesNo(yes, no):: [{
    type: 'value',
    options: { '1': { text: yes, color: $.free, index: 0 }, '0': { text: no, color: $.critical, index: 1 } },
  }],

  // Words that stand for a figure that is not there, in the colour of no news.
  none(words):: [{ type: 'special', options: { match: 'null+nan', result: { text: words, color: $.grey, index: 0 } } }],
  local advice = {
    'larger than an empty bank': 'split the tensor, or shard it',
    'not enough free': 'shrink the batch, the context or the cache',
    fragmented: 'no block is large enough: allocate large tensors first',
    'a free block could hold it': 'look at the alignment and at what the allocator reserves',
    'static buffers beyond L1': 'smaller circular buffers, or more cores',
    'static buffers clash with L1 buffers': 'free L1 tensors before this op, or move them to DRAM',
    'region too small': 'it is smaller than what must lie in it: enlarge it, or ask for less',
    'trace region too small': 'raise trace_region_size',
    refused: 'refused, the program may have gone on',
    unknown: 'see the log at that moment',
  },
  // The label is OP, MEMORY|DIAGNOSIS.
  diagnoses:: [{
    type: 'regex',
    options: { pattern: '/^(.*)\\|' + words + '$/', result: { text: '$1: ' + advice[words], color: if words == 'refused' then $.warning else $.critical, index: 0 } },
  } for words in std.objectFields(advice)],
  // A share that nobody stated is a dash, so that its bar does not read as nothing used.
  noFigure:: self.none('–'),

  // Columns of tables, by their names.
  column:: {
    text(width):: { 'custom.width': width, 'custom.align': 'left' },
    // Takes the room that the other columns leave.
    wide(width):: { 'custom.minWidth': width, 'custom.align': 'left' },
    figure(width, unit, decimals=null)::
      { 'custom.width': width, 'custom.align': 'right', unit: unit } + (if decimals == null then {} else { decimals: decimals }),
    bytes(width):: self.figure(width, 'bytes', 2),
    count(width):: self.figure(width, 'none', 0),
    time(width):: self.figure(width, 'dateTimeAsIso'),
    ago(width):: self.figure(width, 'dateTimeFromNow'),
    share(width):: self.figure(width, 'percentunit', 1) + { thresholds: $.planShare, mappings: $.noFigure, 'custom.displayMode': 'color-text' },
    bar:: { min: 0, thresholds: $.steps($.blue, []), color: { mode: 'thresholds' }, 'custom.displayMode': 'basic' },
    gauge(width):: self.figure(width, 'percentunit', 1) + self.bar + { max: 1, thresholds: $.share, mappings: $.noFigure },
    wrong(width, colour=$.critical):: self.count(width) + { thresholds: $.wrongAboveZero(colour), 'custom.displayMode': 'color-text' },
    mapped(width, mappings):: self.text(width) + { mappings: mappings, 'custom.displayMode': 'color-text' },
    runLink(width):: self.wide(width) + { links: [{ title: 'Open this run', url: $.runUrl('${__data.fields.run:percentencode}', '${__data.fields.host:percentencode}') }] },
  },
  // Tidemark's own page, at this run.
  pageUrl(run):: '${page}/?run=' + run + '#run=' + run,
  // There, at the moment that is the value of this cell, and the memory of its row or series.
  momentLinks(run, of='__data.fields'):: { links: [{
    title: "Tidemark's page at this moment",
    url: '${page}/#run=' + run + '&memory=${' + of + '.memory:percentencode}&device=${' + of + '.device:percentencode}&at=${__value.raw}',
    targetBlank: true,
  }] },
  // Grafana's form of a new silence, filled in.
  silenceUrl(rule, host, run):: '/alerting/silence/new?alertmanager=Alertmanager&matcher=alertname%3D' + rule + '&matcher=host%3D' + host + '&matcher=run%3D' + run,
  runUrl(run, host):: '/d/tidemark-run/run?${__url_time_range}&${datasource:queryparam}&var-run=' + run + '&var-host=' + host + '#run=' + run,
}

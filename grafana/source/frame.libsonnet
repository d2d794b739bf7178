// What surrounds the panels: variables, marks and links.
local look = import 'look.libsonnet';
local source = { type: 'prometheus', uid: '$datasource' };

local query(name, label, expr) = {
  name: name,
  label: label,
  type: 'query',
  datasource: source,
  query: { query: expr, refId: name },
  definition: expr,
  refresh: 2,
  sort: 0,
  hide: 0,
  multi: false,
  includeAll: false,
  options: [],
  current: {},
};
local all = { multi: true, includeAll: true, allValue: '.+', current: { selected: true, text: 'All', value: '$__all' } };
local hidden = { hide: 2 };

local mark(name, colour, expr, title, text) = {
  name: name,
  datasource: source,
  enable: true,
  // Switches would take a second line above the panels.
  hide: true,
  expr: expr,
  iconColor: colour,
  titleFormat: title,
  textFormat: text,
  step: '10s',
  useValueForTime: true,
};

{
  // Selectors. Job and instance are on every one of them; the hidden variables match all.
  every(more=''):: '{job=~"$job", instance=~"$instance"' + (if more == '' then '' else ', ' + more) + '}',
  ofRun(more=''):: self.every('run="$run", host=~"$host|"' + (if more == '' then '' else ', ' + more)),
  ofMemory(more=''):: self.ofRun('device=~"$device", memory=~"$memory"' + (if more == '' then '' else ', ' + more)),

  // 1 for the series of each key with the newest sample of the time range. A subquery sees that in steps, so a series
  // that was there for less than a step comes last.
  newest(metric, selector, key, labels, at='')::
    local series = metric + selector;
    local sampled = 'timestamp(%s%s) or max_over_time(timestamp(%s)[$__range:1m]%s) or last_over_time(%s[$__range]%s)' % [series, at, series, at, series, at];
    'topk by (%s) (1, max by (%s) (%s)) ^ 0' % [key, labels, sampled],
  // The newest figure of the time range.
  latest(metric, selector, by):: 'max by (%s) (last_over_time(%s%s[$__range]))' % [by, metric, selector],

  variables:: {
    source: {
      name: 'datasource',
      label: 'Data source',
      type: 'datasource',
      query: 'prometheus',
      regex: '',
      refresh: 1,
      hide: 2,
      multi: false,
      includeAll: false,
      options: [],
      current: { selected: true, text: 'Prometheus', value: 'prometheus' },
    },
    // Tidemark's own page: the address that a sink states (--external-url), else the one that is scraped.
    page: query(
      'page',
      'Page',
      // While it is down, that of before.
      'query_result(last_over_time(tidemark_build_info%s[$__range]) or label_replace(last_over_time(tidemark_build_info%s[$__range]), "page", "http://$1", "instance", "(.+)"))'
      % [$.every('page!=""'), $.every('page=""')]
    ) + { regex: '/page="([^"]+)"/' } + hidden,
    // That of the sink that shows the run: several machines may have a page each.
    pageOfRun: query(
      'page',
      'Page',
      local info(more) = 'last_over_time(tidemark_build_info%s[$__range])' % $.every(more);
      local scraped = 'label_replace(%s, "page", "http://$1", "instance", "(.+)")' % info('page=""');
      local ofRun = ' and on (instance) last_over_time(tidemark_run_info%s[$__range])' % $.ofRun();
      'query_result(%s%s or %s%s or %s or %s)' % [info('page!=""'), ofRun, scraped, ofRun, info('page!=""'), scraped]
    ) + { regex: '/page="([^"]+)"/' } + hidden,
    job: query('job', 'Job', 'label_values(tidemark_build_info, job)') + all + hidden,
    instance: query('instance', 'Instance', 'label_values(tidemark_build_info{job=~"$job"}, instance)') + all + hidden,
    // Runs that can be saved, failed and live ones first, the newest of each first.
    run: query(
      'run',
      'Run',
      'query_result(sort_desc(max by (run) (1e11 * %s + on (host, run) %s or 0 * %s)))'
      % [$.latest('tidemark_run_urgency', $.every(), 'host, run'), $.latest('tidemark_run_start_timestamp_seconds', $.every(), 'host, run'), $.latest('tidemark_run_info', $.every(), 'host, run')]
    ) + { regex: '/run="((?:[^"\\\\]|\\\\.)*)"/' },
    // The first of the machines with a run of that name; series of earlier releases have no host.
    host: query('host', 'Host', 'label_values(tidemark_run_info%s, host)' % $.every('run="$run"')),
    device: query('device', 'Device', 'label_values(tidemark_run_memory_peak_bytes%s, device)' % $.ofRun()) + all,
    // Memories that the run never used have no row.
    memory: query(
      'memory',
      'Memory',
      'query_result(sort_desc(max by (memory) (max_over_time(tidemark_run_memory_peak_bytes%s[$__range])) > 0))' % $.ofRun('device=~"$device"')
    ) + { regex: '/memory="([^"]*)"/' },
    // What a plan or a training needs has one, too, and what failed.
    memories: query(
      'memory',
      'Memory',
      'query_result(sort_desc(max by (memory) (max_over_time(tidemark_held_at_peak_bytes%s[$__range])) > 0 or max by (memory) (max_over_time(tidemark_run_memory_peak_bytes%s[$__range])) > 0 or max by (memory) (max_over_time(tidemark_memory_needed_bytes%s[$__range])) > 0 or 0 * max by (memory) (max_over_time(tidemark_out_of_memory_timestamp_seconds%s[$__range]))))' % [$.ofRun(), $.ofRun(), $.ofRun(), $.ofRun()]
    ) + { regex: '/memory="([^"]*)"/' } + all,
  },

  marks:: {
    start(selector): mark('Start', look.blue, 'max by (host, run) (tidemark_run_start_timestamp_seconds%s) * 1000' % selector, 'Start', '{{host}} {{run}}'),
    end(selector): mark('End', look.grey, 'max by (host, run) (tidemark_run_end_timestamp_seconds%s) * 1000' % selector, 'End', '{{host}} {{run}}'),
    outOfMemory(selector): mark(
      'Out of memory',
      look.critical,
      'max by (host, run, device, memory, op, diagnosis) (tidemark_out_of_memory_timestamp_seconds%s) * 1000' % selector,
      'Out of memory',
      '{{host}} {{run}} device {{device}} {{memory}}: {{op}} {{diagnosis}}'
    ),
    alert(selector): mark('Alerts', look.warning, 'max by (host, run, device, memory, rule) (tidemark_alert_since_timestamp_seconds%s) * 1000' % selector, 'Alert', '{{rule}} {{host}} {{run}} {{memory}}'),
    peak(selector): mark(
      'Peaks',
      look.weight,
      // Only the highest: each step of a climb is a new peak, and marks side by side become a painted region.
      '(max by (host, run, device, memory) (last_over_time(tidemark_run_memory_peak_timestamp_seconds%s[$__range] @ end())) + on (host, run, device, memory) group_left (op) 0 * %s) * 1000'
      % [selector, $.newest('tidemark_peak_op_info', std.strReplace(selector, '}', ', rank="1"}'), 'host, run, device, memory', 'host, run, device, memory, op', ' @ end()')],
      'Peak',
      '{{memory}}: {{op}}'
    ),
  },

  // Ids by place; those of a collapsed row are hundreds of its own.
  numbered(panels, first):: std.mapWithIndex(
    function(i, panel)
      { id: first + i } + panel
      + (if std.objectHas(panel, 'panels') then { panels: $.numbered(panel.panels, (first + i) * 100) } else {}),
    panels
  ),

  dashboard(uid, title, description, variables, marks, panels):: {
    uid: uid,
    title: title,
    description: description,
    tags: ['tidemark'],
    editable: false,
    graphTooltip: 1,
    // That of Grafana 9: from 38 on, later ones would not translate the look of cells (custom.displayMode).
    schemaVersion: 37,
    version: 1,
    timezone: 'browser',
    weekStart: '',
    refresh: '5s',
    time: { from: 'now-30m', to: 'now' },
    timepicker: {},
    links: [
      {
        type: 'link',
        title: other,
        url: '/d/tidemark-' + std.asciiLower(other) + '/' + std.asciiLower(other),
        icon: 'dashboard',
        includeVars: true,
        keepTime: true,
        targetBlank: false,
        asDropdown: false,
        tags: [],
        tooltip: '',
      }
      for other in ['Overview', 'Run', 'Ops', 'Pipeline']
      if other != title
    ] + (
      if std.member(['Run', 'Ops'], title) then [{
        type: 'link',
        title: "Tidemark's page",
        url: look.pageUrl('${run:percentencode}'),
        icon: 'external link',
        includeVars: false,
        keepTime: false,
        targetBlank: true,
        asDropdown: false,
        tags: [],
        tooltip: 'This run on the page that Tidemark serves itself',
      }] else []
    ),
    annotations: {
      list: [{
        builtIn: 1,
        datasource: { type: 'grafana', uid: '-- Grafana --' },
        enable: true,
        hide: true,
        iconColor: 'rgba(0, 211, 255, 1)',
        name: 'Annotations & Alerts',
        type: 'dashboard',
      }] + marks,
    },
    templating: { list: [$.variables.source, $.variables.job, $.variables.instance] + variables + [if std.member(['Run', 'Ops'], title) then $.variables.pageOfRun else $.variables.page] },
    panels: $.numbered(panels, 1),
  },
}

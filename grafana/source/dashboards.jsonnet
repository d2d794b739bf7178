// All dashboards by the names of their files in ../dashboards.
{
  overview: import 'overview.jsonnet',
  run: import 'run.jsonnet',
  ops: import 'ops.jsonnet',
  pipeline: import 'pipeline.jsonnet',
}

#!/usr/bin/env bash
# Judges a job's log, alone or against a baseline, and writes the answer into the job's summary.
# Inputs are variables, see action.yml: a value is never part of the script's text.
# Exit code 0 when the job is good, 3 when it is worse than its baseline or in trouble alone,
# 4 when it is judged alone and its log states no memory.
set -u

program=${TIDEMARK_PROGRAM:-}
[ -n "$program" ] || program=$(dirname "$0")/../tidemark
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
output=${GITHUB_OUTPUT:-/dev/null}
baseline=${TIDEMARK_BASELINE:-}
read -r -a options <<<"${TIDEMARK_OPTIONS:-}"

command=(compare --markdown --max-growth "${TIDEMARK_GROWTH:-5}" ${options[@]+"${options[@]}"} -- "$baseline")
# Without a baseline, as on the first night, the log is judged alone.
if [ ! -e "$baseline" ]; then
  command=(history --markdown ${options[@]+"${options[@]}"} --)
fi
"$program" "${command[@]}" "$TIDEMARK_LOG" >>"$summary"
code=$?
[ $code = 3 ] && worse=true || worse=false
echo "worse=$worse" >>"$output"
exit $code

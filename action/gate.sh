#!/usr/bin/env bash
# Judges a job's log, alone or against a baseline, and writes the answer into the job's summary.
# Inputs are variables, see action.yml: a value is never part of the script's text.
# Exit code 0 when the job is good, 3 when it is worse than its baseline or out of memory.
set -u

program=${TIDEMARK_PROGRAM:-}
[ -n "$program" ] || program=$(dirname "$0")/../tidemark
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
output=${GITHUB_OUTPUT:-/dev/null}
read -r -a options <<<"${TIDEMARK_OPTIONS:-}"

if [ -n "${TIDEMARK_BASELINE:-}" ]; then
  "$program" compare --markdown --max-growth "${TIDEMARK_GROWTH:-5}" "${options[@]}" \
    -- "$TIDEMARK_BASELINE" "$TIDEMARK_LOG" >>"$summary"
  code=$?
else
  "$program" history --markdown --max-growth "${TIDEMARK_GROWTH:-5}" "${options[@]}" \
    -- "$TIDEMARK_LOG" >>"$summary"
  code=$?
fi
[ $code = 3 ] && worse=true || worse=false
echo "worse=$worse" >>"$output"
exit $code

#!/usr/bin/env bash
# The price of an agent at rest: ingest alone with 20 logs that do not grow: bench/agent.sh [SECONDS] [WARM_UP]. TIDEMARK is
# the launcher of an unpacked package. CPU in % of one core, resident and anonymous memory; exits with 1 above the promise.
set -euo pipefail

seconds=${1:-60}
warm=${2:-75}
root=$(cd "$(dirname "$0")/.." && pwd)
tidemark=${TIDEMARK:-$root/tidemark}

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

await() { # TEXT FILE
  for _ in $(seq 600); do
    ! grep -qs "$1" "$2" || return 0
    sleep 0.1
  done
  echo "agent.sh: in vain: $1" >&2
  tail -n 5 "$2" >&2
  return 1
}
nanos() { cat "/proc/$agent/task"/*/schedstat | awk '{ sum += $1 } END { printf "%.0f", sum }'; }

"$tidemark" --version > /dev/null
for n in $(seq 20); do
  cp "$root/examples/tenstorrent.log" "$work/rank-$n.log"
done
"$tidemark" broker --port 0 --data "$work/broker" > "$work/broker.out" 2>&1 < /dev/null &
pids+=("$!")
await '^broker on ' "$work/broker.out"
"$tidemark" ingest "$work/*.log" --config "$work/broker/client.properties" \
  --bootstrap-servers "$(sed -n 's/^broker on //p' "$work/broker.out")" > "$work/ingest.out" 2>&1 < /dev/null &
pids+=("$!")
await '^following ' "$work/ingest.out"
agent=$(pgrep -P "${pids[1]}" -x java || echo "${pids[1]}") # the launcher may not replace itself by the JVM

sleep "$warm"
before=$(nanos)
start=$(date +%s%N)
sleep "$seconds"
cpu=$(($(nanos) - before))
awk -v cpu="$cpu" -v ns="$(($(date +%s%N) - start))" '
  /^Rss:/ { resident = $2 / 1024 }
  /^Anonymous:/ { anonymous = $2 / 1024 }
  END {
    printf "agent %.2f %% of a core, %.1f MiB resident, of it %.1f anonymous\n", 100 * cpu / ns, resident, anonymous
    exit cpu / ns > 0.003 || resident > 96 || anonymous > 56
  }' "/proc/$agent/smaps_rollup"

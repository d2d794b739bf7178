#!/usr/bin/env bash
# The price of the programs apart at rest: broker, ingest, streams and sink as processes of their own, on one log that does
# not grow: bench/apart.sh [SECONDS] [WARM_UP]. CPU in % of one core, resident memory; the sink is scraped every 15 s.
set -euo pipefail

seconds=${1:-60}
warm=${2:-180}
root=$(cd "$(dirname "$0")/.." && pwd)
tidemark=${TIDEMARK:-$root/tidemark}
broker=${BROKER_PORT:-19093}
sink=${PORT:-18083}

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

until_true() { # COMMAND...: for a minute
  for _ in $(seq 600); do
    "$@" > /dev/null 2>&1 && return 0
    sleep 0.1
  done
  echo "apart.sh: in vain: $*" >&2
  tail -n 5 "$work"/*.out >&2
  return 1
}
program() { # NAME ARGUMENTS...
  local name=$1
  shift
  "$tidemark" "$name" "$@" > "$work/$name.out" 2>&1 < /dev/null &
  pids+=("$!")
}
counted() { curl -s "http://127.0.0.1:$sink/metrics" | grep -q '^tidemark_memory_used_bytes'; }

"$tidemark" --version > /dev/null
cp "$root/examples/tenstorrent.log" "$work/train.log"
program broker --port "$broker" --data "$work/broker"
until_true grep -q "broker on" "$work/broker.out"
client=(--bootstrap-servers "127.0.0.1:$broker" --config "$work/broker/client.properties")
program ingest "${client[@]}" "$work/train.log"
program streams "${client[@]}" --state "$work/streams"
program sink "${client[@]}" --port "$sink"
until_true counted
while sleep 15; do
  curl -s -o /dev/null "http://127.0.0.1:$sink/metrics"
done &
pids+=("$!")

jvm() { pgrep -P "$1" -x java || echo "$1"; } # the launcher may not replace itself by the JVM
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }

sleep "$warm"
processes=()
before=()
for n in 0 1 2 3; do
  processes+=("$(jvm "${pids[$n]}")")
  before+=("$(ticks "${processes[$n]}")")
done
start=$(date +%s%N)
sleep "$seconds"
end=$(date +%s%N)
for n in 0 1 2 3; do
  name=$(printf 'broker ingest streams sink' | cut -d' ' -f$((n + 1)))
  echo "$name $(($(ticks "${processes[$n]}") - before[n])) $(awk '/^VmRSS:/ { print $2 }' "/proc/${processes[$n]}/status")"
done | awk -v ns=$((end - start)) -v hz="$(getconf CLK_TCK)" '
  { cpu = 100e9 * $2 / hz / ns; mib = $3 / 1024; total += cpu; memory += mib; printf "%s %.1f %%, %d MiB; ", $1, cpu, mib }
  END { printf "all %.1f %% of a core, %d MiB resident\n", total, memory }'

#!/usr/bin/env bash
# MB/s of replay into an OpenMetrics file and through a broker, beside report over the same simulated log in the same
# run, start of the JVM included: bench/replay.sh [LINES] [ROUNDS]. The broker is the embedded one.
set -euo pipefail

lines=${1:-400000}
rounds=${2:-3}
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
broker=
end() {
  [ -n "$broker" ] && kill "$broker" 2>/dev/null && wait "$broker" 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT

tidemark() {
  timeout 300 java -XX:+UseSerialGC -Xmx1g -jar "$root/app/target/tidemark.jar" "$@"
}

"$root/bench/simulate" tenstorrent steady "$lines" 1 >"$folder/log"
size=$(stat -c %s "$folder/log")
java -XX:+UseSerialGC -Xmx512m -jar "$root/app/target/tidemark.jar" broker --port 19392 --data "$folder/broker" \
  >"$folder/broker.txt" 2>&1 &
broker=$!
for _ in $(seq 60); do
  grep -q "broker on" "$folder/broker.txt" && break
  sleep 1
done

measure() { # NAME COMMAND...
  local name=$1 from to
  shift
  from=$(date +%s%N)
  "$@" >/dev/null
  to=$(date +%s%N)
  awk -v n="$name" -v s="$size" -v t=$((to - from)) 'BEGIN { printf "%-22s %6.1f MB/s\n", n, s / t * 1000 }'
}

awk -v s="$size" 'BEGIN { printf "%.1f MB\n", s / 1e6 }'
for round in $(seq "$rounds"); do
  measure report tidemark report --out "$folder/report$round" "$folder/log"
  measure replay-openmetrics tidemark replay --openmetrics "$folder/history" "$folder/log"
  measure replay-broker tidemark replay --bootstrap-servers 127.0.0.1:19392 --config "$folder/broker/client.properties" --source "r$round" "$folder/log"
done

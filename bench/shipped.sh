#!/usr/bin/env bash
# Wall and CPU seconds of `tidemark ingest` from its start until all of a log is in Kafka:
# bench/shipped.sh LOG BOOTSTRAP_SERVERS [TIDEMARK]. Prints both with a blank between.
set -euo pipefail

log=$1
servers=$2
tidemark=${3:-$(cd "$(dirname "$0")/.." && pwd)/tidemark}
port=${PORT:-19556}
lines=$(wc -l < "$log")

start=$(date +%s%N)
"$tidemark" ingest --bootstrap-servers "$servers" --metrics-port "$port" "$log" > /dev/null 2>&1 &
ingest=$!
trap 'kill "$ingest" 2> /dev/null || true; wait 2> /dev/null || true' EXIT
shipped() { curl -s "http://127.0.0.1:$port/metrics" | awk '/^tidemark_lines_shipped_total/ { printf "%d", $2 }'; }
# Each look costs both sides: ten a second are a tenth of a second too late at most.
for _ in $(seq 6000); do
  [ "$(shipped)" != "$lines" ] || break
  kill -0 "$ingest"
  sleep 0.1
done
end=$(date +%s%N)
process=$(pgrep -P "$ingest" -x java || echo "$ingest") # the launcher may not replace itself by the JVM
sed 's/.*) //' "/proc/$process/stat" | awk -v ns=$((end - start)) -v hz="$(getconf CLK_TCK)" \
  '{ printf "%.2f %.2f\n", ns / 1e9, ($12 + $13) / hz }'

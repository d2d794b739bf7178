#!/usr/bin/env bash
# Peers and Tidemark's parse over the same bytes, in turn, in one run: bench/compare.sh [MEGABYTES] [ROUNDS]
# Prints MB/s (median of the rounds) and each peer's ratio to Tidemark's parse. Ratios of other runs or machines
# do not compare. Set BOOTSTRAP_SERVERS to include kcat.
set -euo pipefail

megabytes=${1:-512}
rounds=${2:-3}
limit_seconds=600
prefix_bytes=16000000

root=$(cd "$(dirname "$0")/.." && pwd)
classes=$root/bench/target/classes:$root/analysis/target/classes:$root/model/target/classes
if [ ! -f "$root/bench/target/classes/io/tidemark/bench/ParseBench.class" ]; then
  echo "compare.sh: build first: mvn -q -pl bench -am test-compile" >&2
  exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

cat > "$work/findall.py" <<'PYTHON'
import re, sys
pattern = re.compile(r""";\s*([\w/.]+)\s*=\s*(['\"]?)([:,_\w\s/\-\".']+)\2""")
with open(sys.argv[1], encoding="utf-8") as log:
    print(sum(len(pattern.findall(line)) for line in log))
PYTHON

megabytes_per_second() { # FILE COMMAND...: runs the command, prints the speed over the file's bytes
  local file=$1 start end
  shift
  start=$(date +%s%N)
  timeout "$limit_seconds" "$@" > "$work/out" || return 1
  end=$(date +%s%N)
  echo $(( $(stat -c %s "$file") * 1000 / (end - start) ))
}

record() { # NAME FILE COMMAND...
  local name=$1 speed
  shift
  if speed=$(megabytes_per_second "$@"); then
    echo "$speed" >> "$work/speeds.$name"
  else
    echo "compare.sh: $name failed or took more than $limit_seconds s" >&2
  fi
}

parse() { # FILE: two passes in one JVM; the second is warm
  timeout "$limit_seconds" java -Xmx256m -cp "$classes" io.tidemark.bench.ParseBench "$1" 2 > "$work/passes"
  sed -n '1s/.*MB.s=\([0-9]*\).*/\1/p' "$work/passes" >> "$work/speeds.tidemark-parse-first-pass"
  sed -n '2s/.*MB.s=\([0-9]*\).*/\1/p' "$work/passes" >> "$work/speeds.tidemark-parse"
}

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

compare() { # FORMAT BYTES_A_LINE NEEDLE
  local log=$work/$1.log prefix=$work/$1.prefix
  rm -f "$work"/speeds.*
  timeout "$limit_seconds" "$root/bench/simulate" "$1" steady $((megabytes * 1000000 / $2)) 1 > "$log"
  head -c "$prefix_bytes" "$log" > "$prefix"
  for _ in $(seq "$rounds"); do
    record wc-l "$log" wc -l "$log"
    record grep-c "$log" env LC_ALL=C grep -a -c "$3" "$log"
    if [ "$1" = tpu-mlir ] && command -v python3 > /dev/null; then
      record python3-findall "$prefix" python3 "$work/findall.py" "$prefix"
    fi
    if [ -n "${BOOTSTRAP_SERVERS:-}" ] && command -v kcat > /dev/null; then
      record kcat "$log" kcat -P -b "$BOOTSTRAP_SERVERS" -t "bench-$1" -p 0 -z lz4 -X linger.ms=20 \
        -X batch.size=262144 -X batch.num.messages=10000 -X queue.buffering.max.messages=1000000 -l "$log"
    fi
    parse "$log"
  done
  local ours
  ours=$(median "$work/speeds.tidemark-parse")
  printf '\n%s: %d MB, %d lines, %s\n' "$1" $(($(stat -c %s "$log") / 1000000)) "$(wc -l < "$log")" \
    "$(sed -n '2s/.*\(facts=.*\)/\1/p' "$work/passes")"
  printf '%-28s %8s %18s\n' tool MB/s 'times our parse'
  for speeds in "$work"/speeds.*; do
    local speed
    speed=$(median "$speeds")
    printf '%-28s %8d %18s\n' "${speeds##*/speeds.}" "$speed" "$(awk "BEGIN { printf \"%.2f\", $speed / $ours }")"
  done
  rm -f "$log" "$prefix"
}

for peer in python3 kcat; do
  command -v "$peer" > /dev/null || echo "compare.sh: $peer is not installed, left out"
done
compare tpu-mlir 362 'tag = iteration_result'
compare tenstorrent 265 'memory state: MemoryView'

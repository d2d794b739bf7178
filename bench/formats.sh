#!/usr/bin/env bash
# MB/s of parse, and of parse + track, per format on one core, beside wc, grep, java.util.regex and Python over the
# same bytes in the same run: bench/formats.sh [ROUNDS] [LOG...]. Ratios of other runs or machines do not compare.
set -euo pipefail

rounds=${1:-3}
shift || true
root=$(cd "$(dirname "$0")/.." && pwd)
samples=${TIDEMARK_SAMPLES:-$root/../shared/samples}
if [ ! -f "$root/bench/target/classpath" ]; then
  echo "formats.sh: build first, as bench/README.md says" >&2
  exit 2
fi
if [ ! -d "$samples" ]; then
  echo "formats.sh: no sample logs in $samples: set TIDEMARK_SAMPLES" >&2
  exit 2
fi
if [ $# -eq 0 ]; then
  set -- june program-level tpu-mlir tt-train zant xla-buffers xla-oom xla-bfc foreign
fi

bench() { # A JVM for each log, as a program follows mostly one kind; collection on the measured core.
  java -Xmx512m -XX:+UseSerialGC ${BENCH_JAVA_OPTIONS:-} \
    -cp "$root/bench/target/classes:$root/analysis/target/classes:$root/model/target/classes:$(cat "$root/bench/target/classpath")" \
    io.tidemark.bench.FormatBench "$@"
}

bench
for log in "$@"; do
  bench "$log" "$samples" "$rounds"
done

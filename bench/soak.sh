#!/usr/bin/env bash
# The programs apart for MINUTES while eight logs grow and rotate and the programs are killed and paused:
#   bench/soak.sh [MINUTES] [LINES] [SEED]
# Fails when a line is lost or counted twice. No part of the slow profile.
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-10}
lines=${2:-$((minutes * 160000))}
seed=${3:-20261122}
# At the end the state of 242 runs is compared, which does not fit into the heap of other tests.
exec mvn -B -ntp -Dtest.jvm="-Xmx4g -XX:+UseSerialGC -XX:TieredStopAtLevel=1" -pl app -am verify -Dexcluded.tests=slow -Dit.test=SoakIT -Dtest=NONE \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
  -Dtidemark.soak.minutes="$minutes" -Dtidemark.soak.lines="$lines" -Dtidemark.soak.seed="$seed"

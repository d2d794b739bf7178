#!/bin/sh
# Saves a checkpoint before the memory is full:
#   tidemark watch --on-alert examples/on-alert.sh train.log
# The trainer saves one when it gets SIGUSR1, and has written its process id to a file.
pid=${TRAINER_PID_FILE:-trainer.pid}
[ "$ALERT_NAME $ALERT_STATUS" = "TidemarkMemoryNearCapacity firing" ] || exit 0
if [ -s "$pid" ]; then
  kill -USR1 "$(cat "$pid")"
else
  echo "on-alert.sh: no trainer to ask for a checkpoint: want its process id in $pid (TRAINER_PID_FILE)" >&2
fi

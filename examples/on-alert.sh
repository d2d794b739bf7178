#!/bin/sh
# Saves a checkpoint before the memory is full:
#   tidemark watch --on-alert examples/on-alert.sh train.log
# The trainer saves one when it gets SIGUSR1, and has written its process id to a file.
case "$ALERT_NAME $ALERT_STATUS" in
  "TidemarkMemoryNearCapacity firing") kill -USR1 "$(cat "${TRAINER_PID_FILE:-trainer.pid}")" ;;
esac

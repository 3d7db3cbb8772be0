#!/bin/bash
# A disk that fills up: every run ends by itself with 74, and goes on once there is room.
source "$(dirname "$0")/lib.sh"
[ "$(id -u)" -eq 0 ] || { echo "skipped: mounting a small file system needs root"; exit 77; }
mkdir "$WORK/full"
cat >"$WORK/tiny.yaml" <<'YAML'
campaign: tiny
workloads:
  - name: w
    model: {kind: fully_connected, widths: [32]}
    optimizer: {rule: sgd}
    goal: val/classification_error < 0.2
    batch_sizes: [32, 64]
    budget: {steps: 50}
    search: {trials: 3, space: {learning_rate: {min: 0.01, max: 1, scale: log}}}
YAML
for kilobytes in 52 56 64; do
  mount -t tmpfs -o "size=${kilobytes}k" tmpfs "$WORK/full" || { echo "skipped: no small file system can be mounted here"; exit 77; }
  code=0
  timeout -s KILL 60 "$BIN/plateau" run "$WORK/tiny.yaml" --workspace "$WORK/full/w" --quiet >"$WORK/out" 2>"$WORK/err" || code=$?
  mount -o remount,size=4m "$WORK/full"
  again=0
  "$BIN/plateau" run "$WORK/tiny.yaml" --workspace "$WORK/full/w" --quiet >/dev/null 2>>"$WORK/err" || again=$?
  umount "$WORK/full"
  [ "$code" -eq 74 ] || [ "$code" -eq 73 ] || { cat "$WORK/err"; die "a full disk of $kilobytes KiB ends with $code"; }
  [ "$again" -eq 0 ] || { cat "$WORK/err"; die "with room again the run ends with $again"; }
done

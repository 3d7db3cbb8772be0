#!/bin/bash
# kill -9 at random instants: a trial loses at most what it did since its last checkpoint, nothing is corrupted, and the
# result has the bytes of a run that was left alone. Usage: kill_test.sh [KILLS]
source "$(dirname "$0")/lib.sh"
kills=${1:-4}
campaign=$WORK/kill.yaml
cat >"$campaign" <<'YAML'
campaign: kill
workloads:
  - name: long
    model: {kind: fully_connected, widths: [64]}
    engine: libtorch # slow enough to be killed often
    optimizer: {rule: momentum}
    goal: val/classification_error < 0.001
    batch_sizes: [1]
    budget: {steps: STEPS}
    after_goal: continue
    search: {trials: 1, space: {learning_rate: {min: 0.001, max: 0.002, scale: log}}}
    resources: {checkpoint_interval: 1s}
stages: {confirm: {seeds: 0}}
YAML
sed -i "s/STEPS/$((20000 + kills * 45000))/" "$campaign"
site=$SOURCE/tests/data/sites/good.yaml
for name in whole killed; do expect 0 "$BIN/plateau" generate "$campaign" --site "$site" --workspace "$WORK/$name"; done
expect 0 "$BIN/lr-tuner" --workspace "$WORK/whole" --element 0
[ ! -e "$WORK/whole/checkpoints/tune/digits/fc_64/momentum/1/0" ] || die "checkpoints of a finished trial are left"

newest() { { find "$WORK/killed/checkpoints" -name 'step-*' 2>/dev/null | sed 's/.*step-//' | sort -n || true; } | tail -1; }
last=0 progressed=0
for ((kill = 0; kill < kills; ++kill)); do
  ranks=$((kill % 2 + 1))
  setsid mpirun --oversubscribe --bind-to none -np "$ranks" "$BIN/lr-tuner" --workspace "$WORK/killed" --element 0 --ranks-per-trial "$ranks" >/dev/null 2>&1 &
  victim=$!
  for _ in $(seq 100); do # until this attempt trains
    [ "$(find "$WORK/killed/state/claims" -type d -name 'attempt-*' 2>/dev/null | wc -l)" -gt "$kill" ] && break
    sleep 0.1
  done
  sleep "$((RANDOM % 3)).$((RANDOM % 10))"
  kill -9 -- "-$victim" 2>/dev/null || true
  pkill -9 -f -- "--workspace $WORK/killed" || true
  wait "$victim" 2>/dev/null || true
  now=$(newest)
  [ "${now:-0}" -ge "$last" ] || die "checkpoint $last was lost"
  [ "${now:-0}" -eq "$last" ] || progressed=1
  last=${now:-0}
done
[ "$progressed" -eq 1 ] || die "no checkpoint was made"
expect 0 "$BIN/lr-tuner" --workspace "$WORK/killed" --element 0
same_trials "$WORK/whole" "$WORK/killed"
python3 - "$WORK/killed/store/digits/fc_64/momentum/1/0/metadata.json" "$last" <<'PYTHON'
import json, sys
trial = json.load(open(sys.argv[1]))
print("resumed at", trial["resumed_at"])
assert trial["resumed_at"][-1] == int(sys.argv[2]), trial["resumed_at"]
PYTHON

#!/bin/bash
# plateau run: a whole campaign; resuming ends at once; another number of ranks and a kill in the middle change nothing.
source "$(dirname "$0")/lib.sh"
campaign=$SOURCE/tests/data/small_digits.yaml

expect 0 "$BIN/plateau" run "$campaign" --workspace "$WORK/one"
cat "$WORK/out"
for file in fits.json report.html plan.json manifest.tsv campaign.yaml; do [ -s "$WORK/one/$file" ] || die "$file is missing"; done
touch "$WORK/marker"
expect 0 "$BIN/plateau" run "$campaign" --workspace "$WORK/one"
[ -z "$(find "$WORK/one" -name metadata.json -newer "$WORK/marker")" ] || die "the second run trained again"

expect 0 "$BIN/plateau" run "$campaign" --workspace "$WORK/two" --ranks 2 --quiet
same_trials "$WORK/one" "$WORK/two"

# Killed in the middle, with all that it started.
setsid "$BIN/plateau" run "$campaign" --workspace "$WORK/killed" --quiet >/dev/null 2>&1 &
victim=$!
for _ in $(seq 200); do
  [ "$(find "$WORK/killed/store" -name metadata.json 2>/dev/null | wc -l)" -ge 5 ] && break
  sleep 0.05
done
kill -9 -- "-$victim" 2>/dev/null || true
pkill -9 -f -- "--workspace $WORK/killed" || true
wait "$victim" 2>/dev/null || true
(
  flock -n 9 || die "the lock outlives its holder"
  expect 75 "$BIN/plateau" run "$campaign" --workspace "$WORK/killed" --quiet
  says "another plateau run works in"
) 9>"$WORK/killed/state/run.lock"
recorded=$(find "$WORK/killed/store" -name metadata.json | wc -l)
echo "killed after $recorded records"
expect 0 "$BIN/plateau" run "$campaign" --workspace "$WORK/killed" --quiet
same_trials "$WORK/one" "$WORK/killed"

# The fits agree in every number.
for other in two killed; do
  python3 - "$WORK/one/fits.json" "$WORK/$other/fits.json" <<'PYTHON'
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
assert a["workloads"] == b["workloads"], "fits differ"
PYTHON
done

# A damaged record is told, with its remedy; what the remedy brings back is the same.
damaged=$(dirname "$(grep -rl --include=metadata.json COMPLETE "$WORK/killed/store" | sort | head -1)")/measurements.csv
truncate -s -3 "$damaged"
expect 65 "$BIN/plateau" run "$campaign" --workspace "$WORK/killed" --quiet
says "$damaged"
says "Remove the trial's folder"
rm -r "$(dirname "$damaged")"
expect 0 "$BIN/plateau" run "$campaign" --workspace "$WORK/killed" --quiet
same_trials "$WORK/one" "$WORK/killed"

# A failure tells its cause, not only where the log lies.
study=$(dirname "$(find "$WORK/killed/store" -name study.json | sort | tail -1)")
rm -r "$study/0"
sed -i 's/"engine": "direct"/"engine": "libtorch"/' "$study/1/metadata.json"
expect 78 "$BIN/plateau" run "$campaign" --workspace "$WORK/killed" --quiet
one_line
says "engine"

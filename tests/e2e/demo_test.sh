#!/bin/bash
# The README's first command: the default campaign shows the three regimes on real digits; a second call ends at once.
source "$(dirname "$0")/lib.sh"
preset=$(basename "$BUILD")
[ "$BUILD" = "$SOURCE/build/$preset" ] || { echo "skipped: this build tree belongs to no preset"; exit 77; }
cd "$SOURCE"
rm -rf build/demo
expect 0 make -f Makefile.hpc demo PRESET="$preset"
cat "$WORK/out"
grep -q 'Verdict: three regimes' "$WORK/out" || die "the default campaign does not show three regimes"
python3 - build/demo/fits.json <<'PYTHON'
import json, sys
regimes = json.load(open(sys.argv[1]))["workloads"][0]["regimes"]
useful = regimes["maximum_useful_batch_size"]
assert useful["bound"] == "two-sided" and 8 <= useful["low"] and useful["high"] <= 256, useful
PYTHON
trained=$(find build/demo -name metadata.json | wc -l)
touch "$WORK/before"
expect 0 make -f Makefile.hpc demo PRESET="$preset"
[ "$(find build/demo -name metadata.json | wc -l)" -eq "$trained" ] || die "the second demo trained more"
[ -z "$(find build/demo -name metadata.json -newer "$WORK/before")" ] || die "the second demo trained again"

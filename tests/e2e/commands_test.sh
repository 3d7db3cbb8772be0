#!/bin/bash
# Every command answers --help and --version, and every misuse gets one message and its documented exit code.
source "$(dirname "$0")/lib.sh"
good=$SOURCE/tests/data/campaigns/good.yaml

for program in plateau analyzer trainer lr-tuner curve-fitter; do
  [ -x "$BIN/$program" ] || continue
  expect 0 "$BIN/$program" --help
  grep -qi usage "$WORK/out" || die "$program --help shows no usage"
  expect 0 "$BIN/$program" --version
done
for command in check plan generate submit status retry cancel run report doctor keys; do
  expect 0 "$BIN/plateau" "$command" --help
done

expect 64 "$BIN/plateau"
expect 64 "$BIN/plateau" chek
says "Did you mean check?"
expect 64 "$BIN/plateau" check
expect 64 "$BIN/plateau" check "$good" --colour
expect 66 "$BIN/plateau" check "$WORK/none.yaml"
one_line
expect 66 "$BIN/plateau" status "$WORK"
says "is not a workspace"
expect 78 "$BIN/plateau" check "$SOURCE/tests/data/campaigns/negative_batch.yaml"
one_line
expect 78 "$BIN/plateau" plan "$good" --site "$SOURCE/tests/data/sites/near_miss.yaml"
one_line
expect 0 "$BIN/plateau" plan "$good" --json
python3 -c 'import json, sys; plan = json.load(open(sys.argv[1])); assert plan["trials"] == 12, plan' "$WORK/out"

# Nothing half-written: a generate that fails leaves no workspace.
expect 78 "$BIN/plateau" generate "$good" --site "$SOURCE/tests/data/sites/near_miss.yaml" --workspace "$WORK/w"
[ ! -e "$WORK/w" ] || die "a failed generate left a workspace"
expect 73 "$BIN/plateau" generate "$good" --site "$SOURCE/tests/data/sites/good.yaml" --workspace /proc/w
expect 73 "$BIN/plateau" generate "$good" --site "$SOURCE/tests/data/sites/good.yaml" --workspace "$WORK/a\"b"
[ ! -e "$WORK/a\"b" ] || die "a refused folder was made"
expect 0 "$BIN/plateau" generate "$good" --site "$SOURCE/tests/data/sites/good.yaml" --workspace "$WORK/w"
expect 0 "$BIN/plateau" status "$WORK/w" --json
expect 78 "$BIN/plateau" generate "$SOURCE/configs/campaigns/digits.yaml" --site "$SOURCE/tests/data/sites/good.yaml" --workspace "$WORK/w"
says "workspace of another campaign"
if [ ! -x "$BIN/lr-tuner" ]; then # a build for planning and fitting alone
  expect 69 "$BIN/plateau" run "$SOURCE/configs/campaigns/digits.yaml" --workspace "$WORK/run"
  [ ! -e "$WORK/run" ] || die "a run that cannot be done left a workspace"
fi

# A folder of somebody else's is left alone; cleared parts of a workspace are made again.
mkdir "$WORK/own"
echo mine >"$WORK/own/report.html"
expect 73 "$BIN/plateau" generate "$good" --site "$SOURCE/tests/data/sites/good.yaml" --workspace "$WORK/own"
says "is no workspace and holds report.html"
[ "$(ls "$WORK/own")" = report.html ] || die "a refused folder was written to"
rm -r "$WORK/w/state" "$WORK/w/logs"
expect 0 "$BIN/plateau" generate "$good" --site "$SOURCE/tests/data/sites/good.yaml" --workspace "$WORK/w"
[ -d "$WORK/w/logs" ] || die "the folder of logs is not made again"

# Inputs of the planned campaign that went missing or were damaged are told, and written again.
generate=("$BIN/plateau" generate "$good" --site "$SOURCE/tests/data/sites/good.yaml" --workspace "$WORK/w")
for damage in "rm campaign.yaml" "truncate -s 20 campaign.yaml" "rm manifest.tsv" "truncate -s 9 manifest.tsv" "truncate -s 20 plan.json"; do
  (cd "$WORK/w" && $damage)
  "$BIN/plateau" status "$WORK/w" >"$WORK/out" 2>"$WORK/err" && die "status did not see: $damage"
  one_line
  [ "$damage" != "truncate -s 20 plan.json" ] || rm "$WORK/w/plan.json" # as the message says
  expect 0 "${generate[@]}"
  expect 0 "$BIN/plateau" status "$WORK/w"
done

# Numbers that cannot be written are no success; empty and impossible values are refused.
for call in "check $good" "plan $good" "status $WORK/w" keys --help; do
  # shellcheck disable=SC2086  # words on purpose
  "$BIN/plateau" $call >/dev/full 2>"$WORK/err" && die "$call: a full disk went unnoticed"
  [ $? = 74 ] || die "$call on a full disk does not end with 74"
done
expect 64 "$BIN/plateau" run "$good" --workspace ""
expect 64 "$BIN/plateau" run "$good" --ranks 0
expect 64 "$BIN/plateau" run "$good" --ranks -1
expect 64 "$BIN/analyzer" fit steps.csv --out ""
if [ -x "$BIN/lr-tuner" ]; then
  expect 69 "$BIN/plateau" run "$good" --ranks 99999 --workspace "$WORK/many"
  [ ! -e "$WORK/many" ] || die "a refused run left a workspace"
fi

# Names from a campaign never reach a shell or leave the workspace.
cd "$WORK"
# shellcheck disable=SC2016  # the text is meant to stay as it is
sed 's|^campaign: good|campaign: good\ndescription: "$(touch injected); `touch injected`; ../../x"|' "$good" >hostile.yaml
expect 0 "$BIN/plateau" generate hostile.yaml --site "$SOURCE/tests/data/sites/good.yaml" --workspace "$WORK/h \$(touch injected)"
bash -n "$WORK/h \$(touch injected)/scripts/tune-0.sbatch"
[ ! -e injected ] || die "a name reached a shell"

# The analyzer alone: a steps CSV becomes an answer, wrong files and calls their codes.
cat >steps.csv <<'CSV'
batch_size,steps
1,10100
2,5100
4,2600
8,1350
16,725
32,412
64,256
128,178
256,139
512,120
1024,110
CSV
expect 0 "$BIN/analyzer" fit steps.csv --json
python3 - "$WORK/out" <<'PYTHON'
import json, sys
fit = json.load(open(sys.argv[1]))
assert fit["schema"] == "plateau.fits/1", fit
useful = fit["workloads"][0]["regimes"]["maximum_useful_batch_size"]
assert 90 < useful["value"] < 110, useful  # an exact hyperbola with critical batch size 100
PYTHON
expect 0 "$BIN/analyzer" fit steps.csv --out "$WORK/fitted" --quiet
for file in fits.json report.html; do [ -s "$WORK/fitted/$file" ] || die "$file is missing"; done
expect 65 "$BIN/analyzer" fit "$SOURCE/tests/data/csv/nan.csv"
expect 66 "$BIN/analyzer" fit none.csv
expect 64 "$BIN/analyzer" fit
expect 73 "$BIN/analyzer" fit steps.csv --out /proc/none

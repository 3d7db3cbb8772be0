#!/bin/bash
# What `cmake --install` puts down can be found and linked by a stranger's project, and its programs run.
source "$(dirname "$0")/lib.sh"
cmake --install "$BUILD" --prefix "$WORK/prefix" >"$WORK/install.log"
cmake -S "$SOURCE/tests/e2e/consumer" -B "$WORK/consumer" -DCMAKE_PREFIX_PATH="$WORK/prefix" >"$WORK/configure.log" || { cat "$WORK/configure.log"; exit 1; }
cmake --build "$WORK/consumer" >"$WORK/build.log" || { cat "$WORK/build.log"; exit 1; }
"$WORK/consumer/consumer"
expect 0 "$WORK/prefix/bin/plateau" check "$WORK/prefix/share/plateau/configs/campaigns/digits.yaml"
expect 0 "$WORK/prefix/bin/analyzer" --version

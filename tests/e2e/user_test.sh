#!/bin/bash
# As an ordinary user, with more ranks than cores: the same campaign gives the same bytes as for root.
source "$(dirname "$0")/lib.sh"
[ "$(id -u)" -eq 0 ] || { echo "skipped: runs as a user anyway"; exit 77; }
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups env -u OMPI_ALLOW_RUN_AS_ROOT -u OMPI_ALLOW_RUN_AS_ROOT_CONFIRM HOME="$WORK/home" TMPDIR="$WORK/home" "$@"; }
mkdir "$WORK/home"
chmod 755 "$WORK"
cp -r "$BIN" "$WORK/bin" # the build tree may not be readable for others
cp "$SOURCE/tests/data/small_digits.yaml" "$WORK/campaign.yaml"
chown -R 65534:65534 "$WORK/home"
ranks=$(($(nproc) * 2))
expect 0 as_user "$WORK/bin/plateau" run "$WORK/campaign.yaml" --workspace "$WORK/home/w" --ranks "$ranks" --quiet
expect 0 "$BIN/plateau" run "$WORK/campaign.yaml" --workspace "$WORK/root" --quiet
same_trials "$WORK/home/w" "$WORK/root"
expect 73 as_user "$WORK/bin/plateau" run "$WORK/campaign.yaml" --workspace "$WORK/forbidden"
one_line

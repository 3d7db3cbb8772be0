#!/bin/bash
# report.html in a headless Chromium: no console error, no request to a network, a screenshot that shows the curve.
source "$(dirname "$0")/lib.sh"
command -v chromium >/dev/null || { echo "skipped: chromium is not installed"; exit 77; }
expect 0 "$BIN/plateau" run "$SOURCE/tests/data/small_digits.yaml" --workspace "$WORK/w" --quiet
page=$WORK/w/report.html
if grep -nE '(src|href)="?https?:' "$page"; then die "the page asks the network for something"; fi
browse() { HOME=$WORK timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --enable-logging=stderr --v=0 "$@" "file://$page"; }
browse --dump-dom >"$WORK/dom" 2>"$WORK/log"
if grep -E 'CONSOLE' "$WORK/log"; then die "the page writes to the console"; fi
grep -q '<svg' "$WORK/dom" || die "no figure"
grep -q 'aximum useful batch size' "$WORK/dom" || die "no answer"
browse --window-size=1200,2400 --screenshot="$WORK/page.png" >/dev/null 2>&1
mkdir -p "$BUILD/screenshots"
cp "$WORK/page.png" "$BUILD/screenshots/report.png"
python3 - "$WORK/page.png" <<'PYTHON'
import struct, sys, zlib
# The picture must hold many colours and be mostly not blank: decode the PNG (8 bit RGB or RGBA, no interlace).
data = open(sys.argv[1], "rb").read()
width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
channels = {2: 3, 6: 4}[kind]
at, packed = 8, b""
while at < len(data):
    length, tag = struct.unpack(">I4s", data[at : at + 8])
    packed += data[at + 8 : at + 8 + length] if tag == b"IDAT" else b""
    at += 12 + length
raw, stride, colours, previous = zlib.decompress(packed), width * channels, set(), bytearray(width * channels)
for row in range(height):
    method, line = raw[row * (stride + 1)], bytearray(raw[row * (stride + 1) + 1 : (row + 1) * (stride + 1)])
    for i in range(stride):
        a = line[i - channels] if i >= channels else 0
        b, c = previous[i], previous[i - channels] if i >= channels else 0
        p = a + b - c
        paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
        line[i] = (line[i] + [0, a, b, (a + b) // 2, paeth][method]) & 255
    previous = line
    if row % 8 == 0:
        colours |= {bytes(line[i : i + 3]) for i in range(0, stride, channels)}
print(f"{width}x{height}, {len(colours)} colours")
assert len(colours) > 20, "the page is blank"
PYTHON

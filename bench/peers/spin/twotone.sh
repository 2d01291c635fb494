#!/bin/sh
# Prints the Promela model of one two-tone board, made from twotone.pml.in:
#
#   ./twotone.sh 2x2:BWRB:0:3:1,2:strict > board.pml
#
# Boards of up to 127 cells and 8 stars.
set -eu
[ $# -eq 1 ] || { echo "usage: twotone.sh CASE" >&2; exit 2; }
awk -v id="$1" '
function fail(why) { print "twotone.sh: " why >"/dev/stderr"; failed = 1; exit 2 }
function set_bit(words, i) { words[int(i / 32)] += 2 ^ (i % 32) }
BEGIN {
	fields = split(id, f, ":")
	if (fields != 6 && fields != 7) fail("bad case ID: " id)
	split(f[1], size, "x"); rows = size[1]; cols = size[2]; n = rows * cols
	if (n < 2 || n > 127 || length(f[2]) != n) fail("bad size or cells: " id)
	stars = f[5] == "" || f[5] == "-" ? 0 : split(f[5], at, ",")
	if (stars > 8) fail("more than 8 stars: " id)
	for (s = 1; s <= stars; s++) star[at[s] + 0] = 2 ^ (s - 1)
	for (w = 0; w * 32 < n; w++) white[w] = 0
	for (i = 0; i < n; i++) {
		r = int(i / cols); c = i % cols
		go[0] = go[0] (r > 0 ? i - cols : -1) ","
		go[1] = go[1] (c > 0 ? i - 1 : -1) ","
		go[2] = go[2] (c < cols - 1 ? i + 1 : -1) ","
		go[3] = go[3] (r < rows - 1 ? i + cols : -1) ","
		cell = substr(f[2], i + 1, 1)
		plain = plain (cell != "R") ","
		bits = bits (star[i] + 0) ","
		if (cell == "W") set_bit(white, i)
	}
	value["WORDS"] = w
	value["CELLS"] = n
	value["GO"] = "{" go[0] "}, {" go[1] "}, {" go[2] "}, {" go[3] "}"
	value["PLAIN"] = plain
	value["STAR"] = bits
	value["HANDOVER"] = f[6] == "handover" ? 1 : 0
	turn = f[7] == "white" ? 1 : 0
	for (i = 0; i < w; i++) first = first sprintf("now.c[%d] = (int) %.0fu; ", i, white[i])
	first = first sprintf("now.at[0] = %d; now.at[1] = %d; now.left = %d; ", f[3], f[4], 2 ^ stars - 1)
	first = first sprintf("now.mover = %d; ", turn)
	if (value["HANDOVER"]) first = first sprintf("if (now.left) if (stuck(%d)) if (!stuck(%d)) now.mover = %d; ", turn, 1 - turn, 1 - turn)
	value["INITIAL"] = first
}
{
	for (name in value) gsub("@" name "@", value[name])
	print
}
' "$(dirname "$0")/twotone.pml.in"

#!/usr/bin/env bash
# How fast are captures read, beside tcpdump and tshark, on the same files in one run?
#
#   bash internal/capture/trace/largecapture/compare.sh [LARGE [SMALL]]
#
# LARGE (2GB) is the size of the capture of 1 KB packets that cctrace and tcpdump read;
# tshark is slow and reads SMALL (200MB), as the others do too. Every file has been read
# once before, so that it comes from the page cache as far as memory goes. Everything runs
# on one core. Files go to $TMPDIR and are removed, or to $CAPTURES, where they stay and are
# used again. Needs tcpdump, tshark and GNU time.
set -euo pipefail
cd "$(dirname "$0")/../../.."
large=${1:-2GB} small=${2:-200MB}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
captures=${CAPTURES:-$work}
go build -o "$work/" ./cmd/cctrace
go build -o "$work/largecapture" ./internal/capture/trace/largecapture/cmd
for size in $large $small; do
	for format in pcap pcapng; do
		[ -e "$captures/$size.$format" ] || "$work/largecapture" --size "$size" --format "$format" -o "$captures/$size.$format" >/dev/null
	done
done

# run FILE NAME COMMAND...: time it and print a row.
run() {
	local file=$1 name=$2 bytes
	shift 2
	bytes=$(stat -c %s "$file")
	GOMAXPROCS=1 /usr/bin/time -o "$work/time" -f '%e %U %S %M' taskset -c 0 "$@" >"$work/out" 2>"$work/err" || {
		cat "$work/err" >&2
		exit 1
	}
	awk -v name="$name" -v file="$(basename "$file")" -v bytes="$bytes" '{
		printf "%-14s %-26s %7.2f s  CPU %7.2f s %8.3f GB/s %6.0f MiB\n", file, name, $1, $2 + $3, bytes / 1e9 / ($1 > 0 ? $1 : 0.01), $4 / 1024
	}' "$work/time"
}

for size in $large $small; do
	for format in pcap pcapng; do
		file=$captures/$size.$format
		cat "$file" >/dev/null
		run "$file" "cctrace stats" "$work/cctrace" stats "$file"
		if [ "$format" = pcap ]; then
			run "$file" "cctrace stats --icrc" "$work/cctrace" stats --icrc "$file"
			run "$file" "tcpdump -r --count" tcpdump -n --count -r "$file"
			run "$file" "tcpdump -r" tcpdump -n -q -r "$file"
		fi
		if [ "$size" = "$small" ] && [ "$format" = pcap ]; then
			run "$file" "tshark -r" tshark -n -r "$file"
			run "$file" "tshark -r -Y (CNPs)" tshark -n -r "$file" -Y infiniband.bth.opcode==129
		fi
	done
done

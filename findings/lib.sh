# What the scripts in this folder source: a temporary folder, $dir, which is removed when the script ends, and packages in
# it. A script that sources it works in that folder; this file is not run by itself.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# debian NAME=VERSION... downloads Debian packages of these versions and unpacks them into $dir/root. Nothing is installed.
debian() {
	mkdir -p root
	chmod 755 .
	apt-get download -q "$@" >download.log 2>&1 || { cat download.log >&2; changed "these versions cannot be downloaded: $*"; }
	for package in ./*.deb; do
		dpkg -x "$package" root
	done
	rm ./*.deb
}

# installed NAME=VERSION... checks that this machine has Debian packages of these versions, which have too many others below
# them to be unpacked here.
installed() {
	local package has
	for package; do
		has=$(dpkg-query -W -f '${Version}' "${package%%=*}" 2>/dev/null || true)
		[ "$has" = "${package#*=}" ] || changed "${package%%=*} is ${has:-not installed}, where it was ${package#*=}"
	done
}

# changed WHAT ends the script: the outside tool does something else than the script's head says.
changed() { echo "changed: $*" >&2; exit 1; }

# same WHAT SEEN EXPECTED compares what was seen with what the head says.
same() {
	[ "$2" = "$3" ] || changed "$1: seen '$2', where it was '$3'"
	echo "as before: $1: $2"
}

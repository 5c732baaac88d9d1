#!/usr/bin/busybox sh
# The first process of a machine of the bench (docs/verbs.md). It says "ready", and "done" with an exit status, through
# a port of virtio, does what it is told there, and at the end sends the files of /out as an archive.
export PATH=/usr/sbin:/usr/bin:/applets
for d in proc sys dev out tmp run applets; do /usr/bin/busybox mkdir -p /$d; done
/usr/bin/busybox --install -s /applets
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2>/dev/null
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
# busybox runs its own programs of these names, which know less.
tc() { /usr/sbin/tc "$@"; }
ip() { /usr/bin/ip "$@"; }

. /bench/config
MACHINE=$(sed 's/.*bench=\([0-9]*\).*/\1/' /proc/cmdline)
eval "NAME=\$NAME_$MACHINE ADDRESS=\$ADDRESS_$MACHINE QPS=\$QPS_$MACHINE START=\$START_$MACHINE"

say() { echo "$*" >&3; }
# fail says what is wrong, and waits to be ended.
fail() { say "fail $*"; while :; do sleep 60; done; }
heed() { read -r told <&3; [ "$told" = "$1" ] || fail "is told '$told' and expects '$1'"; }

while read -r module; do insmod "$module" 2>/tmp/insmod || missing="$missing $(cat /tmp/insmod)"; done </bench/modules
port=$(cd /sys/class/virtio-ports && echo vport*)
exec 3<>/dev/"$port" || { echo "no virtio port:$missing"; poweroff -f; }
[ -z "$missing" ] || fail "$missing"

ip link set lo up
ip link set eth0 mtu "$LINK_MTU" up || fail "the link does not take an MTU of $LINK_MTU"
ip addr add "$ADDRESS/8" dev eth0
rdma link add rxe0 type rxe netdev eth0 2>/tmp/rdma || fail "kernel without rxe: $(cat /tmp/rdma)"
gids() { grep -l 0000:0000:0000:0000:0000:ffff: /sys/class/infiniband/rxe0/ports/1/gids/* 2>/dev/null; }
n=0
until [ -n "$(gids)" ]; do n=$((n + 1)); [ $n -lt 100 ] || fail "rxe0 has no address"; sleep 0.1; done
GID=$(gids | head -1)
GID=${GID##*/}
export QPS SECONDS=$LENGTH SERVER MTU GID

if [ -f /bench/object ]; then
	/bench/cctrace attach eth0 --object /bench/object $LOG >/out/attach.txt 2>&1 &
	attached=$!
	n=0
	until grep -q Ctrl-C /out/attach.txt; do
		kill -0 $attached 2>/dev/null || fail "cctrace attach: $(head -1 /out/attach.txt)"
		n=$((n + 1))
		[ $n -lt 300 ] || fail "cctrace attach does not begin"
		sleep 0.1
	done
fi

# run runs a command of the plan on a port; its output goes to a file.
run() {
	export PORT=$2
	export OPTIONS="-F -p $PORT -x $GID -m $MTU --tclass=106 --report_gbits"
	case $1 in
	*'$PORT'*) line=$1 ;;
	*) line="$1 \$OPTIONS $4" ;;
	esac
	(eval "$line") >"$3" 2>&1
}
listens() { grep -qi ":$(printf %04X "$1") 0*:0000 0A" /proc/net/tcp || grep -qi ":$(printf %04X "$1") 0*:0000 0A" /proc/net/tcp6; }

n=0
while [ -f /bench/before.$n ]; do
	if [ "$NAME" != server ]; then
		(. /bench/before.$n) >/tmp/before 2>&1 || fail "--before '$(cat /bench/before.$n)': $(head -1 /tmp/before)"
	fi
	n=$((n + 1))
done

phase=0
while [ -f /bench/command.$phase ]; do
	command=$(cat /bench/command.$phase)
	base=$((18515 + 100 * phase))
	if [ "$NAME" = server ]; then
		running=
		for i in $CLIENTS; do
			(eval "QPS=\$QPS_$i"; run "$command" $((base + i)) /out/server.$phase.$i.txt '') &
			running="$running $!"
		done
		for i in $CLIENTS; do
			n=0
			until listens $((base + i)); do n=$((n + 1)); [ $n -lt 100 ] || fail "'$command' does not listen: $(head -1 /out/server.$phase.$i.txt)"; sleep 0.1; done
		done
		say ready
		heed over
		n=0
		for p in $running; do
			while kill -0 "$p" 2>/dev/null && [ $n -lt 30 ]; do n=$((n + 1)); sleep 0.1; done
			kill "$p" 2>/dev/null
		done
		say "done 0"
	else
		say ready
		heed go
		sleep "$START"
		run "$command" $((base + MACHINE)) /out/$phase.txt '$SERVER'
		say "done $?"
	fi
	phase=$((phase + 1))
done

if [ -n "$attached" ]; then
	kill "$attached"
	wait "$attached"
	echo $? >/out/attach.status
fi
rdma statistic show link rxe0/1 -j >/out/rxe.json
ip -j -s link show eth0 >/out/link.json
tc -j -s qdisc show dev eth0 >/out/qdisc.json
say files
tar -c -C /out . >&3
heed end
poweroff -f

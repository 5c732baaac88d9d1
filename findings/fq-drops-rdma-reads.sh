#!/usr/bin/env bash
# Linux's fq drops answers to RDMA READs in the host that sends them, before a link that loses nothing; RDMA WRITEs pass whole.
#
# Tool: Debian's kernel 6.1.192-2 with rdma_rxe and sch_fq, perftest 4.5+0.17-1, iproute2 6.1.0-3, in two machines of
# qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3 (tcg).
# Input: fq with a rate at both hosts (tc qdisc add dev eth0 root fq maxrate 80mbit), then 50 messages of 64 KB over one queue pair at
# an MTU of 1,024 by ib_write_bw and by ib_read_bw.
# Expected: fq delays packets up to its limit of 10,000, which is far above what one queue pair may have on its way.
# Seen: fq lets a flow have 100 packets. rxe's requester waits while 64 of a queue pair's packets are in the queue, so no WRITE is
# lost (0 of 3,200 packets). Its responder does not wait: of the answers to READs fq drops some (58), the kernel says "Failed sending
# ACK", and the reader asks again after its timeout (22 times). With flow_limit 4096 none is dropped.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed qemu-system-x86=1:7.2+dfsg-7+deb12u18+b3
debian linux-image-6.1.0-56-amd64=6.1.192-2 busybox-static=1:1.35.0-4+deb12u1+b1 perftest=4.5+0.17-1 iproute2=6.1.0-3 \
	ibverbs-providers=44.0-2 libibverbs1=44.0-2 librdmacm1=44.0-2 libpci3=1:3.9.0-4 libnl-3-200=3.7.0-0.2+b1 \
	libnl-route-3-200=3.7.0-0.2+b1 libudev1=252.39-1~deb12u2 libelf1=0.188-2.1 libmnl0=1.0.4-3 libbpf1=1:1.1.2-0+deb12u1 \
	libcap2=1:2.66-4+deb12u3+b1 libc6=2.36-9+deb12u14 zlib1g=1:1.2.13.dfsg-1 libxtables12=1.8.9-2 libbsd0=0.11.7-2 libmd0=1.0.4-2
mkdir -p image/bin image/lib/x86_64-linux-gnu/libibverbs image/usr/lib/x86_64-linux-gnu image/lib64 image/etc/libibverbs.d image/modules \
	image/proc image/sys image/dev image/tmp
cp root/bin/busybox root/bin/ip root/sbin/tc root/usr/bin/ib_write_bw root/usr/bin/ib_read_bw image/bin/
cp "$(find root -path '*bin/rdma' -type f)" image/bin/
cp -L root/lib64/ld-linux-x86-64.so.2 image/lib64/
find root/lib/x86_64-linux-gnu root/usr/lib/x86_64-linux-gnu -maxdepth 1 -name '*.so*' -exec cp -L {} image/lib/ \;
echo "driver rxe" >image/etc/libibverbs.d/rxe.driver
cp root/usr/lib/x86_64-linux-gnu/libibverbs/librxe* image/lib/x86_64-linux-gnu/libibverbs/
ln -s /lib/x86_64-linux-gnu/libibverbs image/usr/lib/x86_64-linux-gnu/libibverbs
for module in virtio virtio_ring virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci failover net_failover virtio_net crc32_generic \
	ib_core ib_uverbs udp_tunnel ip6_udp_tunnel rdma_rxe configfs iw_cm ib_cm rdma_cm rdma_ucm sch_fq; do
	find root/lib/modules \( -name "$module.ko" -o -name "${module//_/-}.ko" \) -exec cp {} image/modules/ \;
done
cat >image/init <<'END_INIT'
#!/bin/busybox sh
/bin/busybox mkdir -p /applets
/bin/busybox --install -s /applets
export PATH=/bin:/applets LD_LIBRARY_PATH=/lib
mount -t proc p /proc
mount -t sysfs s /sys
mount -t devtmpfs d /dev
host=$(sed 's/.*host=\([12]\).*/\1/' /proc/cmdline)
for again in 1 2 3; do # in whatever order they need one another
	for module in /modules/*; do insmod "$module" 2>/dev/null; done
done
/bin/ip link set lo up
/bin/ip link set eth0 mtu 1500 up
/bin/ip addr add "10.0.0.$host/24" dev eth0
/bin/tc qdisc add dev eth0 root fq maxrate 80mbit
/bin/rdma link add rxe0 type rxe netdev eth0
sleep 2
for what in write read read; do
	to=
	if [ "$host" = 2 ]; then
		sleep 3
		to=10.0.0.1
	fi
	"ib_${what}_bw" -F -x 1 -m 1024 -s 65536 -n 50 -u 17 $to >/tmp/said 2>&1 || sed 's/^/failed: /' /tmp/said
	echo "host $host: after $what: dropped $(/bin/tc -s qdisc show dev eth0 root | sed -nE 's/.*\(dropped ([0-9]+),.*/\1/p')"
	if [ "$what" = read ]; then # fq counts anew
		/bin/tc qdisc del dev eth0 root
		/bin/tc qdisc add dev eth0 root fq maxrate 80mbit flow_limit 4096
	fi
done
sleep 2
poweroff -f
END_INIT
chmod +x image/init
(cd image && find . | ./bin/busybox cpio -o -H newc 2>/dev/null) >initrd
host() {
	timeout 200 qemu-system-x86_64 -accel tcg -cpu qemu64 -m 512 -nodefaults -no-user-config -display none -no-reboot -serial stdio \
		-kernel root/boot/vmlinuz-* -initrd initrd -append "console=ttyS0 quiet panic=-1 no_timer_check host=$1" \
		-netdev "$2" -device "virtio-net-pci,netdev=link,romfile=,mac=02:00:00:00:00:0$1" >"host$1" 2>&1
}
host 1 dgram,id=link,local.type=unix,local.path="$dir/1",remote.type=unix,remote.path="$dir/2" &
host 2 dgram,id=link,local.type=unix,local.path="$dir/2",remote.type=unix,remote.path="$dir/1" || true
wait || true
dropped() { sed -nE "s/.*host $1: after $2: dropped ([0-9]+).*/\1/p" "host$1" | sed -n "$3p"; }
[ -n "$(dropped 1 read 2)" ] || changed "the machines did not run to the end: $(tail -n 3 host1)"
same "WRITEs: dropped at the writer" "$(dropped 2 write 1)" 0
[ "$(dropped 1 read 1)" -gt 0 ] || changed "no answer to a READ was dropped"
echo "as before: READs: dropped at the host that answers: some ($(dropped 1 read 1))"
grep -q "rdma_rxe: Failed sending ACK" host1 || changed "the kernel says nothing of it"
same "READs with flow_limit 4096: dropped" "$(dropped 1 read 2)" 0

package verbs

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// planned is the plan of a scenario, with changes.
func planned(t *testing.T, text string, set ...string) (*Plan, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "small.toml")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	s, err := scenario.Read(name, set...)
	require.NoError(t, err)
	return NewPlan(s)
}

// TestRefused: what the bench does not have is refused by its key, in one line.
func TestRefused(t *testing.T) {
	hpcc, err := filepath.Abs("../../../docs/examples/hpcc")
	require.NoError(t, err)
	for _, c := range []struct {
		want string
		set  []string
	}{
		{"run.end: 2s; use whole seconds from 3s to 60s", []string{"run.end=2s"}},
		{"run.end: 3.5s; use whole seconds", []string{"run.end=3500ms"}},
		{"run.end: 61s; use whole seconds", []string{"run.end=61s"}},
		{"topology.rate: 2Gbps is above 1Gbps", []string{"topology.rate=2Gbps"}},
		{"topology.rate: 1500Kbps; with an algorithm use whole Mb/s", []string{"topology.rate=1500kbps"}},
		{"workload: 11 hosts send or receive; use at most 9", []string{"topology.hosts=11"}},
		{"workload.flows: host 0 has 65; use at most 64", []string{"workload[0].flows=65"}},
		{"nic.payload: 1000 bytes are no MTU of RDMA", []string{"nic[0].payload=1000"}},
		{"nic[0].window: virtual machines have nothing like it", []string{"nic[0].window=16"}},
		{"nic[0].algorithm: ", []string{"nic[0].algorithm=" + hpcc}},
	} {
		_, err := planned(t, small, c.set...)
		require.ErrorContains(t, err, c.want, c.set)
		require.NotContains(t, err.Error(), "\n")
	}
	for more, want := range map[string]string{
		"\n[[nic]]\nhosts = \"1\"\npayload = 1024\nalgorithm = \"none\"\n":   "nic: hosts send with algorithms or parameters of their own",
		"\n[[workload]]\nkind = \"incast\"\nreceiver = 0\nbytes = \"1MB\"\n": "workload: more than one host receives",
		"\n[[nic]]\nhosts = \"1\"\npayload = 2048\n":                         "nic.payload: kinds of NIC differ",
		"\n[[nic]]\n[nic.host]\nmodel = \"rperf\"\n":                         "nic",
	} {
		name := filepath.Join(t.TempDir(), "small.toml")
		require.NoError(t, os.WriteFile(name, []byte(small+more), 0o644))
		s, err := scenario.Read(name)
		if err == nil {
			_, err = NewPlan(s)
		}
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "\n")
	}
}

// TestPlan: hosts of a scenario become machines, with their commands, and attach the scenario's algorithm with
// its parameters; with none they attach nothing.
func TestPlan(t *testing.T) {
	p, err := planned(t, small, "nic[0].set=[\"ai_rate=3\"]")
	require.NoError(t, err)
	require.Equal(t, p.Setup.Params, p.algorithm.Setup.Params)
	require.Equal(t, "dcqcn, parameters of a scenario at 100M", p.algorithm.Title)
	require.EqualValues(t, 2_000_000, p.algorithm.Spec.Interval)
	require.Equal(t, 300_000, p.Buffer)
	config := p.guestConfig()
	for _, line := range []string{
		"NAME_0=client1\nADDRESS_0=11.0.0.1\n", "NAME_2=server\nADDRESS_2=11.0.2.1\n", "QPS_0=2\n", "CLIENTS=\"0 1\"\n", "SERVER=11.0.2.1\n", "LENGTH=3\n", "MTU=1024\n", "LINK_MTU=1500\n",
	} {
		require.Contains(t, config, line)
	}
	require.Equal(t, "2 clients and a server, 4 queue pairs for 3 s, ports of 100Mbps with 300000 bytes; a run takes qemu and Debian's packages", p.Text())

	timely, err := filepath.Abs("../../../docs/examples/timely")
	require.NoError(t, err)
	p, err = planned(t, small, "nic[0].algorithm="+timely, "nic[0].profile=default", "nic[0].set=[\"Add=1Mb/s\"]")
	require.NoError(t, err)
	require.Equal(t, p.Setup.Params, p.algorithm.Setup.Params)
	require.Equal(t, timely, p.algorithm.Spec.Algo)

	p, err = planned(t, small, "nic[0].algorithm=none")
	require.NoError(t, err)
	require.Nil(t, p.algorithm)
	p.Before = []string{"true"}
	b, err := p.archive(os.Args[0])
	require.NoError(t, err)
	require.Contains(t, string(b), "bench/before.0\x00")
	require.NotContains(t, string(b), "bench/object\x00")
	p.object = []byte("an object")
	b, err = p.archive(os.Args[0])
	require.NoError(t, err)
	require.Contains(t, string(b), "bench/object\x00")
}

// TestMissing: without qemu, clang or Debian's tools there is one line that names what to install.
func TestMissing(t *testing.T) {
	p, err := planned(t, small)
	require.NoError(t, err)
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	check := func(err error, want string) {
		t.Helper()
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "\n")
	}
	script := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	}
	ctx := context.Background()
	check(p.Prepare(ctx), "on Debian: apt-get install qemu-system-x86")
	script("qemu-system-x86_64", "echo QEMU emulator version 5.2.0")
	check(p.Prepare(ctx), "use 7.2 or later")
	script("qemu-system-x86_64", "echo 'QEMU emulator version 7.2.22 (Debian 1:7.2)'")
	check(p.Prepare(ctx), "clang")
	p.algorithm = nil
	require.NoError(t, p.Prepare(ctx))

	image := func() error { _, err := NewImage(ctx, nil, func(string) {}); return err }
	check(image(), "apt-get")
	for _, name := range []string{"apt-get", "apt-cache", "dpkg-deb"} {
		script(name, "[ $1 = --version ] || { echo E: nothing is known of it >&2; exit 100; }; echo 1")
	}
	check(image(), "package linux-image-amd64 of Debian is not in apt's lists")
	script("apt-cache", "case $2 in --version) ;; linux-image-amd64) echo '  Depends: linux-image-6.1.0-1-amd64';; *) echo perftest;; esac")
	check(image(), "apt-get update")
}

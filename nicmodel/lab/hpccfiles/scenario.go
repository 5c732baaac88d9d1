package hpccfiles

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/exact"
	"smartnic-cc/nicmodel/topology"
)

//go:embed modes
var modesFS embed.FS

var modes = template.Must(template.New("").ParseFS(modesFS, "modes/*.toml"))

// pint is the CC_MODE of HPCC with PINT, which is not supported.
const pint = "10"

// settings fill in the table [[nic]] of a CC_MODE. Templates call its methods, which return errors for bad values.
type settings struct {
	c *Config
	// Line is the rate of the hosts' links in kb/s, RTT the round trip of the largest pair in ns.
	Line, RTT uint64
	// Packets is the window of the largest pair, as many packets as begin within it; Window whether there is one.
	Packets uint64
	Window  bool
	notes   *[]string
}

// Text returns the value of a key.
func (s *settings) Text(key string) string { return s.c.text(key) }

// Bool is true or false.
func (s *settings) Bool(key string) bool { return s.c.on(key) }

// Real is a decimal number without an exponent.
func (s *settings) Real(key string) string { return plain(s.c.real(key)) }

// Mbps is a rate in Mb/s.
func (s *settings) Mbps(key string) (string, error) {
	r, err := s.c.rate(key)
	if err != nil {
		return "", err
	}
	return plain(r.Quo(r, big.NewRat(1_000_000, 1))), nil
}

// Kbps is a rate in kb/s, rounded down.
func (s *settings) Kbps(key string) (string, error) {
	r, err := s.c.rate(key)
	if err != nil {
		return "", err
	}
	return whole(r.Quo(r, big.NewRat(1000, 1)), false), nil
}

// OldWeight is the weight of the old alpha in parts of 1024, to 2^-6 of one, which DCQCN's parameters have.
func (s *settings) OldWeight() (string, error) {
	g := s.c.real("EWMA_GAIN")
	exact := new(big.Rat).Sub(big.NewRat(1, 1), g)
	n, _ := new(big.Int).SetString(whole(new(big.Rat).Mul(exact, big.NewRat(1<<16, 1)), true), 10)
	got := new(big.Rat).SetFrac(n, big.NewInt(1<<16))
	if got.Cmp(exact) != 0 && !s.c.Exact {
		s.note("EWMA_GAIN: %s becomes %s, the nearest that 16 fractional bits hold", s.c.text("EWMA_GAIN"), new(big.Rat).Sub(big.NewRat(1, 1), got).FloatString(9))
	}
	return plain(got.Mul(got, big.NewRat(1024, 1))), nil
}

// Sixteenth is a part of 1 as UQ0.16, to the nearest.
func (s *settings) Sixteenth(key string) string {
	return whole(new(big.Rat).Mul(s.c.real(key), big.NewRat(1<<16, 1)), true)
}

// Fraction is a part of 1 as UQ0.32, to the nearest. The error is for one that is not below 1.
func (s *settings) Fraction(key string) (string, error) {
	r := s.c.real(key)
	if r.Cmp(big.NewRat(1, 1)) >= 0 {
		return "", s.c.errorf(key, "it has to be below 1")
	}
	return whole(r.Mul(r, big.NewRat(1<<32, 1)), true), nil
}

// Unit returns the binary logarithm of INT_MULTI. The error is for one that is not a power of two.
func (s *settings) Unit() (int, error) {
	n := s.c.count("INT_MULTI")
	if bits.OnesCount64(n) != 1 {
		return 0, s.c.errorf("INT_MULTI", "units of telemetry are 1, 2, 4 and further powers of two here")
	}
	return bits.TrailingZeros64(n), nil
}

func (s *settings) note(format string, args ...any) {
	*s.notes = append(*s.notes, fmt.Sprintf(format, args...))
}

// plain writes a number without an exponent or trailing zeros; its denominator divides a power of ten.
func plain(r *big.Rat) string {
	text := r.FloatString(24)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// whole returns a number above 0 rounded down, or half up.
func whole(r *big.Rat, nearest bool) string {
	if nearest {
		r = new(big.Rat).Add(r, big.NewRat(1, 2))
	}
	return new(big.Int).Quo(r.Num(), r.Denom()).String()
}

// Scenario returns the configuration as the text of a scenario whose files are relative to a folder, and notes on it,
// a line each: keys without effect, and defaults that are surely unintended. The error names a key that is not
// modelled, and the remedy.
func (c *Config) Scenario(relativeTo string) (text []byte, notes []string, err error) {
	if err := c.modelled(); err != nil {
		return nil, nil, err
	}
	t, err := c.network()
	if err != nil {
		return nil, nil, err
	}
	nic, err := c.nic(t, &notes)
	if err != nil {
		return nil, nil, err
	}
	marking, err := c.marking(t)
	if err != nil {
		return nil, nil, err
	}
	flows, err := c.path("FLOW_FILE")
	if err != nil {
		return nil, nil, err
	}
	if err := c.surplus(&notes); err != nil {
		return nil, nil, err
	}
	network, _ := c.path("TOPOLOGY_FILE") // network has opened it
	for _, path := range []*string{&flows, &network} {
		if *path, err = relative(relativeTo, *path); err != nil {
			return nil, nil, err
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Made of %s.\ntitle = \"CC_MODE %s of HPCC's simulator\"\n\n[run]\nend = %q\n\n[topology]\nfile = %q\n\n", filepath.Base(c.Name), c.text("CC_MODE"), plain(c.real("SIMULATOR_STOP_TIME"))+"s", network)
	if c.Exact {
		fmt.Fprintf(&b, "[exact]\nack_high_prio = %t\n", c.on("ACK_HIGH_PRIO"))
		for _, k := range [...][2]string{{"gain", "EWMA_GAIN"}, {"target", "U_TARGET"}, {"loss", "ERROR_RATE_PER_LINK"}} {
			if c.real(k[1]).Sign() > 0 {
				fmt.Fprintf(&b, "%s = %q\n", k[0], c.text(k[1]))
			}
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "[switch]\nbuffer = \"%sMiB\"\necn = %t\n\n%s%s\n[[workload]]\nkind = \"flows\"\nfile = %q\nrest = true\n\n[record]\npauses = true\n", c.text("BUFFER_SIZE"), c.on("ENABLE_QCN"), marking, nic, flows)
	return b.Bytes(), slices.Concat(notes, c.idle()), nil
}

// surplus notes flows beyond the count in the first line, which the simulator does not read.
func (c *Config) surplus(notes *[]string) error {
	f, err := c.open("FLOW_FILE")
	if err != nil {
		return err
	}
	defer f.Close()
	in := topology.NewLines(f, f.Name())
	first, err := in.Next()
	if err != nil || len(first) != 1 {
		return err // the scenario's reader says what is wrong
	}
	said, err := count(first[0])
	if err != nil {
		return nil
	}
	there := uint64(0)
	for words, err := in.Next(); err == nil && len(words) == 6; words, err = in.Next() {
		there++
	}
	if there > said {
		*notes = append(*notes, fmt.Sprintf("FLOW_FILE: %s has %d flows, of which the first %d run, as its first line says", f.Name(), there, said))
	}
	return nil
}

// relative returns a path relative to a folder, with forward slashes.
func relative(dir, path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.ToSlash(path), nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	path, err = filepath.Rel(dir, path)
	return filepath.ToSlash(path), err
}

// modelled returns the error for a value that is not modelled.
func (c *Config) modelled() error {
	for _, name := range slices.Sorted(maps.Keys(allKeys())) {
		k := allKeys()[name]
		if only, is := strings.CutPrefix(k.role, "only "); is && c.real(k.name).Cmp(ratOf(only)) != 0 && !(c.Exact && name == "ERROR_RATE_PER_LINK") {
			return c.errorf(k.name, "it has to be %s: %s", only, k.words)
		}
	}
	mode := c.text("CC_MODE")
	switch {
	case mode == pint:
		return c.errorf("CC_MODE", "10 is HPCC with PINT, which is not carried; use 3 for HPCC with its telemetry")
	case modes.Lookup(mode+".toml") == nil:
		return c.errorf("CC_MODE", "%s is unknown; use 1 (DCQCN), 3 (HPCC), 7 (TIMELY) or 8 (DCTCP)", mode)
	case ratOf(strings.Fields(c.text("LINK_DOWN"))[0]).Sign() > 0:
		return c.errorf("LINK_DOWN", "links that go down are not modelled; use LINK_DOWN 0 0 0")
	case c.count("PACKET_PAYLOAD_SIZE") == 0 || c.count("PACKET_PAYLOAD_SIZE") > 1<<16-1:
		return c.errorf("PACKET_PAYLOAD_SIZE", "it is out of range 1..65535")
	case c.count("BUFFER_SIZE") == 0 || c.count("BUFFER_SIZE") > 4095:
		return c.errorf("BUFFER_SIZE", "it is out of range 1..4095 MiB")
	case c.real("EWMA_GAIN").Cmp(big.NewRat(1, 1)) >= 0:
		return c.errorf("EWMA_GAIN", "it has to be below 1; it is the weight of the newest sample")
	case c.real("ERROR_RATE_PER_LINK").Cmp(big.NewRat(1, 1)) >= 0:
		return c.errorf("ERROR_RATE_PER_LINK", "it has to be below 1; it is a part of packets")
	case c.count("L2_ACK_INTERVAL") > c.count("PACKET_PAYLOAD_SIZE"):
		return c.errorf("L2_ACK_INTERVAL", "each packet is acknowledged here; use 1")
	case c.count("L2_ACK_INTERVAL") == 0:
		return c.errorf("L2_ACK_INTERVAL", "nothing is acknowledged with 0, and no flow ends; use 1")
	}
	if mode != "1" && c.on("HAS_WIN") && !c.on("VAR_WIN") {
		return c.errorf("VAR_WIN", "a window that does not follow the rate is carried for DCQCN alone; use VAR_WIN 1")
	}
	if mode != "3" {
		return nil
	}
	for _, want := range []struct {
		key   string
		on    bool
		words string
	}{
		{"HAS_WIN", true, "HPCC is carried with its window"}, {"FAST_REACT", true, "HPCC is carried as it reacts to each acknowledgement"},
		{"MULTI_RATE", false, "one rate for all hops is carried"}, {"SAMPLE_FEEDBACK", false, "each acknowledgement counts"},
	} {
		if c.on(want.key) != want.on {
			return c.errorf(want.key, "%s; use %s %d", want.words, want.key, map[bool]int{true: 1}[want.on])
		}
	}
	return nil
}

func ratOf(text string) *big.Rat {
	r, _ := new(big.Rat).SetString(text)
	return r
}

// nic makes the table of NICs.
func (c *Config) nic(t *topology.Topology, notes *[]string) (string, error) {
	rates := t.HostRates()
	for host, rate := range rates {
		if rate != rates[0] {
			return "", c.errorf("TOPOLOGY_FILE", "host %d is at %s and host %d at %s; the simulator takes the first one's rate for all, which is not modelled", t.IDOf(0), topology.FormatRate(rates[0]), t.IDOf(uint32(host)), topology.FormatRate(rate))
		}
	}
	payload, mode := c.count("PACKET_PAYLOAD_SIZE"), c.text("CC_MODE")
	p := exact.NewNetwork(t, false).Pairs(payload)
	s := &settings{c: c, Line: rates[0] / 1000, RTT: p.RTT, Packets: (p.BDP + payload - 1) / payload, Window: c.on("HAS_WIN"), notes: notes}
	if s.Window && !c.on("GLOBAL_T") && !p.Alike {
		return "", c.errorf("GLOBAL_T", "windows of each pair are not modelled, and pairs of hosts differ; use GLOBAL_T 1")
	}
	if err := s.defaults(mode); err != nil {
		return "", err
	}
	if mode == "1" && s.Window && !c.Exact {
		s.note("HAS_WIN: the window of %d bytes is %d packets here", p.BDP, s.Packets)
	}
	var b strings.Builder
	if err := modes.ExecuteTemplate(&b, mode+".toml", s); err != nil {
		if at := strings.Index(err.Error(), c.Name+":"); at >= 0 {
			return "", fmt.Errorf("%s", err.Error()[at:])
		}
		return "", err
	}
	return strings.TrimRight(b.String(), "\n") + fmt.Sprintf("\npayload = %s\n", c.text("PACKET_PAYLOAD_SIZE")), nil
}

// defaults notes or refuses defaults of the simulator that are surely not meant.
func (s *settings) defaults(mode string) error {
	if _, given := s.c.values["EWMA_GAIN"]; !given && (mode == "1" || mode == "8") {
		s.note("EWMA_GAIN: not given, and the simulator's default is 0, so that alpha never moves: surely not meant")
	}
	if mode == "1" && s.c.real("RP_TIMER").Sign() == 0 {
		return s.c.errorf("RP_TIMER", "increases 0 us apart are surely not meant; give the period, as in RP_TIMER 300")
	}
	return nil
}

// marking makes the tables of marking, for each rate of a switch's port. The error is for a rate without a value.
func (c *Config) marking(t *topology.Topology) (string, error) {
	if !c.on("ENABLE_QCN") {
		return "", nil
	}
	rates := collect.Of(t.Links, func(v topology.Link) uint64 { return v.Rate })
	slices.Sort(rates)
	var b strings.Builder
	for _, rate := range slices.Compact(rates) {
		var at [3]string
		for i, key := range []string{"KMIN_MAP", "KMAX_MAP", "PMAX_MAP"} {
			text, ok := c.byRate(key)[rate]
			if !ok {
				return "", c.errorf(key, "it has no value for links of %s (%d); add one, as the simulator ends without it", topology.FormatRate(rate), rate)
			}
			at[i] = text
		}
		fmt.Fprintf(&b, "[[switch.marking]]\nrate = %q\nkmin = \"%sKB\"\nkmax = \"%sKB\"\npmax = %q\n\n", topology.FormatRate(rate), at[0], at[1], plain(ratOf(at[2])))
	}
	return b.String(), nil
}

// idle returns notes on the given keys without effect.
func (c *Config) idle() []string {
	names := c.given(func(name string) bool {
		role := allKeys()[name].role
		modes, some := strings.CutPrefix(role, "read ")
		return role == "none" && !(c.Exact && name == "ACK_HIGH_PRIO") || some && !slices.Contains(strings.Fields(modes), c.text("CC_MODE")) || name == "VAR_WIN" && !c.on("HAS_WIN")
	})
	if len(names) == 0 {
		return nil
	}
	return []string{"without effect here: " + strings.Join(names, ", ")}
}

// given returns some of the given keys in their order.
func (c *Config) given(some func(name string) bool) (names []string) {
	for name := range c.values {
		if some(name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return c.values[a].line - c.values[b].line })
	return names
}

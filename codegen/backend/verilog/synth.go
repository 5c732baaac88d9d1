package verilog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/text/nearest"
)

// Targets returns the families of chips that Synth knows.
func Targets() []string { return []string{"ice40", "ecp5", "xilinx"} }

// target describes how yosys maps to a family, and its cells.
type target struct {
	script                     string // %[1]s is the top module
	lut, flop, carry, multiply string // regular expressions of cells' names
	clocked                    string // what ends a path: registers and memories, as yosys selects them
	memory                     map[string]int
}

// The steps of what yosys' scripts call coarse, written out here to leave out share and autoname. share asks a solver
// about each pair of products or shifts under conditions, and with dozens of them does not finish; the names that
// autoname makes are never read.
const (
	head = "opt_expr; opt_clean; check; opt -nodffe -nosdff; fsm; opt; wreduce; peepopt; opt_clean; techmap -map +/cmp2lut.v -D LUT_WIDTH=4; opt_expr; opt_clean; "
	tail = "alumacc; opt; memory -nomap; opt_clean; "
	end  = "; hierarchy -check; check -noinit; blackbox =A:whitebox"
)

var targets = map[string]target{
	"ice40": {"synth_ice40 -flatten -top %[1]s -run begin:coarse; " + head + "memory_dff; wreduce t:$mul; " + tail +
		"synth_ice40 -flatten -top %[1]s -run map_ram:check" + end,
		`^SB_LUT4$`, `^SB_DFF`, `^SB_CARRY$`, `^SB_MAC16$`, "t:SB_DFF* t:SB_RAM*", map[string]int{"SB_RAM40_4K": 4096}},
	"ecp5": {"synth_ecp5 -top %[1]s -run begin:coarse; " +
		"proc; flatten; tribuf -logic; deminout; " + head +
		"techmap -map +/mul2dsp.v -map +/ecp5/dsp_map.v -D DSP_A_MAXWIDTH=18 -D DSP_B_MAXWIDTH=18 -D DSP_A_MINWIDTH=2 -D DSP_B_MINWIDTH=2 -D DSP_NAME=$__MUL18X18; " +
		"chtype -set $mul t:$__soft_mul; " + tail + "synth_ecp5 -top %[1]s -run map_ram:check" + end,
		`^LUT4$`, `^TRELLIS_FF$`, `^CCU2C$`, `^MULT18X18D$`, "t:TRELLIS_FF t:*DP* t:*PDP*",
		map[string]int{"DP16KD": 18432, "PDPW16KD": 18432, "TRELLIS_DPR16X4": 64}},
	"xilinx": {"synth_xilinx -flatten -top %[1]s -run begin:coarse; techmap -map +/cmp2lut.v -map +/cmp2lcu.v -D LUT_WIDTH=6; " + tail +
		"synth_xilinx -flatten -top %[1]s -run map_memory:",
		`^(LUT[1-6]|INV)$`, `^FD[CPRS]E$`, `^CARRY4$`, `^DSP48E1$`, "t:FD* t:RAM*",
		map[string]int{"RAMB18E1": 18432, "RAMB36E1": 36864, "RAM32M": 256, "RAM64M": 256, "RAM64X1D": 64, "RAM128X1D": 128, "RAM32X1D": 32}},
}

// waived are warnings of yosys, by their text, that are not about the design: in its library of Xilinx' memories
// narrow ones have the ports of wide ones.
var waived = []string{"Resizing cell port .*states"}

// Synthesizer is yosys, and nextpnr if it is installed.
type Synthesizer struct{ yosys, nextpnr string }

// FindSynthesizer looks for the tools on the path. yosys is required.
func FindSynthesizer() (Synthesizer, error) {
	var s Synthesizer
	var err error
	if s.yosys, err = exec.LookPath("yosys"); err != nil {
		return s, errors.New("yosys is not installed; on Debian: apt-get install yosys nextpnr-ice40 fpga-icestorm")
	}
	s.nextpnr, _ = exec.LookPath("nextpnr-ice40")
	return s, nil
}

// Cost is the resources that a module takes on a chip.
type Cost struct {
	Target string `json:"target"`
	Module string `json:"module"`
	// Cells counts all cells.
	Cells     int `json:"cells"`
	LUTs      int `json:"luts"`
	FlipFlops int `json:"flipFlops"`
	Carries   int `json:"carries"`
	DSPs      int `json:"dsps"`
	// MemoryBits are those of all blocks taken, whether used or not.
	MemoryBits int `json:"memoryBits"`
	// Depth is the number of cells on the longest path between registers, each bit of a carry chain being one.
	Depth int `json:"depth"`
	// Latency is the clocks from an event to its output. Slow is the latency of events that go through the unit of
	// the shared form while others do not; 0 if no events do.
	Latency int `json:"latency"`
	Slow    int `json:"slow,omitempty"`
	// MHz is the fastest clock that nextpnr finds for an HX8K, or 0 if it was not asked, with the reason in Note. At
	// one event a clock it is also the rate of events, in millions a second.
	MHz  float64 `json:"mhz,omitempty"`
	Note string  `json:"note,omitempty"`
}

// hx8k is the number of look-up tables of the largest iCE40.
const hx8k = 7680

// Synth maps a module, the core or the wrapper, to a family. place asks nextpnr for the clock of an iCE40's core. It
// fails on an unknown target; errors of the tools are *child.ToolError.
func (s Synthesizer) Synth(ctx context.Context, d *Design, family string, wrapper, place bool) (Cost, error) {
	c := Cost{Target: family, Module: d.core.name, Latency: d.Latency, Slow: d.Slow}
	if wrapper {
		c.Module, c.Latency = d.Def.Name, d.Latency+1
		if c.Slow > 0 {
			c.Slow++
		}
	}
	t, ok := targets[family]
	if !ok {
		return c, fmt.Errorf("unknown target %.40q%s; one of %s", family, nearest.Hint(family, Targets()), strings.Join(Targets(), ", "))
	}
	dir, remove, err := child.Folder("ccgen-verilog-")
	if err != nil {
		return c, err
	}
	defer remove()
	if err := os.WriteFile(filepath.Join(dir, "design.v"), d.Text, 0o644); err != nil {
		return c, err
	}
	args := []string{"-q"}
	for _, w := range waived {
		args = append(args, "-w", w)
	}
	script := fmt.Sprintf("read_verilog design.v; "+t.script+"; tee -q -o stat.json stat -json; tee -q -o ltp.txt ltp */* ", c.Module)
	for cell := range strings.FieldsSeq(t.clocked) {
		script += cell + " %d "
	}
	said, err := child.Output(ctx, dir, "yosys", s.yosys, append(args, "-p", script)...)
	if err != nil {
		return c, err
	}
	if strings.Contains(said, "Warning") {
		return c, &child.ToolError{Tool: "yosys", What: "warns", Output: said}
	}
	stat, err := os.ReadFile(filepath.Join(dir, "stat.json"))
	if err != nil {
		return c, &child.ToolError{Tool: "yosys", What: "left no statistics", Output: err.Error()}
	}
	longest, err := os.ReadFile(filepath.Join(dir, "ltp.txt"))
	if err != nil {
		return c, &child.ToolError{Tool: "yosys", What: "left no longest path", Output: err.Error()}
	}
	if err := c.count(t, stat, longest); err != nil {
		return c, err
	}
	switch {
	case !place || wrapper || family != "ice40":
	case s.nextpnr == "":
		c.Note = "nextpnr-ice40 is not installed"
	case c.LUTs > hx8k*9/10:
		c.Note = "does not fit an HX8K"
	default:
		return c, s.place(ctx, d, dir, &c)
	}
	return c, nil
}

var pathLength = regexp.MustCompile(`Longest topological path in .*\(length=(\d+)\)`)

// count reads yosys' statistics and its longest path.
func (c *Cost) count(t target, stat, longest []byte) error {
	var all struct {
		Design struct {
			Cells  int            `json:"num_cells"`
			ByType map[string]int `json:"num_cells_by_type"`
		} `json:"design"`
	}
	at := slices.Index(stat, '{') // some releases write a line before it
	if at < 0 {
		return &child.ToolError{Tool: "yosys", What: "left statistics that make no sense", Output: string(stat)}
	}
	if err := json.Unmarshal(stat[at:], &all); err != nil {
		return &child.ToolError{Tool: "yosys", What: "left statistics that make no sense", Output: err.Error()}
	}
	c.Cells = all.Design.Cells
	for _, kind := range []struct {
		re string
		n  *int
	}{{t.lut, &c.LUTs}, {t.flop, &c.FlipFlops}, {t.carry, &c.Carries}, {t.multiply, &c.DSPs}} {
		re := regexp.MustCompile(kind.re)
		for name, n := range all.Design.ByType {
			if re.MatchString(name) {
				*kind.n += n
			}
		}
	}
	for name, bits := range t.memory {
		c.MemoryBits += bits * all.Design.ByType[name]
	}
	m := pathLength.FindSubmatch(longest)
	if m == nil {
		return &child.ToolError{Tool: "yosys", What: "left no longest path", Output: string(longest)}
	}
	c.Depth, _ = strconv.Atoi(string(m[1]))
	return nil
}

// unconstrained is what nextpnr says of a design without places for its pins, which is not why it fails.
var unconstrained = regexp.MustCompile(`(?m)^Warning: No PCF file specified;.*$`)

// needed is how nextpnr says that a design has more logic cells, of a look-up table and a flip-flop, than the chip.
var needed = regexp.MustCompile(`Failed to expand region .* of (\d+) ICESTORM_LCs`)

// place asks nextpnr for the clock. A core has more ports than a chip has pins, so a shift register feeds its inputs,
// and its outputs are combined on one pin.
func (s Synthesizer) place(ctx context.Context, d *Design, dir string, c *Cost) error {
	if err := os.WriteFile(filepath.Join(dir, "pins.v"), []byte(d.pins()), 0o644); err != nil {
		return err
	}
	if _, err := child.Output(ctx, dir, "yosys", s.yosys, "-q", "-p", "read_verilog design.v pins.v; synth_ice40 -flatten -top pins -json pins.json"); err != nil {
		return err
	}
	if _, err := child.Output(ctx, dir, "nextpnr-ice40", s.nextpnr, "-q", "--hx8k", "--package", "ct256", "--json", "pins.json", "--pcf-allow-unconstrained", "--seed", "1", "--freq", "100", "--timing-allow-fail", "--report", "report.json"); err != nil {
		var failed *child.ToolError
		if ctx.Err() != nil || !errors.As(err, &failed) {
			return err
		}
		if m := needed.FindStringSubmatch(failed.Output); m != nil {
			c.Note = fmt.Sprintf("does not fit an HX8K: %s logic cells of %d", m[1], hx8k)
			return nil
		}
		failed.Output = unconstrained.ReplaceAllString(failed.Output, "")
		c.Note = failed.Error()
		return nil
	}
	text, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil {
		return &child.ToolError{Tool: "nextpnr-ice40", What: "left no report", Output: err.Error()}
	}
	var report struct {
		Fmax map[string]struct {
			Achieved float64 `json:"achieved"`
		} `json:"fmax"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return &child.ToolError{Tool: "nextpnr-ice40", What: "left a report that makes no sense", Output: err.Error()}
	}
	for _, f := range report.Fmax {
		c.MHz = f.Achieved
	}
	return nil
}

// pins prints a module with few pins around the core.
func (d *Design) pins() string {
	var b strings.Builder
	in, width := layout(2, append(append([]Port(nil), d.core.params...), d.core.inputs...))
	out, _ := layout(0, d.core.outputs)
	fmt.Fprintf(&b, "module pins (input wire clk, input wire rst, input wire in, output reg out);\n    reg [%d:0] shift;\n    wire valid;\n", width-1)
	for _, x := range out {
		fmt.Fprintf(&b, "    wire %s%s;\n", vector(x.bits), x.name)
	}
	if d.unit == nil {
		fmt.Fprintf(&b, "    %s core (.clk(clk), .rst(rst), .enable(shift[0]), .in_valid(shift[1]), .out_valid(valid)", d.core.name)
	} else {
		n := vector(d.numbers)
		fmt.Fprintf(&b, "    wire ready, hit, busy;\n    wire %sconn;\n", n)
		fmt.Fprintf(&b, "    %s core (.clk(clk), .rst(rst), .out_ready(shift[0]), .in_valid(shift[1]), .out_valid(valid), .in_ready(ready), .look_hit(hit), .busy(busy), .out_conn(conn), .in_conn(shift[%d:2]), .look_conn(shift[%d:2])", d.core.name, d.numbers+1, d.numbers+1)
	}
	for _, x := range in {
		fmt.Fprintf(&b, ", .%s(shift[%d:%d])", x.name, x.low+x.bits-1, x.low)
	}
	fmt.Fprintf(&b, "%s);\n    always @(posedge clk) begin\n        shift <= {shift[%d:0], in};\n        out <= valid ^ (^%s);\n    end\nendmodule\n", connect("", out), width-2, concat("", out))
	return b.String()
}

// WriteCosts writes a table of costs.
func WriteCosts(w io.Writer, costs []Cost) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "LUTs\tflip-flops\tcarries\tDSPs\tmemory bits\tdepth\tlatency\tMHz\t  module\n")
	for _, c := range costs {
		mhz := "-"
		if c.MHz > 0 {
			mhz = fmt.Sprintf("%.1f", c.MHz)
		}
		note := ""
		if c.Note != "" {
			note = " (" + c.Note + ")"
		}
		latency := strconv.Itoa(c.Latency)
		if c.Slow > 0 {
			latency += fmt.Sprintf(" or %d", c.Slow)
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t  %s %s%s\n", c.LUTs, c.FlipFlops, c.Carries, c.DSPs, c.MemoryBits, c.Depth, latency, mhz, c.Target, c.Module, note)
	}
	return t.Flush()
}

package verilog_test

import (
	"fmt"
	"strings"
)

// A trace is one line of a timing diagram: a bit, or the number on a bus, clock by clock; "" if it has no value.
type trace struct {
	name   string
	bus    bool
	values []string
}

// A span is an interval of clocks that the diagram shades, from first until before end.
type span struct{ first, end int }

// Sizes of the diagram in pixels: what names take, a clock, a line, and the height of a 1.
const (
	wNames, wClock, wLine, wHigh = 84, 36, 34, 20
	wSlope                       = 4 // of the edges of a bus
)

// waveform draws traces as hardware engineers draw them, below a clock, as SVG.
func waveform(traces []trace, shaded []span) string {
	var b strings.Builder
	clocks := len(traces[0].values)
	width, height := wNames+clocks*wClock+8, (len(traces)+1)*wLine+30
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="monospace" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	for _, s := range shaded {
		fmt.Fprintf(&b, `<rect x="%d" y="20" width="%d" height="%d" fill="#fff0d0"/>`+"\n", wNames+s.first*wClock, (s.end-s.first)*wClock, height-26)
	}
	clock := ""
	for i := range clocks {
		x := wNames + i*wClock
		fmt.Fprintf(&b, `<text x="%d" y="14" text-anchor="middle" fill="#606060">%d</text>`+"\n", x+wClock/2, i)
		fmt.Fprintf(&b, `<path d="M%d 20V%d" stroke="#e0e0e0"/>`+"\n", x, height-6)
		clock += fmt.Sprintf("V%dH%dV%dH%d", 26, x+wClock/2, 26+wHigh, x+wClock)
	}
	wave := func(y int, path string) {
		fmt.Fprintf(&b, `<path d="M%d %d%s" fill="none" stroke="#204a87" stroke-width="1.4"/>`+"\n", wNames, y, path)
	}
	name := func(y int, s string) {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", wNames-8, y+15, s)
	}
	name(26, "clk")
	wave(26+wHigh, clock)
	for n, t := range traces {
		y := 26 + (n+1)*wLine
		name(y, t.name)
		if t.bus {
			bus(&b, y, t.values)
			continue
		}
		path := ""
		for i, v := range t.values {
			level := y + wHigh
			if v == "1" {
				level = y
			}
			path += fmt.Sprintf("V%dH%d", level, wNames+(i+1)*wClock)
		}
		wave(y+wHigh, path)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// bus draws the numbers on a bus: a box for each run of clocks with the same number, a line in the middle for no
// value.
func bus(b *strings.Builder, y int, values []string) {
	for i := 0; i < len(values); {
		j := i + 1
		for j < len(values) && values[j] == values[i] {
			j++
		}
		x, end, middle := wNames+i*wClock, wNames+j*wClock, y+wHigh/2
		if values[i] == "" {
			fmt.Fprintf(b, `<path d="M%d %dH%d" fill="none" stroke="#a0a0a0"/>`+"\n", x, middle, end)
		} else {
			fmt.Fprintf(b, `<path d="M%d %dL%d %dH%dL%d %dL%d %dH%dZ" fill="#e8eef8" stroke="#204a87" stroke-width="1.4"/>`+"\n",
				x, middle, x+wSlope, y, end-wSlope, end, middle, end-wSlope, y+wHigh, x+wSlope)
			fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", (x+end)/2, middle+4, values[i])
		}
		i = j
	}
}

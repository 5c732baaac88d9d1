package htmlreport

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reports/htmlreport/browser"
	"smartnic-cc/internal/reports/plot"
)

// hostile is what a name of a file or a connection may be.
const hostile = `</script><script>window.pwned=1</script>"'<img src=x onerror="window.pwned=1"><!-- ${window.pwned=1} &amp; ]]> \u2028`

// page has what reports have: panels in rows and columns, all styles, hostile names.
func page() *Page {
	const n = 20000
	x, rc, rt := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = float64(i) / 1000
		rc[i] = 50 + 40*math.Sin(x[i])
		rt[i] = 80
	}
	rc[7777] = 99 // a spike of one point
	time := plot.Figure{
		Title: "Over time " + hostile, XLabel: "time (ms)", Columns: 2, Note: hostile, XRange: [2]float64{0, 20},
		Panels: []plot.Panel{
			{Title: hostile, YLabel: "Gb/s", Range: [2]float64{0, 100}, Series: []plot.Series{
				{Name: "RC", X: x, Y: rc, Style: plot.Step, Top: true, Color: plot.Color(1)},
				{Name: hostile, X: x, Y: rt, Style: plot.StepDashed},
				{Name: "CNP", X: x[:50], Style: plot.Ticks, Color: plot.Color(3)},
			}},
			{Title: "right", Empty: hostile},
			{YLabel: "log", LogY: true, Series: []plot.Series{{Of: []string{"RC"}, X: []float64{0, 20}, Y: []float64{1, 1000}, Color: plot.Color(1)}}},
			{LogY: true, Series: []plot.Series{{Name: "dots", X: []float64{5, 10}, Y: []float64{10, 100}, Color: plot.Color(5)}}},
		},
	}
	log := plot.Figure{Title: "Sizes", XLabel: "bytes", LogX: true, XScale: plot.Bytes, Panels: []plot.Panel{
		{YLabel: "slow-down", Series: []plot.Series{{Name: "p50", X: []float64{100, 1e4, 1e6}, Y: []float64{1, 2, 3}}}},
	}}
	return &Page{
		Title: hostile, Subtitle: hostile, Generator: "test " + hostile,
		KeyNumbers: []KeyNumber{{hostile, hostile, hostile}},
		Sections: []Section{
			{Title: "Figures " + hostile, Text: hostile, Figures: []plot.Figure{time, log}},
			{Title: "Tables", Tables: []Table{{Title: hostile, Head: []string{hostile, "value", "<" + hostile}, Rows: [][]string{{hostile, "1", hostile}}, Note: hostile, Folded: true}},
				Codes: []Code{{Title: hostile, Text: hostile}}},
		},
	}
}

// write writes a page and returns its address.
func write(t *testing.T, p *Page) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a page.html")
	f, err := os.Create(path)
	require.NoError(t, err)
	_, err = p.Write(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// start starts the browser, in runs with -long.
func start(t *testing.T) *browser.Browser {
	t.Helper()
	tier.Nightly(t)
	tier.Require(t, "chromium")
	b, err := browser.Start(1200, 900)
	require.NoError(t, err)
	t.Cleanup(b.Close)
	return b
}

// user acts on a figure.
type user struct {
	t *testing.T
	b *browser.Browser
	n int // of the figure
}

func (u *user) eval(expression string, result any) {
	u.t.Helper()
	require.NoError(u.t, u.b.Eval(expression, result))
}

// until waits for an expression to hold: input reaches a page and is drawn a frame later.
func (u *user) until(expression string) {
	u.t.Helper()
	ok := false
	for range 600 {
		u.eval(expression, &ok)
		if ok {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	var now any
	u.eval(fmt.Sprintf("({...document.querySelectorAll('figure')[%d].dataset})", u.n), &now)
	require.Fail(u.t, "never: "+expression, "figure: %v; errors: %v", now, u.b.Errors())
}

// panel returns where the first panel's data stand in the window: left, top, width, height.
func (u *user) panel() (left, top, width, height float64) {
	u.t.Helper()
	u.until(fmt.Sprintf(`document.querySelectorAll("figure")[%d].chart?.plots.length > 0`, u.n)) // a page draws after it is there
	var r [4]float64
	u.eval(fmt.Sprintf(`(() => { const c = document.querySelectorAll("figure")[%d].chart.plots[0].over; c.scrollIntoView({block: "center"});
		const r = c.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()`, u.n), &r)
	return r[0], r[1], r[2], r[3]
}

// still waits until the page has ended to scroll.
func (u *user) still() {
	u.t.Helper()
	u.eval(`new Promise((done) => { let last = -1, same = 0; const look = () => { same = scrollY === last ? same + 1 : 0; last = scrollY; if (same > 20) done(1); else requestAnimationFrame(look); }; look(); })`, nil)
}

// sees waits until the time seen is about from x0 to x1.
func (u *user) sees(x0, x1 float64) {
	u.t.Helper()
	near := (x1 - x0) * 0.02
	u.until(fmt.Sprintf(`(() => { const d = document.querySelectorAll("figure")[%d].dataset; return Math.abs(d.x0 - %g) < %g && Math.abs(d.x1 - %g) < %g; })()`,
		u.n, x0, near, x1, near))
}

// colored counts the pixels of about a colour of the figure's canvases.
func (u *user) colored(r, g, b int) int {
	u.t.Helper()
	n := 0
	u.eval(fmt.Sprintf(`(() => { let n = 0; for (const c of document.querySelectorAll("figure")[%d].querySelectorAll("canvas")) {
		const o = new OffscreenCanvas(c.width, c.height), g = o.getContext("2d", {willReadFrequently: true});
		g.drawImage(c, 0, 0); const d = g.getImageData(0, 0, c.width, c.height).data;
		for (let i = 0; i < d.length; i += 4) if (Math.abs(d[i] - %d) + Math.abs(d[i+1] - %d) + Math.abs(d[i+2] - %d) < 24) n++; } return n; })()`, u.n, r, g, b), &n)
	return n
}

// shows waits until the canvas has many pixels of a colour, or none.
func (u *user) shows(many bool, r, g, b int, what string) {
	u.t.Helper()
	n := 0
	for range 400 {
		if n = u.colored(r, g, b); many && n > 100 || !many && n == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	require.Fail(u.t, what, "%d pixels", n)
}

// TestInBrowser opens a page in Chromium and uses it as people do.
func TestInBrowser(t *testing.T) {
	b := start(t)
	require.NoError(t, b.Open(write(t, page())))
	u := &user{t: t, b: b}
	u.until(`document.documentElement.dataset.ready === "1" && [...document.querySelectorAll("figure")].every((f) => f.dataset.drawn > 0)`)

	// Names are shown as they are, and nothing of them runs.
	var title string
	u.eval("document.title", &title)
	require.Equal(t, hostile, title)
	u.until(`window.pwned === undefined && document.scripts.length === 2 && document.images.length === 0`)
	u.until(`document.querySelector("pre").textContent === ` + quote(hostile) + ` && document.querySelector("tbody th").textContent === ` + quote(hostile))
	u.until(`document.querySelector("figure .key:nth-child(2)").textContent === ` + quote(hostile))

	left, top, w, h := u.panel()
	midX, midY := left+w/2, top+h/2
	u.sees(0, 20)
	u.shows(true, 0xd9, 0x5f, 0x0e, "the curve is drawn")

	// The wheel scrolls the page until the figure is chosen, and then zooms about the pointer.
	require.NoError(t, b.Wheel(midX, midY, -240, 0))
	u.until(`!document.querySelector("figure .hint").hidden`)
	u.sees(0, 20)
	u.still()
	left, top, w, h = u.panel()
	midX, midY = left+w/2, top+h/2
	require.NoError(t, b.Wheel(midX, midY, -240, browser.Ctrl))
	u.sees(5, 15)
	require.NoError(t, b.DoubleClick(midX, midY))
	u.sees(0, 20)
	require.NoError(t, b.Wheel(left+w/4, midY, -240, 0))
	u.sees(2.5, 12.5)
	require.NoError(t, b.Wheel(left+w/4, midY, 240, 0))
	u.sees(0, 20)

	// A box chooses a part: its width, or both.
	require.NoError(t, b.Drag(left+w*0.25, midY, left+w*0.75, midY+3, 0))
	u.sees(5, 15)
	require.NoError(t, b.Drag(left+w*0.5, midY, left+w*0.25, midY, browser.Shift)) // pans
	u.sees(7.5, 17.5)
	require.NoError(t, b.Drag(left+w*0.2, top+h*0.25, left+w*0.4, top+h*0.75, 0))
	u.sees(9.5, 11.5)
	u.until(`(() => { const [lo, hi] = document.querySelector("figure").dataset.y.split(" ")[0].split(":").map(Number); return Math.abs(lo - 25) < 2 && Math.abs(hi - 75) < 2; })()`)
	require.NoError(t, b.DoubleClick(midX, midY))
	u.sees(0, 20)

	// The read-out tells what the curve has there.
	require.NoError(t, b.Mouse("mouseMoved", left+w*0.5, midY, 0, 0))
	u.until(`!document.querySelector(".tip").hidden && document.querySelector(".tip").textContent.includes("RC")`)
	var tip string
	u.eval(`document.querySelector(".tip").innerText`, &tip)
	require.Contains(t, tip, " ms\n")
	var at, value float64
	_, err := fmt.Sscanf(tip, "%g ms\n%g", &at, &value)
	require.NoError(t, err, tip)
	require.InDelta(t, 10, at, 0.2)
	require.InDelta(t, 50+40*math.Sin(at), value, 0.1)

	// Keys do the same.
	for _, k := range []struct {
		key    string
		x0, x1 float64
	}{{"+", 5, 15}, {"ArrowRight", 6.25, 16.25}, {"ArrowLeft", 5, 15}, {"-", 0, 20}, {"+", 5, 15}, {"Home", 0, 20}, {"+", 5, 15}, {"Escape", 0, 20}, {"+", 5, 15}, {"0", 0, 20}} {
		require.NoError(t, b.Key(k.key))
		u.sees(k.x0, k.x1)
	}
	require.NoError(t, b.Key("]"))
	u.until(`document.querySelector(".live").textContent.startsWith("time (ms) 10; RC ")`)

	// However deep one zooms, the view is an interval.
	for range 60 {
		require.NoError(t, b.Key("+"))
	}
	u.until(`(() => { const d = document.querySelector("figure").dataset; return d.x1 - d.x0 > 0 && d.x1 - d.x0 < 1e-6; })()`)
	require.NoError(t, b.Key("0"))
	u.sees(0, 20)

	// A name switches its curve off, with what belongs to it; twice, all others.
	click := func(expression string, double bool) {
		t.Helper()
		var at [2]float64
		u.eval(`(() => { const e = `+expression+`; e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, &at)
		if double {
			require.NoError(t, b.DoubleClick(at[0], at[1]))
		} else {
			require.NoError(t, b.Click(at[0], at[1]))
		}
	}
	key := func(name string) string {
		return `[...document.querySelectorAll("figure .key")].find((k) => k.textContent === ` + quote(name) + `)`
	}
	click(key("RC"), false)
	u.until(key("RC") + `.getAttribute("aria-pressed") === "false"`)
	require.NoError(t, b.Mouse("mouseMoved", 1, 1, 0, 0))
	u.shows(false, 0xd9, 0x5f, 0x0e, "the curve is hidden, with the one of its name in the other panel")
	click(key("RC"), false)
	u.until(key("RC") + `.getAttribute("aria-pressed") === "true"`)
	u.shows(true, 0xd9, 0x5f, 0x0e, "the curve is back")
	click(key("CNP"), true)
	u.until(key("CNP") + `.getAttribute("aria-pressed") === "true" && ` + key("RC") + `.getAttribute("aria-pressed") === "false"`)
	u.shows(false, 0xd9, 0x5f, 0x0e, "only the CNPs are left")
	click(key("CNP"), true)
	u.until(key("RC") + `.getAttribute("aria-pressed") === "true"`)

	// A finger zooms as the mouse does.
	left, top, w, h = u.panel()
	touch := func(kind string, x float64) {
		points := []map[string]float64{}
		if kind != "touchEnd" {
			points = append(points, map[string]float64{"x": left + w*x, "y": top + h/2})
		}
		require.NoError(t, b.Call("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points}, nil))
	}
	touch("touchStart", 0.25)
	for _, x := range []float64{0.3, 0.4, 0.6, 0.75} {
		touch("touchMove", x)
	}
	touch("touchEnd", 0)
	u.sees(5, 15)
	require.NoError(t, b.Key("0"))
	u.sees(0, 20)

	// A logarithmic axis halves its decades.
	log := &user{t: t, b: b, n: 1}
	left, top, w, h = log.panel()
	require.NoError(t, b.Wheel(left+w/2, top+h/2, -240, browser.Ctrl))
	log.sees(1000, 100000)

	// Dark and paper.
	require.NoError(t, b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": "dark"}}}, nil))
	u.until(`getComputedStyle(document.body).backgroundColor === "rgb(16, 19, 23)"`)
	u.shows(true, 0x18, 0x1c, 0x21, "the canvas is dark")
	var pdf struct{ Data string }
	require.NoError(t, b.Call("Page.printToPDF", map[string]any{"printBackground": true}, &pdf))
	require.Greater(t, len(pdf.Data), 10_000)
	sharp := func(times int) {
		u.until(fmt.Sprintf(`[...document.querySelectorAll("canvas")].every((c) => Math.abs(c.width - %d * c.clientWidth) < 2)`, times))
	}
	sharp(1)
	u.eval(`dispatchEvent(new Event("beforeprint"))`, nil)
	sharp(3)
	u.shows(false, 0x18, 0x1c, 0x21, "paper is white")
	u.eval(`dispatchEvent(new Event("afterprint"))`, nil)
	sharp(1)
	u.shows(true, 0x18, 0x1c, 0x21, "the canvas is dark again")
	require.NoError(t, b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1100, "height": 900, "deviceScaleFactor": 2, "mobile": false}, nil))
	sharp(2)
	require.NoError(t, b.Call("Emulation.clearDeviceMetricsOverride", nil, nil))
	sharp(1)

	// What is saved is what is seen.
	dir := t.TempDir()
	require.NoError(t, b.Call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir}, nil))
	for _, name := range []string{"CSV", "PNG"} {
		click(`[...document.querySelectorAll("figure .tool")].find((k) => k.textContent === "`+name+`")`, false)
		var saved []string
		for range 600 {
			saved, err = filepath.Glob(filepath.Join(dir, "*."+strings.ToLower(name)))
			require.NoError(t, err)
			if len(saved) > 0 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		require.Len(t, saved, 1, name)
		text, err := os.ReadFile(saved[0])
		require.NoError(t, err)
		if name == "PNG" {
			require.True(t, strings.HasPrefix(string(text), "\x89PNG"))
			continue
		}
		require.Contains(t, string(text), ",RC,7.777,99\n", "a spike of one point is in the page")
	}

	require.Empty(t, b.Errors())
	for _, r := range b.Requests() {
		require.Regexp(t, "^(file|data|blob):", r)
	}
}

// quote writes a text for a script.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a text always has a form
	}
	return string(b)
}

// TestWholeMarks: what is numbered is marked at each number, and at no half when zoomed into.
func TestWholeMarks(t *testing.T) {
	b := start(t)
	arms := plot.Figure{Title: "Arms", XLabel: "time (ms)", Panels: []plot.Panel{
		{YLabel: "arm", Whole: true, Range: [2]float64{-0.4, 3.4}, Series: []plot.Series{{Name: "a", X: []float64{0, 5, 10}, Y: []float64{0, 3, 1}, Style: plot.Step}}},
	}}
	require.NoError(t, b.Open(write(t, &Page{Title: "arms", Sections: []Section{{Title: "Arms", Figures: []plot.Figure{arms}}}})))
	u := &user{t: t, b: b}
	marks := func(want string) {
		u.until(fmt.Sprintf(`(document.querySelector("figure").chart?.plots[0]?.marks.y || []).map((m) => m[1]).join(" ") === %q`, want))
	}
	marks("0 1 2 3")
	left, top, w, h := u.panel()
	require.NoError(t, b.Drag(left+w/2, top+h*0.02, left+w/2+2, top+h*0.5, 0))
	marks("2 3")
	require.Empty(t, b.Errors())
}

// TestOneAxis: runs of 10 and of 100 Gb/s have an axis each, and one at the push of a button; panels that share an
// axis are zoomed together.
func TestOneAxis(t *testing.T) {
	b := start(t)
	panel := func(top, low float64) plot.Panel {
		return plot.Panel{YLabel: "Gb/s", Range: [2]float64{low, top}, Series: []plot.Series{{Name: "rate", X: []float64{0, 10}, Y: []float64{low, top}}}}
	}
	apart := plot.Figure{Title: "Runs", XLabel: "time (ms)", Columns: 2, Panels: []plot.Panel{panel(10, 0), panel(100, 0), panel(1, 0), panel(0.9, 0)}}
	close := plot.Figure{Title: "Alike", XLabel: "time (ms)", Columns: 2, Panels: []plot.Panel{panel(90, 0), panel(100, 0)}}
	require.NoError(t, b.Open(write(t, &Page{Title: "runs", Sections: []Section{{Title: "Runs", Figures: []plot.Figure{apart, close}}}})))
	u := &user{t: t, b: b}
	ends := func(want string) {
		u.until(fmt.Sprintf(`document.querySelector("figure").dataset.y === %q`, want))
	}
	ends("0:10 0:100 0:1 0:1")
	u.until(`document.querySelectorAll(".tool[aria-pressed]").length === 1`) // the second figure has nothing to switch
	left, top, w, h := u.panel()
	zoom := func() { require.NoError(t, b.Drag(left+w/2, top+h*0.5, left+w/2+2, top+h*0.99, 0)) }
	pressed := func(want bool) {
		var at [2]float64
		u.eval(`(() => { const r = document.querySelector(".tool[aria-pressed]").getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, &at)
		require.NoError(t, b.Click(at[0], at[1]))
		u.until(fmt.Sprintf(`document.querySelector(".tool[aria-pressed]").getAttribute("aria-pressed") === "%t"`, want))
	}
	tops := func(first, second float64) {
		u.until(fmt.Sprintf(`(() => { const [a, b] = document.querySelector("figure").dataset.y.split(" ").map((y) => Number(y.split(":")[1])); return Math.abs(a - %g) < 1 && Math.abs(b - %g) < 1; })()`, first, second))
	}
	zoom()
	tops(5, 100)
	pressed(true)
	ends("0:100 0:100 0:1 0:1")
	zoom()
	tops(50, 50)
	require.NoError(t, b.Key("0"))
	ends("0:100 0:100 0:1 0:1")
	pressed(false)
	ends("0:10 0:100 0:1 0:1")
	require.Empty(t, b.Errors())
}

// TestErrorsAreSeen: what TestInBrowser relies on. A page that complains, breaks its own
// policy or asks the network is noticed.
func TestErrorsAreSeen(t *testing.T) {
	b := start(t)
	text := `<!DOCTYPE html><title>x</title><script>console.error("one"); setTimeout(() => { throw new Error("two"); });</script><img src="http://127.0.0.1:1/three.png">`
	path := filepath.Join(t.TempDir(), "bad.html")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	require.NoError(t, b.Open("file://"+path))
	u := &user{t: t, b: b}
	u.until("true")
	for range 100 {
		if len(b.Errors()) >= 3 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	all := strings.Join(b.Errors(), "\n")
	require.Contains(t, all, "one")
	require.Contains(t, all, "two")
	require.Contains(t, strings.Join(b.Requests(), "\n"), "http://127.0.0.1:1/three.png")

	// The page's policy keeps a script of another hash from running.
	address := write(t, page())
	u2, err := url.Parse(address)
	require.NoError(t, err)
	html, err := os.ReadFile(u2.Path)
	require.NoError(t, err)
	bent := strings.Replace(string(html), "</main>", `<script>window.pwned=1</script><img src="http://127.0.0.1:1/x.png"></main>`, 1)
	require.NoError(t, os.WriteFile(u2.Path, []byte(bent), 0o644))
	require.NoError(t, b.Open(address))
	u.until(`window.pwned === undefined && document.documentElement.dataset.ready === "1"`)
	require.Contains(t, strings.Join(b.Errors(), "\n"), "Content Security Policy")
}

// TestBars: the read-out over a group names it and the percentiles of each run's bar, the lowest
// first; and no legend, however long, is cut off.
func TestBars(t *testing.T) {
	b := start(t)
	blue := plot.Color(0)
	bar := func(name string, y float64, strong float64) plot.Series {
		return plot.Series{Name: name, Of: []string{"run"}, X: []float64{1, 2}, Y: []float64{1, y}, Style: plot.Bars, Color: plot.WithOpacity(blue, strong)}
	}
	f := plot.Figure{Title: "Bars", XNames: []string{"1 KB", "2 KB"}, Panels: []plot.Panel{
		{Series: []plot.Series{bar("", 7, 0.25), bar("", 4, 0.45), bar("run", 2, 1)}},
	}}
	for i := range 64 {
		s := plot.Series{Name: fmt.Sprintf("a curve with a long name, number %d", i), X: []float64{1, 2}, Y: []float64{0, 1}, Dash: plot.Dash(i), Color: plot.Color(1)}
		f.Panels[0].Series = append(f.Panels[0].Series, s)
	}
	require.NoError(t, b.Open(write(t, &Page{Title: "bars", Sections: []Section{{Title: "Bars", Figures: []plot.Figure{f}}}})))
	u := &user{t: t, b: b}
	u.until(`document.querySelectorAll(".key").length === 65`)
	u.until(`(() => { const l = document.querySelector(".legend"); return l.scrollHeight <= l.clientHeight + 1 && l.scrollWidth <= l.clientWidth + 1; })()`)
	left, top, w, h := u.panel()
	require.NoError(t, b.Mouse("mouseMoved", left+w*0.75, top+h/2, 0, 0))
	u.until(`document.querySelector(".tip").innerText.startsWith("up to 2 KB")`)
	u.until(`document.querySelector(".tip").innerText.includes("2 / 4 / 7  run")`)
	require.Empty(t, b.Errors())
}

// TestScales: sizes and times are marked with their units, where a figure on paper marks them, and
// saved with that of the numbers.
func TestScales(t *testing.T) {
	b := start(t)
	figure := func(scale plot.Scale, lo, hi float64) plot.Figure {
		return plot.Figure{Title: "of a scale", XLabel: "what", LogX: true, XScale: scale, Panels: []plot.Panel{{Series: []plot.Series{{Name: "a", X: []float64{lo, hi}, Y: []float64{1, 2}}}}}}
	}
	list := []plot.Figure{figure(plot.Bytes, 1, 1<<20), figure(plot.Nanoseconds, 10, 4e6), figure(plot.Bytes, 1100, 1500), figure(plot.Numbers, 10, 60), figure(plot.Numbers, 2000, 7000)}
	require.NoError(t, b.Open(write(t, &Page{Title: "scales", Sections: []Section{{Title: "Scales", Figures: list}}})))
	for n, want := range []string{
		"1 B, 4 B, 16 B, 64 B, 256 B, 1 KiB, 4 KiB, 16 KiB, 64 KiB, 256 KiB, 1 MiB",
		"10 ns, 20 ns, 50 ns, 100 ns, 200 ns, 500 ns, 1 µs, 2 µs, 5 µs, 10 µs, 20 µs, 50 µs, 100 µs, 200 µs, 500 µs, 1 ms, 2 ms",
		"1.10 KiB, 1.15 KiB, 1.20 KiB, 1.25 KiB, 1.30 KiB, 1.35 KiB, 1.40 KiB, 1.45 KiB",
		"10, 20, 30, 40, 50, 60",
		"2000, 3000, 4000, 5000, 6000, 7000",
	} {
		u := &user{t: t, b: b, n: n}
		u.until(fmt.Sprintf(`(document.querySelectorAll("figure")[%d].chart?.plots[0]?.marks.x || []).map((m) => m[1]).filter(Boolean).join(", ") === %q`, n, want))
	}
	var head string
	require.NoError(t, b.Eval(`new Promise((done) => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => done(text.split("\n")[0])); return make.call(URL, blob); };
		[...document.querySelectorAll("figure .tool")].find((k) => k.textContent === "CSV").click();
	})`, &head))
	require.Equal(t, "panel,curve,what (B),value", head)
	require.Empty(t, b.Errors())
}

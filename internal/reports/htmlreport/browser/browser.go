// Package browser drives headless Chromium over the DevTools protocol, by the pipe that --remote-debugging-pipe
// opens, so that tests can open a page, act on it by real input events instead of calls of its functions, and read
// its errors. It needs the standard library and the program chromium, on Debian in the package of that name.
package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// patience is how long an answer may take, on a machine that is busy with other tests.
const patience = 90 * time.Second

// Browser is a running Chromium with one page.
type Browser struct {
	cmd     *exec.Cmd
	to      *os.File
	from    *os.File
	profile string
	stderr  bytes.Buffer
	session string
	closed  chan struct{} // closed when Chromium says no more

	mu       sync.Mutex
	id       int
	waiting  map[int]chan answer
	errors   []string
	requests []string
	loaded   chan struct{}
}

type answer struct {
	result json.RawMessage
	err    error
}

// Start starts Chromium with a window of the given size and an empty page. The error of a
// machine without it says what to install.
func Start(width, height int) (*Browser, error) {
	name := ""
	for _, try := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(try); err == nil {
			name = path
			break
		}
	}
	if name == "" {
		return nil, errors.New("chromium is missing; install it (Debian: apt-get install chromium)")
	}
	profile, err := os.MkdirTemp("", "browser")
	if err != nil {
		return nil, err
	}
	b := &Browser{profile: profile, waiting: map[int]chan answer{}, closed: make(chan struct{})}
	read, to, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(profile))
	}
	from, write, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, read.Close(), to.Close(), os.RemoveAll(profile))
	}
	b.to, b.from = to, from
	b.cmd = exec.Command(name, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
		"--user-data-dir="+profile, fmt.Sprintf("--window-size=%d,%d", width, height), "--remote-debugging-pipe", "about:blank")
	b.cmd.ExtraFiles = []*os.File{read, write} // its descriptors 3 and 4
	b.cmd.Stderr = &b.stderr
	err = b.cmd.Start()
	err = errors.Join(err, read.Close(), write.Close())
	if err != nil {
		return nil, errors.Join(err, to.Close(), from.Close(), os.RemoveAll(profile))
	}
	go b.listen()
	if err := b.attach(); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// attach takes hold of a page and subscribes to its events.
func (b *Browser) attach() error {
	var target struct{ TargetID string }
	if err := b.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		return err
	}
	var session struct{ SessionID string }
	if err := b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session); err != nil {
		return err
	}
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		if err := b.Call(domain+".enable", nil, nil); err != nil {
			return err
		}
	}
	return nil
}

// listen reads Chromium's messages, which end with a zero byte.
func (b *Browser) listen() {
	defer close(b.closed)
	r := bufio.NewReader(b.from)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
			Method string
			Params json.RawMessage
		}
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		if m.ID == 0 {
			b.event(m.Method, m.Params)
			continue
		}
		a := answer{result: m.Result}
		if m.Error != nil {
			a.err = errors.New(m.Error.Message)
		}
		b.mu.Lock()
		c := b.waiting[m.ID]
		delete(b.waiting, m.ID)
		b.mu.Unlock()
		if c != nil {
			c <- a
		}
	}
}

// event notes a page's errors and requests.
func (b *Browser) event(method string, params json.RawMessage) {
	var p struct {
		Type             string
		Args             []struct{ Value, Description any }
		ExceptionDetails struct {
			Text      string
			Exception struct{ Description string }
		}
		Entry struct {
			Level, Text, URL string
		}
		Request struct{ URL string }
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch method {
	case "Runtime.consoleAPICalled":
		if p.Type == "error" || p.Type == "warning" || p.Type == "assert" {
			text := "console." + p.Type
			for _, a := range p.Args {
				text += fmt.Sprint(" ", a.Value, a.Description)
			}
			b.errors = append(b.errors, text)
		}
	case "Runtime.exceptionThrown":
		b.errors = append(b.errors, "exception: "+p.ExceptionDetails.Text+" "+p.ExceptionDetails.Exception.Description)
	case "Log.entryAdded":
		if p.Entry.Level == "error" || p.Entry.Level == "warning" {
			b.errors = append(b.errors, p.Entry.Level+": "+p.Entry.Text+" "+p.Entry.URL)
		}
	case "Network.requestWillBeSent":
		b.requests = append(b.requests, p.Request.URL)
	case "Page.loadEventFired":
		if b.loaded != nil {
			close(b.loaded)
			b.loaded = nil
		}
	}
}

// Call calls a method of the DevTools protocol on the page. result may be nil.
func (b *Browser) Call(method string, params map[string]any, result any) error {
	return b.call(b.session, method, params, result)
}

func (b *Browser) call(session, method string, params map[string]any, result any) error {
	c := make(chan answer, 1)
	b.mu.Lock()
	b.id++
	m := map[string]any{"id": b.id, "method": method}
	b.waiting[b.id] = c
	b.mu.Unlock()
	if session != "" {
		m["sessionId"] = session
	}
	if params != nil {
		m["params"] = params
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a := <-c:
		if a.err != nil {
			return fmt.Errorf("%s: %w", method, a.err)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.result, result)
	case <-b.closed:
		return fmt.Errorf("%s: chromium ended: %s", method, last(b.stderr.String(), 500))
	case <-time.After(patience):
		return fmt.Errorf("%s: no answer for %v", method, patience)
	}
}

func last(s string, n int) string { return strings.TrimSpace(s[max(len(s)-n, 0):]) }

// Open loads a page and waits until it is whole. What was noted of another is forgotten.
func (b *Browser) Open(url string) error {
	loaded := make(chan struct{})
	b.mu.Lock()
	b.loaded, b.errors, b.requests = loaded, nil, nil
	b.mu.Unlock()
	var r struct{ ErrorText string }
	if err := b.Call("Page.navigate", map[string]any{"url": url}, &r); err != nil {
		return err
	}
	if r.ErrorText != "" {
		return fmt.Errorf("%s: %s", url, r.ErrorText)
	}
	select {
	case <-loaded:
		return nil
	case <-time.After(patience):
		return fmt.Errorf("%s: not loaded for %v", url, patience)
	}
}

// Eval evaluates an expression in the page, a promise to its end, and reads its value into
// result.
func (b *Browser) Eval(expression string, result any) error {
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := b.Call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r); err != nil {
		return err
	}
	if r.ExceptionDetails != nil {
		return fmt.Errorf("%.80s: %s %s", expression, r.ExceptionDetails.Text, r.ExceptionDetails.Exception.Description)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(r.Result.Value, result)
}

// Modifier keys.
const (
	Ctrl  = 2
	Shift = 8
)

// Mouse sends an event of the mouse: mouseMoved, mousePressed, mouseReleased. Places are in
// CSS pixels of the window.
func (b *Browser) Mouse(kind string, x, y float64, clicks, modifiers int) error {
	p := map[string]any{"type": kind, "x": x, "y": y, "modifiers": modifiers}
	if kind != "mouseMoved" {
		p["button"], p["clickCount"] = "left", clicks
	}
	if clicks > 0 {
		p["buttons"] = 1
	}
	return b.Call("Input.dispatchMouseEvent", p, nil)
}

// Click presses and releases the mouse.
func (b *Browser) Click(x, y float64) error {
	return errors.Join(b.Mouse("mouseMoved", x, y, 0, 0), b.Mouse("mousePressed", x, y, 1, 0), b.Mouse("mouseReleased", x, y, 1, 0))
}

// DoubleClick does it twice.
func (b *Browser) DoubleClick(x, y float64) error {
	return errors.Join(b.Click(x, y), b.Mouse("mousePressed", x, y, 2, 0), b.Mouse("mouseReleased", x, y, 2, 0))
}

// Drag presses the mouse at one place, moves it to another in steps and releases it.
func (b *Browser) Drag(x0, y0, x1, y1 float64, modifiers int) error {
	err := errors.Join(b.Mouse("mouseMoved", x0, y0, 0, modifiers), b.Mouse("mousePressed", x0, y0, 1, modifiers))
	const steps = 5
	for i := 1; i <= steps; i++ {
		f := float64(i) / steps
		err = errors.Join(err, b.Mouse("mouseMoved", x0+(x1-x0)*f, y0+(y1-y0)*f, 1, modifiers))
	}
	return errors.Join(err, b.Mouse("mouseReleased", x1, y1, 1, modifiers))
}

// Wheel turns the wheel; down is positive.
func (b *Browser) Wheel(x, y, delta float64, modifiers int) error {
	return b.Call("Input.dispatchMouseEvent", map[string]any{"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta, "modifiers": modifiers}, nil)
}

// Key presses a key, by its name in KeyboardEvent.key.
func (b *Browser) Key(key string) error {
	p := map[string]any{"type": "keyDown", "key": key}
	if len(key) == 1 {
		p["text"] = key
	}
	err := b.Call("Input.dispatchKeyEvent", p, nil)
	return errors.Join(err, b.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil))
}

// Errors are what the page complained of since it was opened: errors and warnings of its
// console, exceptions that nobody caught, what the browser refused it.
func (b *Browser) Errors() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.errors...)
}

// Requests are the addresses that the page asked for, itself included.
func (b *Browser) Requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.requests...)
}

// Close ends Chromium and removes its profile.
func (b *Browser) Close() {
	_ = b.call("", "Browser.close", nil, nil) // it may have ended already
	done := make(chan struct{})
	go func() {
		_ = b.cmd.Wait() // its status does not concern the page
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		_ = b.cmd.Process.Kill()
		<-done
	}
	_ = b.to.Close()
	_ = b.from.Close()
	// Chromium's helpers may write for a moment longer.
	for range 50 {
		if os.RemoveAll(b.profile) == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

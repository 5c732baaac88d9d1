// Package interrupt ends a program that Ctrl-C, SIGTERM or SIGHUP interrupts, cleanly:
// nothing half-made stays behind. A command that can end by itself, keeping what it has,
// takes the first signal (Take); a second one, and the first where no command takes it, runs
// what was registered (OnEnd) and lets the signal end the process, so that a shell sees why.
//
// There is one set of signals to a process, so what is here is global.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"smartnic-cc/internal/base/text/collect"
)

// signals end a program. The last is a terminal that went away: nobody takes that one.
var signals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

var state struct {
	sync.Mutex
	caught chan os.Signal // nil until Watch
	stop   chan struct{}  // to be closed by the first signal; nil if nobody takes it
	ends   []*func()      // in the order in which they were registered
	ending bool           // by a signal
}

// holding is read-locked by Hold, and locked by the end for good.
var holding sync.RWMutex

// patience is how long the end waits for those that hold it up.
const patience = time.Second

// Hold delays the end of the process by a signal until release is called: between making a file and the OnEnd that
// removes it, or while several files get their names. It does not return if the end has begun. Hold it for moments
// only, and do not nest it.
func Hold() (release func()) {
	holding.RLock()
	return holding.RUnlock
}

// OnEnd registers what is to be done before a signal ends the process: remove a file, end a child. do runs
// concurrently with the program and must not wait for it. done takes it back. A caller that is creating what do
// removes delays the end with Hold meanwhile.
func OnEnd(do func()) (done func()) {
	state.Lock()
	defer state.Unlock()
	entry := &do
	state.ends = append(state.ends, entry)
	return func() {
		state.Lock()
		defer state.Unlock()
		for i, e := range state.ends {
			if e == entry {
				state.ends = append(state.ends[:i], state.ends[i+1:]...)
				return
			}
		}
	}
}

// Watch begins to handle signals, except those that the program was started to ignore, as by nohup.
func Watch() {
	heeded := collect.Where(signals, func(s os.Signal) bool { return !signal.Ignored(s) })
	if len(heeded) > 0 {
		watch(heeded...)
	}
}

func watch(heeded ...os.Signal) {
	state.Lock()
	defer state.Unlock()
	if state.caught == nil {
		state.caught = make(chan os.Signal, len(signals))
		go func(caught <-chan os.Signal) {
			for s := range caught {
				if !taken(s) {
					end(s)
				}
			}
		}(state.caught)
	}
	signal.Notify(state.caught, heeded...)
}

// Take lets the caller end by itself: stop is closed by the first Ctrl-C or SIGTERM, even an ignored one. release
// takes that back. One caller takes signals at a time.
func Take() (stop <-chan struct{}, release func()) {
	watch(os.Interrupt, syscall.SIGTERM)
	state.Lock()
	defer state.Unlock()
	own := make(chan struct{})
	state.stop = own
	return own, func() {
		state.Lock()
		defer state.Unlock()
		if state.stop == own {
			state.stop = nil
		}
	}
}

// Context is Take for what ends with a context.
func Context(parent context.Context) (ctx context.Context, release func()) {
	ctx, cancel := context.WithCancel(parent)
	stop, back := Take()
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		back()
		cancel()
	}
}

// taken gives the signal to whoever takes it.
func taken(s os.Signal) bool {
	state.Lock()
	defer state.Unlock()
	if state.stop == nil || s == syscall.SIGHUP {
		return false
	}
	close(state.stop)
	state.stop = nil
	return true
}

// WaitIfEnding does not return where a signal is ending the process. Call it before reporting an error or exiting: a
// child that the same signal ended did not fail.
func WaitIfEnding() {
	state.Lock()
	ending := state.ending
	state.Unlock()
	if ending {
		select {}
	}
}

// end does what was registered, the last first, and lets the signal end the process.
func end(s os.Signal) {
	state.Lock()
	state.ending = true
	state.Unlock()
	held := make(chan struct{})
	go func() {
		holding.Lock() // and nobody makes anything any more
		close(held)
	}()
	select {
	case <-held:
	case <-time.After(patience): // something hangs: no reason to hang as well
	}
	state.Lock()
	ends := append([]*func(){}, state.ends...)
	state.Unlock()
	for i := len(ends) - 1; i >= 0; i-- {
		(*ends[i])()
	}
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // it is on its way
	}
	os.Exit(2) // where a process cannot signal itself
}

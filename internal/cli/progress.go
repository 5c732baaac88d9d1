package cli

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"smartnic-cc/internal/textwidth"
)

// progressAfter is how long work takes before a bar is shown.
const progressAfter = 2 * time.Second

// Progress shows a bar on a terminal once work takes over two seconds; elsewhere it
// shows nothing. It may be used from several goroutines.
type Progress struct {
	mu    sync.Mutex
	w     io.Writer // nil: not a terminal
	what  string
	begin time.Time
	bar   *progressbar.ProgressBar
}

// NewProgress begins work. The bar goes to w if w is a terminal.
func NewProgress(w io.Writer, what string) *Progress {
	p := &Progress{what: what, begin: time.Now()}
	if o, ok := w.(*textwidth.Output); ok {
		if f, ok := o.Terminal(); ok {
			p.w = f // the bar is drawn by what a terminal obeys
		}
	}
	return p
}

// Update tells how many units are done, of how many. A total below 0 is not known: then only
// the time that passes is shown.
func (p *Progress) Update(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil || p.bar == nil && time.Since(p.begin) < progressAfter {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(max(total, -1), progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription(p.what),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
		if done == 0 {
			_ = p.bar.RenderBlank() // as below; the first percent may be minutes away
		}
	}
	if total < 0 {
		_ = p.bar.Add(0)
		return
	}
	_ = p.bar.Set(min(done, total)) // a bar that cannot be drawn harms nothing
}

// Done removes the bar.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Finish() // as above
	}
}

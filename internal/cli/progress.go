package cli

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progressAfter is how long work takes before a bar is shown.
const progressAfter = 2 * time.Second

// Progress shows a bar on a terminal once work takes over two seconds; elsewhere it
// shows nothing.
type Progress struct {
	w     io.Writer
	what  string
	total int64
	begin time.Time
	bar   *progressbar.ProgressBar
}

// NewProgress begins work of total units. The bar goes to w if w is a terminal.
func NewProgress(w io.Writer, what string, total int64) *Progress {
	p := &Progress{what: what, total: total, begin: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.w = w
	}
	return p
}

// Set tells how many units are done.
func (p *Progress) Set(done int64) {
	if p.w == nil {
		return
	}
	if p.bar == nil {
		if time.Since(p.begin) < progressAfter {
			return
		}
		p.bar = progressbar.NewOptions64(p.total, progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription(p.what),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	p.bar.Set64(min(done, p.total)) // a bar that cannot be drawn harms nothing
}

// Done removes the bar.
func (p *Progress) Done() {
	if p.bar != nil {
		p.bar.Finish() // as above
	}
}

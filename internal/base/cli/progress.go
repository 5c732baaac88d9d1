package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"smartnic-cc/internal/base/text/textwidth"
)

// progressAfter is how long work takes before a bar is shown, redrawAfter how long a bar stays.
const (
	progressAfter = 2 * time.Second
	redrawAfter   = 100 * time.Millisecond
)

// Progress shows a bar on a terminal once work takes over two seconds; elsewhere it
// shows nothing. It may be used from several goroutines.
type Progress struct {
	mu      sync.Mutex
	w       io.Writer // nil: not a terminal
	columns func() int
	what    string
	now     func() time.Time
	begin   time.Time
	drawn   time.Time // zero: no bar is shown
}

// NewProgress begins work. The bar goes to w if w is a terminal.
func NewProgress(w io.Writer, what string) *Progress {
	p := &Progress{what: what, now: time.Now, begin: time.Now()}
	if o, ok := w.(*textwidth.Output); ok {
		if f, ok := o.Terminal(); ok {
			p.w, p.columns = f, o.Columns // the bar is drawn by what a terminal acts on
		}
	}
	return p
}

// Update sets how many of total units are done. A total below 0 is unknown: then only the elapsed time is shown.
func (p *Progress) Update(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil {
		return
	}
	now := p.now()
	if now.Sub(p.begin) < progressAfter || now.Sub(p.drawn) < redrawAfter {
		return
	}
	p.drawn = now
	_, _ = io.WriteString(p.w, "\r"+bar(p.what, done, total, now.Sub(p.begin), p.columns()-1)+clearRest) // a bar that cannot be drawn harms nothing
}

// clearRest clears the line right of the cursor.
const clearRest = "\x1b[K"

// Done removes the bar.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.drawn.IsZero() {
		_, _ = io.WriteString(p.w, "\r"+clearRest) // as above
		p.drawn = time.Time{}
	}
}

// Stages shows a bar for each of several kinds of work, one after the other.
type Stages struct {
	w    io.Writer
	what string
	bar  *Progress
}

// NewStages begins work, whose bars go to w as those of NewProgress do.
func NewStages(w io.Writer) *Stages { return &Stages{w: w} }

// Update begins the named stage, unless it is under way already, and passes the rest to its bar.
func (s *Stages) Update(what string, done, total int) {
	if what != s.what {
		s.Done()
		s.what, s.bar = what, NewProgress(s.w, what)
	}
	s.bar.Update(done, total)
}

// Done removes the bar.
func (s *Stages) Done() {
	if s.bar != nil {
		s.bar.Done()
	}
}

// bar returns a line of at most width characters: the work's name, the part done, the elapsed time, and the time left
// at the same pace.
func bar(what string, done, total int, elapsed time.Duration, width int) string {
	const most = 40
	tail := fmt.Sprintf(" (%v)", elapsed.Truncate(time.Second))
	if total < 0 {
		return short(what+tail, width)
	}
	done = min(max(done, 0), total)
	share := 1.0
	if total > 0 {
		share = float64(done) / float64(total)
	}
	if 0 < done && done < total {
		left := time.Duration(float64(elapsed) * (1 - share) / share)
		tail = fmt.Sprintf(" (%v, %v left)", elapsed.Truncate(time.Second), left.Truncate(time.Second))
	}
	head := fmt.Sprintf("%s %3d%% ", what, int(100*share))
	cells := min(most, width-utf8.RuneCountInString(head+tail)-2)
	if cells < 1 {
		return short(head+tail, width)
	}
	full := int(share * float64(cells))
	return head + "[" + strings.Repeat("#", full) + strings.Repeat(".", cells-full) + "]" + tail
}

// short cuts a text to a width.
func short(text string, width int) string {
	r := []rune(text)
	return string(r[:min(len(r), max(width, 0))])
}

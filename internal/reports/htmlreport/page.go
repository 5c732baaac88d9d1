package htmlreport

import (
	"crypto/sha256"
	_ "embed" // the script and the style of the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"smartnic-cc/internal/reports/plot"
)

// Page is a report.
type Page struct {
	Title, Subtitle string
	KeyNumbers      []KeyNumber
	Sections        []Section
	// Generator names the tool and its version.
	Generator string
	// Points bounds how many points of curves the page carries; 0 is DefaultPoints.
	Points int
}

// DefaultPoints is how many points a page carries if nothing else is said: some 2 MB, of 5 to 11 bytes each.
const DefaultPoints = 200_000

// KeyNumber is a number worth a large letter.
type KeyNumber struct{ Name, Value, Note string }

// Section is a part of the page, with a place in its navigation.
type Section struct {
	Title   string
	Text    string
	Figures []plot.Figure
	Tables  []Table
	Codes   []Code
}

// Table is a table; its first column is text.
type Table struct {
	Title string
	// Head has a name a column. A name that begins with "<" is of text, without that.
	Head []string
	Rows [][]string
	Note string
	// Folded hides the table behind its title.
	Folded bool
}

// Code is a text to be copied.
type Code struct {
	Title, Text string
	Folded      bool
}

// Stats are what a page holds.
type Stats struct {
	Figures int `json:"figures"`
	Tables  int `json:"tables"`
	// Kept of Points are in the page.
	Kept   int `json:"points_kept"`
	Points int `json:"points"`
}

//go:embed viewer.js
var viewer string

//go:embed style.css
var ownStyle string

// uPlot as it is published (npm uplot 1.6.32), and its licence, which goes where it goes.
var (
	//go:embed uplot/uPlot.iife.min.js
	uplot string
	//go:embed uplot/uPlot.min.css
	uplotStyle string
	//go:embed uplot/LICENSE
	uplotLicence string
)

// script and style are those of the page. The viewer loads uPlot with the pixels that a plot has for one of
// the page: for a screen, and for paper.
var (
	script = "/*\n" + uplotLicence + "\n*/\nconst loadPlot = (devicePixelRatio) => {\n" + uplot + "return uPlot;\n};\n" + viewer
	style  = uplotStyle + ownStyle
)

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"isText": func(head []string, i int) bool { return i == 0 || i < len(head) && strings.HasPrefix(head[i], "<") },
		"name":   func(head string) string { return strings.TrimPrefix(head, "<") },
		"id":     func(i int) string { return fmt.Sprintf("s%d", i+1) },
	}).Parse(pageText))
})

// hash is the name under which a content security policy allows a text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes the page. Nothing is written where a figure cannot be drawn.
func (p *Page) Write(w io.Writer) (Stats, error) {
	var st Stats
	figures := 0
	for i := range p.Sections {
		figures += len(p.Sections[i].Figures)
		st.Tables += len(p.Sections[i].Tables)
	}
	points := p.Points
	if points <= 0 {
		points = DefaultPoints
	}
	type section struct {
		Section
		Drawn []drawn
	}
	// It allows the page's own script and style, and images that it makes itself.
	policy := "default-src 'none'; script-src " + hash(script) + "; style-src " + hash(style) + "; img-src data: blob:; base-uri 'none'; form-action 'none'"
	v := struct {
		*Page
		Policy, Style, Script any
		Sections              []section
		Data                  template.JS
	}{Page: p, Policy: policy, Style: template.CSS(style), Script: template.JS(script)}
	var all []*figureData
	for i := range p.Sections {
		s := section{Section: p.Sections[i]}
		for k := range s.Figures {
			scene, err := s.Figures[k].Scene(points / figures)
			if err != nil {
				return st, fmt.Errorf("section %q, figure %d: %w", s.Title, k+1, err)
			}
			st.Kept += scene.Kept
			st.Points += scene.Total
			d := drawn{Index: len(all), Title: scene.Title, Note: scene.Note}
			if scene.Kept < scene.Total {
				d.Thinned = fmt.Sprintf("Of %[2]d points the page carries %[1]d: of each column the first, the lowest, the highest and the last.", scene.Kept, scene.Total)
			}
			s.Drawn = append(s.Drawn, d)
			all = append(all, dataOf(&scene))
		}
		v.Sections = append(v.Sections, s)
	}
	st.Figures = len(all)
	data, err := encode(all)
	if err != nil {
		return st, err
	}
	v.Data = template.JS(data)
	return st, pageTemplate().Execute(w, &v)
}

// drawn is a figure's place in the page.
type drawn struct {
	Index                int
	Title, Note, Thinned string
}

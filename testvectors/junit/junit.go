// Package junit writes the outcome of vectors in the XML of JUnit, which Jenkins, GitLab and
// others read: a suite for each target, a case for each file of vectors.
//
// The format has no official schema. What is written is valid by that of Jenkins (junit-10.xsd
// of its xunit plugin). Durations, dates and hosts, which are optional there, are left out: the
// same outcome gives the same bytes.
package junit

import (
	"encoding/xml"
	"io"
	"strings"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/testvectors"
)

// Suite is the outcome of one target.
type Suite struct {
	Name  string
	Cases []Case
}

// Case is the outcome of one file. At most one of Failure, Error and Skipped is set; if none is, the
// case passed.
type Case struct {
	Name    string
	Failure *Result // something found is not what was expected
	Error   *Result // the target died, did not answer, or could not be run
	Skipped *Result // not run
}

// Result says why a case did not pass.
type Result struct {
	Type    string // a word that classes it: difference, error
	Message string // one line
	Text    string // the whole of it
}

// Of returns the suite of an outcome. The error that ended a run is the outcome of the file that was being run.
func Of(o *testvectors.Outcome) Suite {
	s := Suite{Name: o.Target}
	if o.Err != nil && len(o.Given) == 0 {
		s.Cases = []Case{{Name: o.Target, Error: Errored(o.Err)}}
	}
	at := min(len(o.Reports), len(o.Given)-1)
	for i, f := range o.Given {
		c := Case{Name: f.Name}
		switch {
		case o.Err != nil && i == at:
			c.Error = Errored(o.Err)
		case i >= len(o.Reports) && o.Note != "":
			c.Skipped = &Result{Message: o.Note}
		case i >= len(o.Reports):
			c.Skipped = &Result{Message: "not run: the run ended before this file"}
		case !o.Reports[i].OK():
			var text strings.Builder
			_ = o.Reports[i].Write(&text) // which never fails
			c.Failure = Failed(o.Reports[i].First.Summary(), text.String())
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}

// Failed is the result of a case whose values differ from those expected.
func Failed(message, text string) *Result { return &Result{"difference", message, text} }

// Errored is the result of a case that ended with an error.
func Errored(err error) *Result {
	message, _, _ := strings.Cut(err.Error(), "\n")
	return &Result{"error", message, err.Error()}
}

// WriteFile writes the suites to a file, which is whole or not there. The error names the file.
func WriteFile(path string, suites []Suite) error {
	return atomicfile.Write(path, func(w io.Writer) error { return Write(w, suites) })
}

// Write writes the suites. Characters that XML cannot hold, and bytes that are not UTF-8, are written
// as Go writes them in a string: \x1b. The error is that of w.
func Write(w io.Writer, suites []Suite) error {
	all := suitesXML{}
	for _, s := range suites {
		x := suiteXML{Name: escape(s.Name)}
		for _, c := range s.Cases {
			x.Tests++
			x.Failures += count(c.Failure)
			x.Errors += count(c.Error)
			x.Skipped += count(c.Skipped)
			x.Cases = append(x.Cases, caseXML{escape(c.Name), x.Name, result(c.Failure), result(c.Error), result(c.Skipped)})
		}
		all.Tests += x.Tests
		all.Failures += x.Failures
		all.Errors += x.Errors
		all.Suites = append(all.Suites, x)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func count(r *Result) int {
	if r == nil {
		return 0
	}
	return 1
}

func result(r *Result) *resultXML {
	if r == nil {
		return nil
	}
	return &resultXML{r.Type, escape(r.Message), escape(r.Text)}
}

// escape writes what XML cannot hold otherwise.
func escape(text string) string { return noCharacters.Replace(textwidth.Escape(text)) }

// noCharacters are valid in UTF-8, but not in XML.
var noCharacters = strings.NewReplacer("\ufffe", `\ufffe`, "\uffff", `\uffff`)

type suitesXML struct {
	XMLName  xml.Name   `xml:"testsuites"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Suites   []suiteXML `xml:"testsuite"`
}

type suiteXML struct {
	Name     string    `xml:"name,attr"`
	Tests    int       `xml:"tests,attr"`
	Failures int       `xml:"failures,attr"`
	Errors   int       `xml:"errors,attr"`
	Skipped  int       `xml:"skipped,attr"`
	Cases    []caseXML `xml:"testcase"`
}

type caseXML struct {
	Name    string     `xml:"name,attr"`
	Class   string     `xml:"classname,attr"`
	Failure *resultXML `xml:"failure"`
	Error   *resultXML `xml:"error"`
	Skipped *resultXML `xml:"skipped"`
}

type resultXML struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",cdata"`
}

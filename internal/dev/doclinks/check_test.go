package doclinks

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// problem is a reference that leads nowhere.
type problem struct {
	File   string // the document, relative to the root of the file system
	Line   int    // of the reference, from 1
	Target string // as written in the document
	Reason string // what is missing, in a few words
}

// String returns "file:line: target: reason".
func (p problem) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", p.File, p.Line, p.Target, p.Reason)
}

var (
	link = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\s*\[[^\]]+\]:\s+(\S+)|(?:href|src)="([^"]+)"`)
	// scheme begins a link that leaves the repository, which is not followed.
	scheme = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:|//)`)
	code   = regexp.MustCompile("`+[^`]*`+")
	// name is inline code that may name a file: parts of a path, and no spaces.
	name = regexp.MustCompile("`([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.*-]+)+)/?`")
	// exported is what stands behind a package's name, as in dcqcn/profile.Check.
	exported = regexp.MustCompile(`\.[A-Z][A-Za-z0-9]*$`)
	// blank is a part of a name that matches any, as in dcqcn-PROFILE.json.
	blank = regexp.MustCompile(`[A-Z]{2,}|\*`)
)

// check returns the references of the documents that lead nowhere, in the order of the
// documents and of their lines:
//
//   - relative links, images too, to files and folders that do not exist,
//   - links to a heading that its document does not have, by GitHub's names of headings,
//   - inline code that names a missing file below one of the root's folders; words
//     in capitals and asterisks match anything, and a name that ends in a number is one of
//     a format's version.
//
// Blocks of code are passed over, and links that leave the file system are not followed. An
// error is that of reading a document.
func check(root fs.FS, documents []string) ([]problem, error) {
	var problems []problem
	for _, document := range documents {
		lines, err := prose(root, document)
		if err != nil {
			return nil, err
		}
		for i, line := range lines {
			say := func(target, reason string) {
				if reason != "" {
					problems = append(problems, problem{document, i + 1, target, reason})
				}
			}
			for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(line, "``"), -1) {
				if target := m[1] + m[2] + m[3]; !scheme.MatchString(target) {
					say(target, follow(root, document, target))
				}
			}
			for _, m := range name.FindAllStringSubmatch(line, -1) {
				say(m[1], find(root, m[1]))
			}
		}
	}
	return problems, nil
}

// prose returns the lines of a document, those of blocks of code empty.
func prose(root fs.FS, document string) ([]string, error) {
	text, err := fs.ReadFile(root, document)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(text), "\n")
	fence := ""
	for i, line := range lines {
		begin := strings.TrimLeft(line, " ")
		switch {
		case fence != "":
			if strings.HasPrefix(begin, fence) {
				fence = ""
			}
			lines[i] = ""
		case strings.HasPrefix(begin, "```"), strings.HasPrefix(begin, "~~~"):
			fence, lines[i] = begin[:3], ""
		}
	}
	return lines, nil
}

// follow returns why a relative link of a document leads nowhere, or "".
func follow(root fs.FS, document, target string) string {
	to, fragment, _ := strings.Cut(target, "#")
	to, err := url.PathUnescape(to)
	if err != nil {
		return "not a link: " + err.Error()
	}
	file := document
	if to != "" {
		if strings.HasPrefix(to, "/") {
			return "a link from the server's root, not from the document"
		}
		file = path.Join(path.Dir(document), to)
	}
	info, err := fs.Stat(root, file)
	switch {
	case err != nil:
		return "no such file"
	case fragment == "":
		return ""
	case info.IsDir():
		return "a folder has no headings"
	case path.Ext(file) != ".md":
		return "only documents have headings"
	}
	lines, err := prose(root, file)
	if err != nil {
		return err.Error()
	}
	if !anchors(lines)[fragment] {
		return "no such heading"
	}
	return ""
}

// find returns why inline code that looks like a path names no file, or "" where it does or
// is something else: it is a path of ours where it begins with one of the root's folders.
func find(root fs.FS, text string) string {
	first, _, _ := strings.Cut(text, "/")
	if info, err := fs.Stat(root, first); err != nil || !info.IsDir() {
		return ""
	}
	if _, err := strconv.Atoi(path.Base(text)); err == nil {
		return ""
	}
	pattern := blank.ReplaceAllString(exported.ReplaceAllString(text, ""), "*")
	if found, err := fs.Glob(root, pattern); err != nil || len(found) == 0 {
		return "no such file"
	}
	return ""
}

var (
	heading = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$`)
	// shown is a link in a heading, of which only the text is shown.
	shown = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	// given is an anchor that a document sets itself.
	given = regexp.MustCompile(`<a\s+(?:id|name)="([^"]+)"`)
)

// anchors returns the names by which links reach the places of a document: those of its
// headings, as GitHub makes them, and those that it sets itself.
func anchors(lines []string) map[string]bool {
	have := map[string]bool{}
	count := map[string]int{}
	for _, line := range lines {
		for _, m := range given.FindAllStringSubmatch(line, -1) {
			have[m[1]] = true
		}
		m := heading.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := slug(m[1])
		// The second heading of a name is name-1.
		if n := count[name]; n > 0 {
			have[name+"-"+strconv.Itoa(n)] = true
		} else {
			have[name] = true
		}
		count[name]++
	}
	return have
}

// slug is GitHub's name of a heading: in small letters, without punctuation, with hyphens for
// spaces.
func slug(text string) string {
	text = shown.ReplaceAllString(text, "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

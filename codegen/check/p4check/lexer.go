package p4check

import (
	"fmt"
	"math/big"
	"strings"
)

// Pos is a place in the text, from 1.
type Pos struct{ Line, Col int }

// Error is what is wrong with a program, and where.
type Error struct {
	Pos Pos
	Msg string
}

// Error returns "line:col: message".
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Pos.Line, e.Pos.Col, e.Msg) }

// fail ends reading; Parse recovers it.
func fail(p Pos, format string, args ...any) {
	panic(&Error{p, fmt.Sprintf(format, args...)})
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenPunct
	tokenInclude
)

type token struct {
	kind  tokenKind
	text  string
	pos   Pos
	end   int // offset just behind it
	start int
	// A number's value, and its width and sign where it states them.
	value  *big.Int
	width  int
	signed bool
}

// Punctuation of the language, the longer first. >> is two tokens, so that
// register<bit<32>> can end; the parser joins neighbours to a shift.
var punctuation = []string{"&&&", "|+|", "|-|", "..", "<<", "<=", ">=", "==", "!=", "&&", "||", "++",
	"{", "}", "(", ")", "[", "]", "<", ">", ";", ":", ",", ".", "=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "?", "@"}

type lexer struct {
	text string
	at   int
	pos  Pos
}

func (l *lexer) advance(n int) {
	for range n {
		if l.text[l.at] == '\n' {
			l.pos = Pos{l.pos.Line + 1, 1}
		} else {
			l.pos.Col++
		}
		l.at++
	}
}

// tokens cuts a text up.
func tokens(text string) []token {
	l := &lexer{text: text, pos: Pos{1, 1}}
	var out []token
	for {
		l.space()
		t := l.next()
		out = append(out, t)
		if t.kind == tokenEnd {
			return out
		}
	}
}

func (l *lexer) space() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			l.advance(1)
		case strings.HasPrefix(rest, "//"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			l.advance(n)
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest[2:], "*/")
			if n < 0 {
				fail(l.pos, "a comment without an end")
			}
			l.advance(n + 4)
		default:
			return
		}
	}
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func (l *lexer) next() token {
	t := token{pos: l.pos, start: l.at}
	rest := l.text[l.at:]
	switch {
	case rest == "":
		t.end = l.at
		return t
	case rest[0] == '#':
		line, _, _ := strings.Cut(rest, "\n")
		t.kind, t.text = tokenInclude, strings.TrimSpace(line)
		l.advance(len(line))
	case isLetter(rest[0]):
		n := 1
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
			n++
		}
		t.kind, t.text = tokenName, rest[:n]
		l.advance(n)
	case isDigit(rest[0]):
		n := 1
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
			n++
		}
		t.kind, t.text = tokenNumber, rest[:n]
		number(&t)
		l.advance(n)
	default:
		for _, p := range punctuation {
			if strings.HasPrefix(rest, p) {
				t.kind, t.text = tokenPunct, p
				l.advance(len(p))
				t.end = l.at
				return t
			}
		}
		fail(l.pos, "character %q is not part of the language", rest[0])
	}
	t.end = l.at
	return t
}

// number reads an integer literal: an optional width with w or s, an optional base,
// digits with underscores between them.
func number(t *token) {
	s := t.text
	if i := strings.IndexAny(s, "ws"); i > 0 && strings.Trim(s[:i], "0123456789") == "" {
		w, ok := new(big.Int).SetString(s[:i], 10)
		if !ok || !w.IsInt64() || w.Int64() < 1 || w.Int64() > 2048 {
			fail(t.pos, "%s: the width is no number of bits", t.text)
		}
		t.width, t.signed = int(w.Int64()), s[i] == 's'
		s = s[i+1:]
	}
	base := 10
	if len(s) > 1 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			base, s = 16, s[2:]
		case 'o':
			base, s = 8, s[2:]
		case 'b':
			base, s = 2, s[2:]
		case 'd':
			s = s[2:]
		}
	}
	v, ok := new(big.Int).SetString(strings.ReplaceAll(s, "_", ""), base)
	if !ok || s[0] == '_' || s[0] == '+' || s[0] == '-' {
		fail(t.pos, "%s is no number", t.text)
	}
	if t.width > 0 {
		bits := t.width
		if t.signed {
			bits--
		}
		if v.BitLen() > bits {
			fail(t.pos, "%s does not fit its width", t.text)
		}
	}
	t.value = v
}

package p4check

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"text/scanner"
)

// Pos is a place in the text, from 1.
type Pos struct{ Line, Col int }

// Error is an error in a program, with its place.
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
	kind tokenKind
	text string
	pos  Pos
	// A number's value, and its width and sign where it states them.
	value  *big.Int
	width  int
	signed bool
}

func (t token) String() string {
	if t.kind == tokenEnd {
		return "the end of the file"
	}
	return t.text
}

// Punctuation of one character and of several. >> is two tokens, so that register<bit<32>> can
// end; the reader joins neighbours to a shift.
const single = "{}()<>;:,.=+-*/%&|^~!?@"

var several = []string{"<<", "<=", ">=", "==", "!=", "&&", "&&&", "||"}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

func isWord(c rune, _ int) bool {
	return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || isDigit(c)
}

// tokens cuts a text up.
func tokens(text string) []token {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanComments | scanner.SkipComments
	s.IsIdentRune = isWord
	s.Error = func(s *scanner.Scanner, msg string) { fail(Pos{s.Position.Line, s.Position.Column}, "%s", msg) }
	var out []token
	for {
		c := s.Scan()
		t := token{pos: Pos{s.Position.Line, s.Position.Column}, text: s.TokenText()}
		switch {
		case c == scanner.EOF:
			return append(out, t)
		case c == '#':
			t.kind = tokenInclude
			for s.Peek() != '\n' && s.Peek() != scanner.EOF {
				t.text += string(s.Next())
			}
			t.text = strings.TrimSpace(t.text)
		case c == scanner.Ident && isDigit(rune(t.text[0])):
			t.kind = tokenNumber
			t.number()
		case c == scanner.Ident:
			t.kind = tokenName
		case strings.ContainsRune(single, c):
			t.kind = tokenPunct
			for slices.Contains(several, t.text+string(s.Peek())) {
				t.text += string(s.Next())
			}
		default:
			fail(t.pos, "character %q is outside the subset", c)
		}
		out = append(out, t)
	}
}

// number reads an integer literal: a width with w or s, or none, and digits.
func (t *token) number() {
	s := t.text
	if i := strings.IndexAny(s, "ws"); i > 0 && strings.Trim(s[:i], "0123456789") == "" {
		w, ok := new(big.Int).SetString(s[:i], 10)
		if !ok || !w.IsInt64() || w.Int64() < 1 || w.Int64() > maxWidth {
			fail(t.pos, "%s: a width of %s bits is outside the subset, 1 to %d", t.text, s[:i], maxWidth)
		}
		t.width, t.signed = int(w.Int64()), s[i] == 's'
		s = s[i+1:]
	}
	v, ok := new(big.Int).SetString(s, 0)
	if !ok || len(s) > 1 && s[0] == '0' && isDigit(rune(s[1])) {
		fail(t.pos, "%s is no number", t.text)
	}
	if typ := t.typ(); typ != integerType && !typ.fits(v) {
		fail(t.pos, "%s does not fit its width", t.text)
	}
	t.value = v
}

// typ is the type of a number.
func (t *token) typ() *typ {
	switch {
	case t.width == 0:
		return integerType
	case t.signed:
		return scalarType(kindInt, t.width)
	}
	return bits(t.width)
}

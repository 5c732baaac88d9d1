// Package dump compares what a rate update engine answered with what an algorithm answers: pairs of a packed event and
// its response, from a file, each event through the algorithm and the response field by field.
package dump

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"

	"smartnic-cc/codegen/backend/rue/packet"
)

// Pair is an event and the response that the engine gave.
type Pair struct {
	Event, Response packet.Packet
	// Time is the engine's time in units of 131.072 ns, where Timed: a file need not have it, and then it is
	// the event's last time stamp, of a retransmission too.
	Time  uint64
	Timed bool
	// Line is the line of a text, from 1. Offset is the first byte of the event in a binary file.
	Line, Offset int
}

// Place returns where in a file the pair is.
func (p *Pair) Place(file string) string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d", file, p.Line)
	}
	return fmt.Sprintf("%s: byte %d", file, p.Offset)
}

// Read reads the pairs of a file. A text has a pair a line, of 128 hex digits each, the engine's time in decimal before
// them or not; what follows a # is left out, as are empty lines. A binary file has records of 128 bytes. The error names
// the file, and the line or byte.
func Read(file string, content []byte) ([]Pair, error) {
	pairs, err := readText(file, content)
	if !isText(content) {
		pairs, err = readBinary(file, content)
	}
	if err == nil && len(pairs) == 0 {
		err = fmt.Errorf("%s: has no events; a pair is an event and its response, 64 bytes each", file)
	}
	return pairs, err
}

// isText reports whether the first record has only bytes of a text.
func isText(content []byte) bool {
	return !bytes.ContainsFunc(content[:min(len(content), 2*packet.Size)], func(c rune) bool {
		return c >= 0x7F || c < ' ' && c != '\n' && c != '\r' && c != '\t'
	})
}

func readBinary(file string, content []byte) ([]Pair, error) {
	if rest := len(content) % (2 * packet.Size); rest != 0 {
		return nil, fmt.Errorf("%s: ends at byte %d, within a pair; an event and its response have 64 bytes each", file, len(content))
	}
	pairs := make([]Pair, 0, len(content)/(2*packet.Size))
	for at := 0; at < len(content); at += 2 * packet.Size {
		pairs = append(pairs, Pair{Event: packet.Packet(content[at:]), Response: packet.Packet(content[at+packet.Size:]), Offset: at})
	}
	return pairs, nil
}

func readText(file string, content []byte) ([]Pair, error) {
	var pairs []Pair
	line := 0
	for text := range bytes.Lines(content) {
		line++
		text, _, _ = bytes.Cut(text, []byte("#"))
		words := bytes.Fields(text)
		p := Pair{Line: line}
		switch len(words) {
		case 0:
			continue
		case 3:
			var err error
			if p.Time, err = strconv.ParseUint(string(words[0]), 10, 64); err != nil {
				return nil, fmt.Errorf("%s:%d: %.40q is not a time; want units of 131.072 ns, a whole number", file, line, words[0])
			}
			p.Timed = true
			words = words[1:]
		case 2:
		default:
			return nil, fmt.Errorf("%s:%d: has %d words; want an event and its response in hex, and the engine's time before them where it is known", file, line, len(words))
		}
		for i, into := range []*packet.Packet{&p.Event, &p.Response} {
			what := []string{"event", "response"}[i]
			if len(words[i]) != 2*packet.Size {
				return nil, fmt.Errorf("%s:%d: the %s has %d digits; want %d, two a byte", file, line, what, len(words[i]), 2*packet.Size)
			}
			if n, err := hex.Decode(into[:], words[i]); err != nil {
				return nil, fmt.Errorf("%s:%d: the %s has %.10q at byte %d; want hex digits", file, line, what, words[i][2*n:2*n+2], n)
			}
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
}

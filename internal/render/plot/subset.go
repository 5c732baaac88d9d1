package plot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
)

// errFont is the error of a font whose tables do not fit together.
var errFont = errors.New("the font's tables are damaged")

// subsetter makes a TrueType font of some glyphs of another.
type subsetter struct {
	tables map[string][]byte
	long   bool           // offsets of glyphs are of 32 bits
	glyphs []uint16       // of the old font, in the new order
	index  map[uint16]int // places in glyphs
}

// subsetOf returns a TrueType font that has the characters that runes lists in rising order,
// without hints: it is drawn as outlines.
func subsetOf(face font.Face, runes []rune) ([]byte, error) {
	var source bytes.Buffer
	if _, err := face.Face.WriteSourceTo(nil, &source); err != nil {
		return nil, err
	}
	s := subsetter{index: map[uint16]int{}}
	if err := s.read(source.Bytes()); err != nil {
		return nil, err
	}
	s.add(0) // what is drawn for characters that the font does not have
	var groups []uint32
	var buf sfnt.Buffer
	for _, r := range runes {
		g, err := face.Face.GlyphIndex(&buf, r)
		if err != nil {
			return nil, err
		}
		if g != 0 {
			groups = append(groups, uint32(r), uint32(r), uint32(s.add(uint16(g))))
		}
	}
	return s.font(groups)
}

// add gives a glyph its place.
func (s *subsetter) add(old uint16) int {
	if at, ok := s.index[old]; ok {
		return at
	}
	s.index[old] = len(s.glyphs)
	s.glyphs = append(s.glyphs, old)
	return len(s.glyphs) - 1
}

func (s *subsetter) read(ttf []byte) error {
	if len(ttf) < 12 {
		return errFont
	}
	s.tables = map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(ttf[4:])) {
		if len(ttf) < 28+16*i {
			return errFont
		}
		e := ttf[12+16*i:]
		at, n := uint64(binary.BigEndian.Uint32(e[8:])), uint64(binary.BigEndian.Uint32(e[12:]))
		if at+n > uint64(len(ttf)) {
			return errFont
		}
		s.tables[string(e[:4])] = ttf[at : at+n]
	}
	for name, size := range map[string]int{"head": 54, "hhea": 36, "maxp": 32, "OS/2": 78, "hmtx": 4, "loca": 4, "glyf": 1, "post": 32} {
		if len(s.tables[name]) < size {
			return fmt.Errorf("table %s: %w", name, errFont)
		}
	}
	s.long = binary.BigEndian.Uint16(s.tables["head"][50:]) != 0
	return nil
}

// outline returns a glyph of the old font; an empty one has no bytes.
func (s *subsetter) outline(old uint16) ([]byte, error) {
	loca, glyf := s.tables["loca"], s.tables["glyf"]
	var from, to int
	if at := 4 * int(old); s.long && at+8 <= len(loca) {
		from, to = int(binary.BigEndian.Uint32(loca[at:])), int(binary.BigEndian.Uint32(loca[at+4:]))
	} else if at := 2 * int(old); !s.long && at+4 <= len(loca) {
		from, to = 2*int(binary.BigEndian.Uint16(loca[at:])), 2*int(binary.BigEndian.Uint16(loca[at+2:]))
	} else {
		return nil, errFont
	}
	if from > to || to > len(glyf) || to > from && to-from < 12 {
		return nil, errFont
	}
	return bytes.Clone(glyf[from:to]), nil
}

// The flags of a part of a composite glyph.
const (
	partWords  = 0x0001
	partScale  = 0x0008
	partMore   = 0x0020
	partScales = 0x0040
	partMatrix = 0x0080
	partHints  = 0x0100
)

// unhinted takes the instructions out of a glyph, and gives the parts of a composite glyph
// their new places.
func (s *subsetter) unhinted(g []byte) ([]byte, error) {
	if len(g) == 0 {
		return nil, nil
	}
	if contours := int(int16(binary.BigEndian.Uint16(g))); contours >= 0 {
		at := 10 + 2*contours
		if at+2 > len(g) {
			return nil, errFont
		}
		n := int(binary.BigEndian.Uint16(g[at:]))
		if at+2+n > len(g) {
			return nil, errFont
		}
		return slices.Concat(g[:at], []byte{0, 0}, g[at+2+n:]), nil
	}
	for at := 10; ; {
		if at+4 > len(g) {
			return nil, errFont
		}
		flags := binary.BigEndian.Uint16(g[at:])
		binary.BigEndian.PutUint16(g[at:], flags&^partHints)
		binary.BigEndian.PutUint16(g[at+2:], uint16(s.add(binary.BigEndian.Uint16(g[at+2:]))))
		at += 6
		if flags&partWords != 0 {
			at += 2
		}
		switch {
		case flags&partScale != 0:
			at += 2
		case flags&partScales != 0:
			at += 4
		case flags&partMatrix != 0:
			at += 8
		}
		if at > len(g) {
			return nil, errFont
		}
		if flags&partMore == 0 {
			return g[:at], nil
		}
	}
}

// metric returns the advance and the left bearing of a glyph of the old font.
func (s *subsetter) metric(old uint16) ([]byte, error) {
	hmtx, full := s.tables["hmtx"], int(binary.BigEndian.Uint16(s.tables["hhea"][34:]))
	if full == 0 || 4*full > len(hmtx) {
		return nil, errFont
	}
	if int(old) < full {
		return hmtx[4*int(old):][:4], nil
	}
	at := 4*full + 2*(int(old)-full)
	if at+2 > len(hmtx) {
		return nil, errFont
	}
	return slices.Concat(hmtx[4*(full-1):][:2], hmtx[at:at+2]), nil
}

// font writes the new font. groups are the triples of the character map: first and last
// character, and the glyph of the first.
func (s *subsetter) font(groups []uint32) ([]byte, error) {
	var glyf, hmtx []byte
	loca := binary.BigEndian.AppendUint32(nil, 0)
	for i := 0; i < len(s.glyphs); i++ { // parts of composite glyphs join while it runs
		g, err := s.outline(s.glyphs[i])
		if err != nil {
			return nil, err
		}
		if g, err = s.unhinted(g); err != nil {
			return nil, err
		}
		m, err := s.metric(s.glyphs[i])
		if err != nil {
			return nil, err
		}
		glyf, hmtx = padded4(append(glyf, g...)), append(hmtx, m...)
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	}
	count := uint16(len(s.glyphs))
	head, hhea := bytes.Clone(s.tables["head"]), bytes.Clone(s.tables["hhea"])
	maxp, post := bytes.Clone(s.tables["maxp"]), bytes.Clone(s.tables["post"][:32])
	clear(head[8:12])                        // the check sum, set below
	binary.BigEndian.PutUint16(head[50:], 1) // long offsets
	binary.BigEndian.PutUint16(hhea[34:], count)
	binary.BigEndian.PutUint16(maxp[4:], count)
	binary.BigEndian.PutUint32(post, 0x00030000) // no names of glyphs
	// One subtable: Unicode, of format 12.
	cmap := []byte{0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0}
	for _, v := range append([]uint32{uint32(16 + 4*len(groups)), 0, uint32(len(groups) / 3)}, groups...) {
		cmap = binary.BigEndian.AppendUint32(cmap, v)
	}
	return assemble([]fontTable{
		{"OS/2", s.tables["OS/2"]}, {"cmap", cmap}, {"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", hmtx},
		{"loca", loca}, {"maxp", maxp}, {"name", []byte{0, 0, 0, 0, 0, 6}}, {"post", post},
	}), nil
}

type fontTable struct {
	name string
	data []byte
}

func padded4(b []byte) []byte { return append(b, make([]byte, -len(b)&3)...) }

// checkSum is the sum of words that the format asks for.
func checkSum(b []byte) (sum uint32) {
	for b = padded4(bytes.Clone(b)); len(b) > 0; b = b[4:] {
		sum += binary.BigEndian.Uint32(b)
	}
	return sum
}

// assemble writes tables, which are sorted by name, as a font.
func assemble(tables []fontTable) []byte {
	n, log := len(tables), 0
	for 2<<log <= n {
		log++
	}
	out := []byte{0, 1, 0, 0}
	for _, v := range []int{n, 16 << log, log, 16 * (n - 1<<log)} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	var body []byte
	adjust := 0
	for _, t := range tables {
		at := 12 + 16*n + len(body)
		if t.name == "head" {
			adjust = at + 8
		}
		out = append(out, t.name...)
		for _, v := range []uint32{checkSum(t.data), uint32(at), uint32(len(t.data))} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		body = padded4(append(body, t.data...))
	}
	out = append(out, body...)
	binary.BigEndian.PutUint32(out[adjust:], 0xb1b0afba-checkSum(out))
	return out
}

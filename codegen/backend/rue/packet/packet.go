// Package packet is the packed events and responses of Falcon's rate update engine: where each field is
// in the 64 bytes, for the generations that Google's simulator has (isekai, host/falcon/rue/format_*.h).
// One table has the fields; pack and unpack, here and in C, are made from it.
package packet

import (
	"fmt"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/nearest"
)

// Size is the bytes of an event and of a response.
const Size = 64

// Packet is a packed event or response. Bit 0 is the lowest of the first byte, and a field's lowest bit comes
// first, as compilers for little-endian machines lay out packed bit fields.
type Packet [Size]byte

// Generation is a generation of the formats.
type Generation uint8

// The generations, DNA_A to BNA in the source.
const (
	DNAA Generation = iota
	DNAB
	DNAC
	BNA
)

// names are those that commands take.
var names = []string{"dna-a", "dna-b", "dna-c", "bna"}

// String returns the name, as in "dna-c".
func (g Generation) String() string { return names[g] }

// Names returns the names of all generations.
func Names() []string { return append([]string(nil), names...) }

// ParseGeneration returns the generation of a name. The error lists the names.
func ParseGeneration(name string) (Generation, error) {
	for i, n := range names {
		if n == name {
			return Generation(i), nil
		}
	}
	return 0, fmt.Errorf("unknown generation %.40q%s; there are %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// Field is a field of a packet: Width bits, 1 to 64, from bit Off on.
type Field struct {
	Name       string
	Off, Width int
}

// Get returns the value of a field.
func (p *Packet) Get(f Field) uint64 {
	var v uint64
	for i := range f.Width {
		bit := f.Off + i
		v |= uint64(p[bit/8]>>(bit%8)&1) << i
	}
	return v
}

// Put sets a field to the low bits of a value.
func (p *Packet) Put(f Field, v uint64) {
	for i := range f.Width {
		bit := f.Off + i
		p[bit/8] = p[bit/8]&^(1<<(bit%8)) | byte(v>>i&1)<<(bit%8)
	}
}

// Event returns the fields of an event, in the order of their bits, reserved ones included.
func Event(g Generation) []Field { return parse(events[g]) }

// Response returns the fields of a response.
func Response(g Generation) []Field { return parse(responses[g]) }

// Repeated returns the fields of an event that its response repeats where the algorithm does not set them: those of
// the same name, but for two that the source leaves 0 (SetResponse in format.h).
func Repeated(g Generation) (list []Field) {
	all := Response(g)
	for _, f := range Event(g) {
		if _, ok := Find(all, f.Name); ok && !f.Reserved() && f.Name != "eack_own" && f.Name != "csig_enable" {
			list = append(list, f)
		}
	}
	return list
}

// Find returns a field by its name.
func Find(fields []Field, name string) (Field, bool) {
	for _, f := range fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Reserved reports whether a field has no meaning.
func (f Field) Reserved() bool {
	return strings.HasPrefix(f.Name, "reserved_") || strings.HasPrefix(f.Name, "padding_")
}

// parse reads names with their widths. The fields fill the packet.
func parse(table string) []Field {
	var list []Field
	off := 0
	for _, word := range strings.Fields(table) {
		name, width, _ := strings.Cut(word, ":")
		n, err := strconv.Atoi(width)
		if err != nil {
			panic("rue: " + word) // a mistake in the table
		}
		list = append(list, Field{name, off, n})
		off += n
	}
	if off != 8*Size {
		panic(fmt.Sprintf("rue: %d bits", off))
	}
	return list
}

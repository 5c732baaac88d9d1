package rue

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/internal/base/text/collect"
)

// ctype returns the C type of a field.
func ctype(f packet.Field) string {
	if f.Width > 32 {
		return "uint64_t"
	}
	return "uint32_t"
}

// sum returns the widths of a packet's fields as a C expression.
func sum(fields []packet.Field) string {
	words := collect.Of(fields, func(f packet.Field) string { return fmt.Sprint(f.Width) })
	return strings.Join(words, " + ")
}

// read returns the C expression of a field of a packet p: the bytes that it is in, shifted together.
func read(f packet.Field) string {
	var parts []string
	for b := f.Off / 8; b <= (f.Off+f.Width-1)/8; b++ {
		word := fmt.Sprintf("(uint64_t)p[%d]", b)
		switch shift := 8*b - f.Off; {
		case shift > 0:
			word = fmt.Sprintf("%s << %d", word, shift)
		case shift < 0:
			word = fmt.Sprintf("%s >> %d", word, -shift)
		}
		parts = append(parts, "("+word+")")
	}
	all := strings.Join(parts, " | ")
	return fmt.Sprintf("(%s)((%s) & UINT64_C(0x%X))", ctype(f), all, mask(f.Width))
}

// mask returns the largest value of a width.
func mask(width int) uint64 { return ^uint64(0) >> (64 - width) }

// bytesOf returns the C expression of each byte of a response r, of the fields with bits in it. Reserved fields
// are 0.
func bytesOf(fields []packet.Field) []string {
	list := make([]string, packet.Size)
	for b := range list {
		var parts []string
		for _, f := range fields {
			if f.Reserved() || f.Off >= 8*b+8 || f.Off+f.Width <= 8*b {
				continue
			}
			word := fmt.Sprintf("((uint64_t)r->%s & UINT64_C(0x%X))", f.Name, mask(f.Width))
			switch shift := f.Off - 8*b; {
			case shift > 0:
				word = fmt.Sprintf("%s << %d", word, shift)
			case shift < 0:
				word = fmt.Sprintf("%s >> %d", word, -shift)
			}
			parts = append(parts, "("+word+")")
		}
		if list[b] = "0u"; len(parts) > 0 {
			list[b] = fmt.Sprintf("(uint8_t)((%s) & 0xFFu)", strings.Join(parts, " | "))
		}
	}
	return list
}

// upper returns a C name in capitals.
func upper(name string) string { return strings.ToUpper(name) }

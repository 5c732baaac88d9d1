package printer

import (
	"fmt"
	"strings"
)

// Words returns the set of the words of a list.
func Words(list string) map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		words[w] = true
	}
	return words
}

// Unique returns a name, or name_2, name_3 and so on so that it is neither reserved nor taken, and takes it.
func Unique(taken, reserved map[string]bool, name string) string {
	n := name
	for i := 2; taken[n] || reserved[n]; i++ {
		n = fmt.Sprintf("%s_%d", name, i)
	}
	taken[n] = true
	return n
}

// Field returns a leaf as an identifier: Learn.Arm[0].Mean is Learn_Arm_0_Mean, and a field A_B is A__B, so that it is
// not that of A.B. A value that is no struct is Value.
func Field(leaf string) string {
	if leaf == "" {
		return "Value"
	}
	return strings.NewReplacer("_", "__", ".", "_", "[", "_", "]", "").Replace(leaf)
}

package pin
import (
 _ "github.com/google/go-cmp/cmp"
 _ "github.com/stretchr/testify/require"
 _ "github.com/spf13/pflag"
 _ "golang.org/x/exp/constraints"
 _ "github.com/gopacket/gopacket/pcapgo"
 _ "github.com/gopacket/gopacket/layers"
 _ "gonum.org/v1/plot"
 _ "gonum.org/v1/plot/vg/vgsvg"
 _ "gonum.org/v1/plot/vg/vgimg"
 _ "gonum.org/v1/plot/plotter"
 _ "github.com/santhosh-tekuri/jsonschema/v6"
 _ "github.com/schollz/progressbar/v3"
 _ "golang.org/x/term"
)

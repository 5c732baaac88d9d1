package firmwarelog_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// BenchmarkCompare measures the comparison of a row of a log in CSV with the Go reference, and
// with the interpreter as for an algorithm of a folder.
func BenchmarkCompare(b *testing.B) {
	p := packages(b)
	for name, fw := range map[string]transducer.Firmware{"reference": reference.New(), "interpreted": conformance.Interpreter(p.Program)} {
		b.Run(name, func(b *testing.B) {
			a, params, rs := group(b, "dcqcn-paper.json", 1)
			head, rows, _ := strings.Cut(logtest.CSV(a, nil, rs), "\n")
			text := head + "\n" + strings.Repeat(rows, b.N/len(rs)+1)
			r, err := firmwarelog.NewReader(strings.NewReader(text), "log", nil)
			require.NoError(b, err)
			require.NoError(b, r.Bind(of(a)))
			b.ReportAllocs()
			b.ResetTimer()
			s, err := firmwarelog.Compare(r, firmwarelog.Options{Firmware: fw, Params: params})
			require.NoError(b, err)
			require.Zero(b, s.Differences)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.Records), "ns/row")
		})
	}
}

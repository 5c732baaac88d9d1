package trace_test

import (
	"fmt"
	"io"
	"strings"

	"smartnic-cc/internal/logs/capture/trace"
)

func Example() {
	in := strings.NewReader(`time_us,conn,event,bytes,packets,marked,count
0,a,data,41400,10,0,
12.5,a,data,41400,10,2,
20,a,cnp,,,2,1
`)
	r, err := trace.NewReader("incast.csv", in, trace.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Time, r.Conns()[e.Conn].Name, e.Kind, e.Bytes, e.Marked, e.Count)
	}
	// Output:
	// 0 a data 41400 0 0
	// 12500 a data 41400 2 0
	// 20000 a cnp 0 2 1
}

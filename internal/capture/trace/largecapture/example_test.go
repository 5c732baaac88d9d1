package largecapture_test

import (
	"bytes"
	"fmt"

	"smartnic-cc/internal/capture/trace"
	"smartnic-cc/internal/capture/trace/largecapture"
)

func ExampleWrite() {
	var file bytes.Buffer
	made, err := largecapture.Write(&file, largecapture.Options{Size: 200_000, Conns: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := trace.NewReader("made.pcap", bytes.NewReader(file.Bytes()), trace.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(made.Packets, "packets,", made.CNPs, "CNPs;", r.Stats().CNPs, "are read")
	// Output:
	// 204 packets, 3 CNPs; 3 are read
}

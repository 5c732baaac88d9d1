// Package sample is the sample capture, as part of a program: eight RoCEv2 senders write to one receiver
// through a port of 10 Gb/s (docs/traces.md).
package sample

import (
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
)

//go:embed incast.pcapng
var pcapng string

//go:embed incast.pcap.gz
var pcap string

// Write writes the capture, as pcapng or as pcap. The error is that of w.
func Write(w io.Writer, ng bool) error {
	if ng {
		_, err := io.WriteString(w, pcapng)
		return err
	}
	z, err := gzip.NewReader(strings.NewReader(pcap))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, z)
	return err
}

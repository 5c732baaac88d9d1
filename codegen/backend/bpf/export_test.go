package bpf

import (
	"bytes"

	"github.com/cilium/ebpf"
)

// Run sends a packet through the program that is loaded.
func (m *Machine) Run(packet []byte) (verdict uint32, reply []byte, err error) { return m.run(packet) }

// RunExample loads the one program of an object and sends a frame through it.
func RunExample(object, frame []byte) (uint32, error) {
	spec, err := ebpf.LoadCollectionSpecFromReader(bytes.NewReader(object))
	if err != nil {
		return 0, err
	}
	c, err := ebpf.NewCollection(spec)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	for _, p := range c.Programs {
		return p.Run(&ebpf.RunOptions{Data: frame, DataOut: make([]byte, 512)})
	}
	return 0, nil
}

// Memory is memory.
var Memory = memory

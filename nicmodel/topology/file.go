package topology

import (
	"io"

	"smartnic-cc/nicmodel/event"
)

// Read reads a topology in the text format of the HPCC family of simulators:
//
//	nodes switches links
//	the switches' numbers, over one line or several
//	a b rate delay loss        a line for every link
//
// Text after the links is ignored, as the simulator's files have sentences there; another link is an error. A rate is
// such as 100Gbps, a delay such as 1000ns or 0.001ms, a loss a decimal part of 1 (0 if left out). Numbers are
// 0..nodes-1, each a switch's or a host's; hosts and switches are renumbered in ascending order, and ID has the
// original numbers, unless they are the same. The result is valid. An error begins with name and line.
func Read(r io.Reader, name string) (*Topology, error) {
	in := NewLines(r, name)
	t, links, node, err := readHead(in)
	if err != nil {
		return nil, err
	}
	// The line of each link, for errors found in the whole.
	var lines []int32
	for range links {
		words, err := in.Next()
		if err != nil {
			return nil, err
		}
		if words == nil {
			return nil, in.Errorf("the file ends after %d of %d links; correct the count of links in the first line or add what is missing", len(lines), links)
		}
		l, err := readLink(in, words, node)
		if err != nil {
			return nil, err
		}
		t.Links = append(t.Links, l)
		lines = append(lines, int32(in.Line()))
	}
	words, err := in.Next()
	if err != nil {
		return nil, err
	}
	if words != nil {
		if _, err := readLink(in, words, node); err == nil {
			return nil, in.Errorf("there are more than the %d links of the first line; correct the count", links)
		}
	}
	t.Finish()
	if f := t.check(); f != nil {
		if f.link >= 0 {
			return nil, in.ErrorAt(int(lines[f.link]), "%s", f.text)
		}
		return nil, in.ErrorAt(1, "%s", f.text)
	}
	return t, nil
}

// readHead reads the counts and the switches. node is the new number of each of the
// file's.
func readHead(in *Lines) (t *Topology, links uint64, node []uint32, err error) {
	words, err := in.Next()
	if err != nil {
		return nil, 0, nil, err
	}
	if len(words) != 3 {
		if words == nil {
			return nil, 0, nil, in.ErrorAt(1, "the file is empty; it begins with a line of nodes, switches and links")
		}
		if len(words) == 6 {
			return nil, 0, nil, in.Errorf("the first line is SimAI's, with GPUs a server, NVSwitches and the GPU's type, which are not modelled; it needs 3 numbers: nodes, switches and links")
		}
		return nil, 0, nil, in.Errorf("the first line has %d words; it needs 3: nodes, switches and links", len(words))
	}
	var count [3]uint64
	for i, f := range []struct {
		what string
		most uint64
	}{{"number of nodes", MaxNodes}, {"number of switches", MaxNodes}, {"number of links", MaxLinks}} {
		if count[i], err = in.Uint(words[i], f.what, f.most); err != nil {
			return nil, 0, nil, err
		}
	}
	nodes, switches, links := uint32(count[0]), uint32(count[1]), count[2]
	if switches >= nodes {
		return nil, 0, nil, in.Errorf("%d of %d nodes are switches; no hosts are left", switches, nodes)
	}
	isSwitch := make([]bool, nodes)
	for found := uint32(0); found < switches; {
		words, err := in.Next()
		if err != nil {
			return nil, 0, nil, err
		}
		if words == nil {
			return nil, 0, nil, in.Errorf("the file ends after %d of %d switches", found, switches)
		}
		for _, word := range words {
			id, err := in.Uint(word, "switch", uint64(nodes-1))
			if err != nil {
				return nil, 0, nil, err
			}
			if isSwitch[id] {
				return nil, 0, nil, in.Errorf("switch %d is there twice", id)
			}
			isSwitch[id] = true
			found++
		}
		if found > switches {
			return nil, 0, nil, in.Errorf("there are %d switches, but the first line says %d", found, switches)
		}
	}
	t = &Topology{Name: in.name, Hosts: nodes - switches, Switches: switches}
	node = make([]uint32, nodes)
	t.ID = make([]uint32, nodes)
	host, next, same := uint32(0), t.Hosts, true
	for id := range nodes {
		at := &host
		if isSwitch[id] {
			at = &next
		}
		node[id], t.ID[*at] = *at, id
		same = same && *at == id
		*at++
	}
	if same {
		t.ID = nil
	}
	return t, links, node, nil
}

func readLink(in *Lines, words []string, node []uint32) (Link, error) {
	var l Link
	if len(words) < 4 || len(words) > 5 {
		return l, in.Errorf("a link has %d words; it needs 5: two nodes, rate, delay and loss", len(words))
	}
	for i, end := range [2]*uint32{&l.A, &l.B} {
		id, err := in.Uint(words[i], "node", uint64(len(node)-1))
		if err != nil {
			return l, err
		}
		*end = node[id]
	}
	var err error
	if l.Rate, err = ParseRate(words[2]); err != nil {
		return l, in.Errorf("%v", err)
	}
	if l.Delay, err = event.ParseTime(words[3]); err != nil {
		return l, in.Errorf("%v", err)
	}
	if len(words) == 5 {
		loss, err := ParseDecimal(words[4], 9)
		if err != nil {
			return l, in.Errorf("loss: %v", err)
		}
		if loss > LossUnit {
			return l, in.Errorf("loss %s is above 1; it is a part of all packets", clip(words[4]))
		}
		l.LossPPB = uint32(loss)
	}
	return l, nil
}

package trace

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/pattern"
)

// maxAnswer is the longest answer of Prometheus, bytes.
const maxAnswer = 1 << 28

var answerMark = pattern.Of(`"(resultType|__name__|errorType)"\s*:`)

// answer reads Prometheus' answer to a range query. Ports are named by their device and number, and by their instance
// if there are several.
func (v *counterValues) answer(in *input, r *bufio.Reader) (*Warning, error) {
	var a struct {
		Status, Error string
		Data          struct {
			ResultType string
			Result     []struct {
				Metric map[string]string
				Values [][2]any
			}
		}
	}
	bad := func(format string, args ...any) (*Warning, error) {
		return nil, in.fail(-1, nil, "as an answer of Prometheus: "+format, args...)
	}
	d := json.NewDecoder(io.LimitReader(r, maxAnswer))
	d.UseNumber()
	switch err := d.Decode(&a); {
	case err != nil:
		return bad("%s; fetch it again, of %d bytes at most", readfile.OneLine(err.Error()), maxAnswer)
	case a.Status != "success":
		return bad("%.200s; repair the query", readfile.OneLine(cmp.Or(a.Error, "its status is not success")))
	case a.Data.ResultType != "matrix":
		return bad("it holds a %.40s; ask for a range (/api/v1/query_range), which has samples over time", readfile.OneLine(a.Data.ResultType))
	}
	instances, seen := map[string]bool{}, map[string]bool{}
	for _, s := range a.Data.Result {
		instances[s.Metric["instance"]] = true
	}
	for _, s := range a.Data.Result {
		metric := s.Metric["__name__"]
		port := cmp.Or(portOfObject(map[string]any{"device": s.Metric["device"], "port": s.Metric["port"]}), portName)
		if len(instances) > 1 {
			port = s.Metric["instance"] + "/" + port
		}
		key := port + " " + metric
		switch n := counterOf(metric); {
		case metric == "":
			return bad("a series has no name, as the result of rate() has none; ask for the counter itself, as in node_infiniband_rp_cnp_packets_handled_total")
		case n < 0:
		case seen[key]:
			return bad("two series are of %.80s; choose one by its labels", readfile.OneLine(key))
		default:
			for _, sample := range s.Values {
				at, err := parseTime(textOf(sample[0]), 9)
				if err == nil {
					err = v.add(at, port, n, textOf(sample[1]))
				}
				if err != nil {
					return bad("%.80s at %.40v: %v", readfile.OneLine(key), sample[0], err)
				}
			}
		}
		seen[key] = true
	}
	return nil, nil
}

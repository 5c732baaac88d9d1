package trace

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// jsonFormat reads the text form with one JSON object a line. All rows have
// the time under the same key.
type jsonFormat struct {
	lines
	names   *nameTable
	timeKey string
	ignored map[string]bool
}

func newJSONLines(s *scanner, rep *report, names *nameTable) *jsonFormat {
	return &jsonFormat{lines: lines{s: s, rep: rep}, names: names, ignored: map[string]bool{}}
}

// maxIgnored bounds the memory of unknown keys, and how many warnings they make.
const maxIgnored = 16

func (j *jsonFormat) next(rec *record) error {
	b, err := j.lines.next()
	if err != nil {
		return err
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(b, &object); err != nil {
		return j.bad("no JSON object: %v", err)
	}
	var f [numFields]string
	decimals := 0
	hasTime := false
	for _, key := range slices.Sorted(maps.Keys(object)) {
		field, dec, absolute, ok := fieldOf(key)
		if !ok {
			if !j.ignored[key] && len(j.ignored) < maxIgnored {
				j.ignored[key] = true
				j.rep.warn(Warning{Offset: -1, Line: j.line, Text: "ignored key: " + quote([]byte(key))})
			}
			continue
		}
		text, err := scalar(object[key], field)
		if err != nil {
			return j.bad("%s: %v", key, err)
		}
		if field == fieldTime {
			if hasTime {
				return j.bad("the time in two units")
			}
			if j.timeKey == "" {
				j.timeKey, j.names.epoch = strings.Clone(key), absolute
			}
			if key != j.timeKey {
				return j.bad("time under %s; the rows before have %s", key, j.timeKey)
			}
			decimals, hasTime = dec, true
		}
		f[field] = text
	}
	if !hasTime {
		return j.bad("no time; expected time_ns, time_us, time_ms, time_s or epoch_* of the same units")
	}
	return j.row(&f, decimals, j.names, rec)
}

// scalar gives the text of a number, or of a string where the field is one; a
// null is an absent field. A connection may be named by a number.
func scalar(raw json.RawMessage, field int) (string, error) {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '"' && (field == fieldConn || field == fieldEvent || field == fieldReconstructed):
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	case raw[0] >= '0' && raw[0] <= '9' || raw[0] == '-':
		return string(raw), nil
	case field == fieldConn || field == fieldEvent || field == fieldReconstructed:
		return "", errScalarText
	}
	return "", errScalarNumber
}

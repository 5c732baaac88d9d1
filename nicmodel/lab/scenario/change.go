package scenario

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"smartnic-cc/internal/base/text/setting"
	"smartnic-cc/internal/base/text/tomlfile"
	"smartnic-cc/nicmodel/keys"
)

// change makes a setting of a key: "run.seed=3", "nic[0].profile=hpcc". The value is as in
// the file, but text needs no quotes. "nic[0].set+=ai_rate=400" adds to a list.
func (s *Scenario) change(change string) error {
	key, value, err := setting.Parse(change, "key=value", "run.seed=3")
	key, more := strings.CutSuffix(key, "+")
	key = strings.TrimSpace(key)
	if err != nil || key == "" || value == "" {
		return fmt.Errorf("set: %.60q is not key=value, as in run.seed=3", change)
	}
	v := reflect.ValueOf(s).Elem()
	for _, part := range strings.Split(key, ".") {
		name, index, err := splitIndex(part)
		if err != nil {
			return fmt.Errorf("set: %.60s: %w", key, err)
		}
		var here []*keys.Key
		if v.Kind() == reflect.Struct {
			here = keys.Of(v.Type())
		}
		i := slices.IndexFunc(here, func(k *keys.Key) bool { return k.Name == name })
		if i < 0 {
			return fmt.Errorf("set: unknown key %s", tomlfile.Unknown(reflect.TypeFor[Scenario](), strings.Split(key, ".")))
		}
		v = v.FieldByIndex(here[i].Index)
		if v.Kind() == reflect.Pointer && v.Type().Elem().Kind() == reflect.Struct {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		tables := v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct
		switch {
		case tables && index < 0:
			return fmt.Errorf("set: %.60s: there may be several tables %s; say which, as in %s[0]", key, name, name)
		case tables && index >= v.Len():
			return fmt.Errorf("set: %.60s: there are %d tables %s, counted from 0", key, v.Len(), name)
		case !tables && index >= 0:
			return fmt.Errorf("set: %.60s: %s is no list of tables", key, name)
		case tables:
			v = v.Index(index)
		}
	}
	if v.Kind() == reflect.Struct {
		return fmt.Errorf("set: %.60s is a table; name a key in it", key)
	}
	if more && v.Kind() != reflect.Slice {
		return fmt.Errorf("set: %.60s is no list; += adds to lists, = sets a key", key)
	}
	to, err := valueOf(v.Type(), value)
	if err != nil && more {
		if to, err = valueOf(v.Type().Elem(), value); err == nil {
			to = reflect.Append(reflect.Zero(v.Type()), to)
		}
	}
	if err != nil {
		return fmt.Errorf("set: %.60s: %w", key, err)
	}
	if more {
		to = reflect.AppendSlice(v, to)
	}
	v.Set(to)
	s.set[key] = true
	return nil
}

// valueOf reads a value as TOML, by the decoder of files; what is not TOML is text without quotes. With an error the
// value is the type's zero.
func valueOf(t reflect.Type, value string) (reflect.Value, error) {
	of := reflect.StructOf([]reflect.StructField{{Name: "V", Type: t, Tag: `toml:"v"`}})
	doc := reflect.New(of)
	err := toml.Unmarshal([]byte("v = "+value), doc.Interface())
	if err != nil {
		doc = reflect.New(of)
		if again := toml.Unmarshal([]byte("v = "+strconv.Quote(value)), doc.Interface()); again != nil {
			return reflect.Zero(t), errors.New(tomlfile.Reason(err))
		}
	}
	return doc.Elem().Field(0), nil
}

// splitIndex parts "nic[2]" into name and index; -1 without.
func splitIndex(part string) (name string, index int, err error) {
	name, rest, ok := strings.Cut(part, "[")
	if !ok {
		return part, -1, nil
	}
	index, err = strconv.Atoi(strings.TrimSuffix(rest, "]"))
	if err != nil || index < 0 || !strings.HasSuffix(rest, "]") {
		return "", 0, fmt.Errorf("%q: the number of a table is given as in nic[0]", part)
	}
	return name, index, nil
}

package scenario

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/keys"
)

// WithAlgorithm returns the settings that run an algorithm and a profile on all NICs, "" for the first or the default
// one, and clear the tables' parameters of their algorithms. Keys of packets, windows and cores stay. A folder is
// relative to that of the scenario.
//
// There are no settings if all tables already have the algorithm, and the profile unless that is "".
func (s *Scenario) WithAlgorithm(algorithm, profile string) []string {
	own := true
	for i := range s.NIC {
		own = own && s.has(&s.NIC[i], algorithm, profile)
	}
	if own {
		return nil
	}
	var set []string
	for i := range s.NIC {
		key := fmt.Sprintf("nic[%d].", i)
		set = append(set, collect.Of(reactive(&s.NIC[i]), func(change string) string { return key + change })...)
		set = append(set, key+"algorithm="+algorithm)
		if profile != "" {
			set = append(set, key+"profile="+profile)
		}
	}
	return set
}

// has reports whether a table has an algorithm, and the profile, "" for any.
func (s *Scenario) has(t *NIC, algorithm, profile string) bool {
	own := keys.WithDefault(t.Algorithm, "dcqcn")
	if folder.IsFolder(own) && !folder.BuiltIn(own) {
		own, algorithm = s.FolderOf(Text(own)), s.FolderOf(Text(algorithm))
	}
	return filepath.Clean(own) == filepath.Clean(algorithm) && (profile == "" || profile == string(t.Profile))
}

// ProfileOf returns the profile of the reaction point of the i-th table, the default one if it names none.
func (s *Scenario) ProfileOf(i int) string {
	t := &s.NIC[i]
	if t.Profile == "" && t.Estimate == dolcercprofile.TxSlots {
		return "connectx"
	}
	return keys.WithDefault(t.Profile, "paper")
}

// Overrides reports whether a table changes parameters of its algorithm in addition to the profile.
func (t *NIC) Overrides() bool {
	return slices.ContainsFunc(reactive(t), func(change string) bool {
		name, _, _ := strings.Cut(change, "=")
		return name != "algorithm" && name != "profile" && name != "notify"
	})
}

// reactive lists changes that clear a table's parameters of its algorithm, and how receivers report marks to it.
func reactive(t *NIC) (changes []string) {
	v := reflect.ValueOf(t).Elem()
	for _, k := range keys.Of(v.Type()) {
		if k.For == nil && k.Name != "notify" || k.Name == "engine" || keys.Absent(v.FieldByIndex(k.Index)) {
			continue
		}
		none := `""`
		switch k.Type.Kind() {
		case reflect.Slice:
			none = "[]"
		case reflect.Bool:
			none = "false"
		}
		changes = append(changes, k.Name+"="+none)
	}
	return changes
}

// ResolvePath returns the name of an algorithm's folder or a profile's file relative to the scenario's folder. Other
// names are returned as they are.
func (s *Scenario) ResolvePath(name string) (string, error) {
	if !folder.IsFolder(name) && !profile.IsPath(name) || folder.BuiltIn(name) {
		return name, nil
	}
	dir, err := filepath.Abs(s.dir)
	if err != nil {
		return "", err
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if path, err = filepath.Rel(dir, path); err != nil {
		return "", err
	}
	if !folder.IsFolder(path) {
		path = "." + string(filepath.Separator) + path
	}
	return path, nil
}

// Mixed reports whether the tables have several algorithms.
func (s *Scenario) Mixed() bool {
	return slices.ContainsFunc(s.NIC, func(t NIC) bool {
		return keys.WithDefault(t.Algorithm, "dcqcn") != keys.WithDefault(s.NIC[0].Algorithm, "dcqcn")
	})
}

package nicconf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

// fromFolder reads a folder of settings: mlx5's cc_params, a device's ecn, ionic's
// profile, irdma's parameters, or one that holds one of them, depth folders down at most.
func fromFolder(path string, depth int) (*raw, error) {
	list, err := folder(path)
	if err != nil {
		return nil, err
	}
	// The folders that hold one, as /sys/class/net/DEV holds ecn.
	for _, below := range []string{"cc_params", "ecn", "parameters"} {
		if slices.Contains(list, below) && isFolder(within(path, below)) && !slices.Contains(list, "roce_rp") {
			if depth == 0 {
				return nil, fmt.Errorf("%s: folders in it lead back to it; name the folder of settings itself", path)
			}
			r, err := fromFolder(within(path, below), depth-1)
			if err == nil && below == "ecn" && slices.Contains(list, "speed") {
				r.speed(within(path, "speed"))
			}
			return r, err
		}
	}
	switch {
	case slices.Contains(list, "roce_rp") || slices.Contains(list, "roce_np"):
		return fromTree(path)
	case slices.ContainsFunc(list, func(n string) bool { return strings.HasPrefix(n, "rp_") || strings.HasPrefix(n, "np_") }):
		return fromFiles(path, list, fromDebugfs, "mlx5 debugfs")
	case slices.ContainsFunc(list, func(n string) bool { return strings.HasPrefix(n, "dcqcn_") }):
		return fromFiles(path, list, fromIRDMA, "irdma module parameters")
	case slices.Contains(list, "profiles"):
		return nil, fmt.Errorf("%s: holds several profiles; name one, such as %s", path, within(path, "profiles", "1"))
	}
	for _, name := range list {
		for _, settings := range []string{"cc_params", "ecn"} {
			if isFolder(within(path, name, settings)) {
				return nil, fmt.Errorf("%s: holds folders of devices; name one, such as %s", path, within(path, name))
			}
		}
	}
	return nil, fmt.Errorf("%s: holds no settings that are known; want mlx5's cc_params or ecn, ionic's dcqcn/profiles/1, or irdma's parameters", path)
}

// fromFiles reads a folder with a file for each parameter.
func fromFiles(path string, list []string, from source, title string) (*raw, error) {
	r := &raw{from: from, title: title + " " + path}
	for _, name := range list {
		if err := r.file(within(path, name), name); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// file reads one parameter's file. A name that the source does not have is ignored, with a note if it looks like a
// parameter.
func (r *raw) file(path, name string) error {
	if k, _ := find(r.from, name); k == "" {
		if strings.HasPrefix(name, "rp_") || strings.HasPrefix(name, "np_") || strings.HasPrefix(name, "rpg_") {
			r.note(path, "is no parameter that is known; passed over")
		}
		return nil
	}
	v, err := readValue(path)
	if err != nil {
		return err
	}
	_, err = r.add(name, v, path)
	return err
}

// fromTree reads folders roce_rp and roce_np: mlx5's sysfs, where names begin with rpg_,
// or ionic's debugfs.
func fromTree(path string) (*raw, error) {
	r := &raw{from: fromSysfs, title: "mlx5 sysfs " + path}
	for _, end := range []string{"roce_rp", "roce_np"} {
		below := within(path, end)
		if !isFolder(below) {
			continue
		}
		list, err := folder(below)
		if err != nil {
			return nil, err
		}
		if slices.Contains(list, "token_bucket_size") || slices.Contains(list, "icnp_802p_prio") || slices.Contains(list, "time_reset") {
			r.from, r.title = fromIonic, "ionic debugfs "+path
		}
		for _, name := range list {
			if name == "enable" && isFolder(within(below, name)) {
				if err := r.folderEnable(within(below, name), end); err != nil {
					return nil, err
				}
				continue
			}
			if err := r.file(within(below, name), name); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// folderEnable reads a folder enable: a file for each priority, 0 to 7.
func (r *raw) folderEnable(path, end string) error {
	list, err := folder(path)
	if err != nil {
		return err
	}
	for _, name := range list {
		bit, err := strconv.Atoi(name)
		if err != nil || bit < 0 || bit > 7 {
			continue
		}
		v, err := readValue(within(path, name))
		if err != nil {
			return err
		}
		if err := r.enables(end, bit, v, within(path, name)); err != nil {
			return err
		}
	}
	return nil
}

// speed reads the port's speed, Mb/s. It is -1 or refused where the link is down.
func (r *raw) speed(path string) {
	text, err := readValue(path)
	v, bad := strconv.ParseUint(text, 10, 32)
	if err != nil || bad != nil || v < uint64(profile.MinLine)/1000 || v > uint64(profile.MaxLine)/1000 {
		r.note(path, "tells no speed of the port; say it with --line-rate where it matters")
		return
	}
	r.line = dcqcn.Rate(v) * 1000
}

package saba

import (
	"fmt"
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/saba/curve"
	place "smartnic-cc/nicmodel/systems/saba/nearest"
)

// App is a registered application. Conn is one of its connections.
type (
	App  int
	Conn int
)

// running is a registered application.
type running struct {
	kind  int // in the table
	level uint8
	conns int
	gone  bool
}

// conn is a connection.
type conn struct {
	app   App
	ports []int
	gone  bool
}

// user is an application at a port.
type user struct {
	app   App
	conns int
}

// Controller is Saba's controller, or the group of those that share the ports, behind the library's calls. Its four
// calls are saba_app_register, saba_conn_create, saba_conn_destroy and saba_app_deregister of the thesis (table 4.1).
// It is not safe for concurrent use.
type Controller struct {
	config Config
	solver Solver
	apps   []running
	conns  []conn
	ports  [][]user // in ascending order of applications
	// level is the priority level of each kind of application, hierarchy the levels' clusters.
	level     []uint8
	hierarchy *Hierarchy
}

// New returns a controller of a network without connections. Controllers that share the ports map the whole
// table to priority levels here.
func New(c Config) (*Controller, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	k := &Controller{config: c, ports: make([][]user, len(c.Queues)), level: make([]uint8, len(c.Table))}
	if c.Owner != nil {
		all := make([]int, len(c.Table))
		for i := range all {
			all[i] = i
		}
		k.classify(all)
	}
	return k, nil
}

// classify maps kinds of applications to priority levels and merges the levels' clusters.
func (k *Controller) classify(kinds []int) {
	places := collect.Of(kinds, func(kind int) place.Point { return Coefficients(&k.config.Table[kind].Model) })
	if k.config.Scaled {
		places = Standardise(places)
	}
	// Config.Check has checked the number of levels.
	level, centres, _ := Groups(places, k.config.Levels)
	for i, kind := range kinds {
		k.level[kind] = level[i]
	}
	clusters := len(centres)
	for port := range k.config.Queues {
		clusters = min(clusters, k.config.queues(port))
	}
	k.hierarchy = Merge(centres, clusters)
}

// central reports whether one controller has all ports.
func (k *Controller) central() bool { return k.config.Owner == nil }

// AppRegister registers an application by its profile's name: saba_app_register. The change has its priority level. A
// central controller maps all registered applications again, which may change the level of others and their
// connections.
func (k *Controller) AppRegister(now event.Time, name string) (App, Change, error) {
	kind := slices.IndexFunc(k.config.Table, func(s Sensitivity) bool { return s.Name == name })
	if kind < 0 {
		known := collect.Of(k.config.Table, func(s Sensitivity) string { return s.Name })
		return 0, Change{}, fmt.Errorf("saba: application %q was not profiled%s", name, nearest.Hint(name, known))
	}
	app := App(len(k.apps))
	k.apps = append(k.apps, running{kind: kind})
	change, err := k.renew(now)
	if err != nil {
		return 0, Change{}, err
	}
	if !slices.ContainsFunc(change.Tags, func(t Tag) bool { return t.App == app }) {
		change.Tags = append(change.Tags, Tag{app, k.apps[app].level})
	}
	return app, change, nil
}

// AppDeregister removes an application without connections: saba_app_deregister.
func (k *Controller) AppDeregister(now event.Time, app App) (Change, error) {
	a, err := k.app(app)
	if err != nil {
		return Change{}, err
	}
	if a.conns > 0 {
		return Change{}, fmt.Errorf("saba: application %d has %s; destroy what is open first", app, plural.Of(a.conns, "open connection"))
	}
	a.gone = true
	return k.renew(now)
}

// ConnCreate opens a connection of an application between two hosts: saba_conn_create. The ports on its path
// get new weights.
func (k *Controller) ConnCreate(now event.Time, app App, from, to int) (Conn, Change, error) {
	c, err := k.open(app, from, to)
	if err != nil {
		return 0, Change{}, err
	}
	change, err := k.path(now, k.conns[c].ports)
	return c, change, err
}

// open opens a connection without setting ports.
func (k *Controller) open(app App, from, to int) (Conn, error) {
	a, err := k.app(app)
	if err != nil {
		return 0, err
	}
	ports, err := k.config.Route(from, to)
	if err != nil {
		return 0, fmt.Errorf("saba: no path from host %d to host %d: %w", from, to, err)
	}
	var once []int
	for _, port := range ports {
		if port < 0 || port >= len(k.ports) {
			return 0, fmt.Errorf("saba: the path from host %d to host %d has port %d; ports are 0 to %d", from, to, port, len(k.ports)-1)
		}
		if slices.Contains(once, port) {
			continue
		}
		once = append(once, port)
		users := k.ports[port]
		if len(users) == int(k.config.Capacity) && !slices.ContainsFunc(users, func(u user) bool { return u.app == app }) {
			return 0, fmt.Errorf("saba: impossible weights: %d applications at port %d, whose capacity is %d units; let fewer share the port", len(users)+1, port, len(users))
		}
	}
	a.conns++
	k.conns = append(k.conns, conn{app: app, ports: once})
	for _, port := range once {
		at, found := slices.BinarySearchFunc(k.ports[port], app, func(u user, app App) int { return int(u.app - app) })
		if !found {
			k.ports[port] = slices.Insert(k.ports[port], at, user{app: app})
		}
		k.ports[port][at].conns++
	}
	return Conn(len(k.conns) - 1), nil
}

// ConnDestroy closes a connection: saba_conn_destroy.
func (k *Controller) ConnDestroy(now event.Time, c Conn) (Change, error) {
	if c < 0 || int(c) >= len(k.conns) || k.conns[c].gone {
		return Change{}, fmt.Errorf("saba: connection %d is not open", c)
	}
	conn := &k.conns[c]
	conn.gone = true
	k.apps[conn.app].conns--
	for _, port := range conn.ports {
		at, _ := slices.BinarySearchFunc(k.ports[port], conn.app, func(u user, app App) int { return int(u.app - app) })
		k.ports[port][at].conns--
		if k.ports[port][at].conns == 0 {
			k.ports[port] = slices.Delete(k.ports[port], at, at+1)
		}
	}
	return k.path(now, conn.ports)
}

// app returns a registered application.
func (k *Controller) app(app App) (*running, error) {
	if app < 0 || int(app) >= len(k.apps) || k.apps[app].gone {
		return nil, fmt.Errorf("saba: application %d is not registered", app)
	}
	return &k.apps[app], nil
}

// renew recomputes priority levels after an application was registered or removed, and sets the ports if the map has
// changed.
func (k *Controller) renew(now event.Time) (Change, error) {
	var change Change
	if k.central() {
		var kinds []int
		for _, a := range k.apps {
			if !a.gone && !slices.Contains(kinds, a.kind) {
				kinds = append(kinds, a.kind)
			}
		}
		slices.Sort(kinds)
		k.classify(kinds)
	}
	for i := range k.apps {
		if a := &k.apps[i]; !a.gone && a.level != k.level[a.kind] {
			a.level = k.level[a.kind]
			change.Tags = append(change.Tags, Tag{App(i), a.level})
		}
	}
	if !k.central() {
		return change, nil
	}
	for port := range k.ports {
		if len(k.ports[port]) == 0 {
			continue
		}
		s, err := k.port(port)
		if err != nil {
			return Change{}, err
		}
		s.At = now + k.config.Latency
		change.Settings = append(change.Settings, s)
	}
	return change, nil
}

// path sets the ports of a path: one controller after the other is notified.
func (k *Controller) path(now event.Time, ports []int) (Change, error) {
	var change Change
	var told []int
	for _, port := range ports {
		s, err := k.port(port)
		if err != nil {
			return Change{}, err
		}
		s.At = now + k.config.Latency
		if !k.central() {
			owner := k.config.Owner[port]
			if !slices.Contains(told, owner) {
				told = append(told, owner)
			}
			s.At += k.config.Hop * event.Time(slices.Index(told, owner))
		}
		change.Settings = append(change.Settings, s)
	}
	return change, nil
}

// port computes the setting of a port.
func (k *Controller) port(port int) (Setting, error) {
	s := Setting{Port: port}
	for _, u := range k.ports[port] {
		s.Apps = append(s.Apps, u.app)
		s.Level = append(s.Level, k.apps[u.app].level)
	}
	if len(s.Apps) == 0 {
		s.Weights = []uint8{WeightSum}
		return s, nil
	}
	var err error
	if s.Shares, err = k.solver.Solve(k.models(s.Apps), k.config.Capacity, MinShare(len(s.Apps), k.config.Capacity)); err != nil {
		return s, err
	}
	if s.Merges, s.Queue, err = k.hierarchy.Queues(s.Level, k.config.queues(port)); err != nil {
		return s, fmt.Errorf("port %d: %w", port, err)
	}
	var sums []uint32
	for i, l := range s.Level {
		for int(s.Queue[l]) >= len(sums) {
			sums = append(sums, 0)
		}
		sums[s.Queue[l]] += s.Shares[i]
	}
	if k.config.Capacity < curve.Units {
		sums = append(sums, curve.Units-k.config.Capacity)
	}
	s.Weights, err = Weights(sums)
	return s, err
}

// models returns the models of applications.
func (k *Controller) models(apps []App) []curve.Model {
	return collect.Of(apps, func(a App) curve.Model { return k.config.Table[k.apps[a].kind].Model })
}

// Port returns the setting that a port has or is about to get.
func (k *Controller) Port(port int) (Setting, error) { return k.port(port) }

// divide returns the applications' shares if those of a queue share it equally, in units.
func (k *Controller) divide(s *Setting) []uint32 {
	queue := make([]uint8, len(s.Apps))
	for i, l := range s.Level {
		queue[i] = s.Queue[l]
	}
	return PerApplication(s.Shares, queue)
}

// Work returns the computation for shares so far: marginal gains compared, and sums of dynamic programs.
func (k *Controller) Work() uint64 { return k.solver.Work }

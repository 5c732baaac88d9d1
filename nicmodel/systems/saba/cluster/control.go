package cluster

import (
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/curve"
)

// Saba is a Control by Saba's controller, or by controllers that share the ports. An application is
// registered and its connections are opened as the run begins, and closed when it ends.
type Saba struct {
	config saba.Config
	names  []string // of the jobs' profiles
	c      *saba.Controller
	apps   []saba.App
	open   [][]saba.Conn // by job
	rest   uint32        // of a port that is other traffic's, in units
	ports  []fabric.Egress
	jobs   map[fabric.Egress][]int
	nics   map[fabric.Egress]bool
}

// NewSaba returns the control of jobs by the names of their profiles. It sets Queues, Route and Owner of the
// configuration: all ports have Queues queues. With a capacity below the whole link OtherQueue is for other traffic.
func NewSaba(config saba.Config, names []string) *Saba { return &Saba{config: config, names: names} }

// Begin registers all jobs, opens their connections, and returns the settings of all ports.
func (s *Saba) Begin(conns []Conn) ([]Setting, error) {
	s.ports, s.jobs = JobsByPort(conns)
	s.rest = curve.Units - s.config.Capacity
	s.nics = map[fabric.Egress]bool{}
	for i := range conns {
		s.nics[conns[i].Ports[0]] = true
	}
	number := map[fabric.Egress]int{}
	for i, p := range s.ports {
		number[p] = i
		s.config.Queues = append(s.config.Queues, Queues)
	}
	// A connection's number stands in for its first host.
	s.config.Route = func(conn, _ int) ([]int, error) {
		return collect.Of(conns[conn].Ports, func(p fabric.Egress) int { return number[p] }), nil
	}
	var err error
	if s.c, err = saba.New(s.config); err != nil {
		return nil, err
	}
	for _, name := range s.names {
		app, _, err := s.c.AppRegister(0, name)
		if err != nil {
			return nil, err
		}
		s.apps = append(s.apps, app)
	}
	s.open = make([][]saba.Conn, len(s.apps))
	last := make([]Setting, len(s.ports))
	for i, k := range conns {
		if k.Job == Other {
			continue
		}
		conn, change, err := s.c.ConnCreate(0, s.apps[k.Job], i, 0)
		if err != nil {
			return nil, err
		}
		s.open[k.Job] = append(s.open[k.Job], conn)
		for j := range change.Settings {
			last[change.Settings[j].Port] = s.setting(&change.Settings[j])
		}
	}
	return last, nil
}

// End closes a job's connections and deregisters it, and returns the last setting of each port.
func (s *Saba) End(now event.Time, job int) ([]Setting, error) {
	last := map[int]Setting{}
	take := func(change saba.Change, err error) error {
		for i := range change.Settings {
			last[change.Settings[i].Port] = s.setting(&change.Settings[i])
		}
		return err
	}
	for _, conn := range s.open[job] {
		if err := take(s.c.ConnDestroy(now, conn)); err != nil {
			return nil, err
		}
	}
	if err := take(s.c.AppDeregister(now, s.apps[job])); err != nil {
		return nil, err
	}
	var list []Setting
	for i := range s.ports {
		if k, there := last[i]; there {
			list = append(list, k)
		}
	}
	return list, nil
}

// setting converts a port's setting to the model's. In a NIC each job has a queue with its own weight.
func (s *Saba) setting(from *saba.Setting) Setting {
	p := s.ports[from.Port]
	to := Setting{At: from.At, Node: p.Node, Port: p.Port, Queues: InitialQueues(s.rest)}
	if len(from.Apps) == 0 {
		return to
	}
	for i := range to.Queues.Weight {
		to.Queues.Weight[i] = 1
	}
	for i, app := range from.Apps {
		job := int(app)
		to.Queues.Of[job] = from.Queue[from.Level[i]] + 1
		if s.nics[p] {
			rank := slices.Index(s.jobs[p], job)
			to.Queues.Of[job] = uint8(rank + 1)
			to.Queues.Weight[rank+1] = uint8(min(max(from.Shares[i], 1), 255))
		}
	}
	weights := from.Weights
	if s.rest > 0 {
		// The last is other traffic's; in a NIC it has the remaining units.
		to.Queues.Weight[OtherQueue] = weights[len(weights)-1]
		if s.nics[p] {
			to.Queues.Weight[OtherQueue] = uint8(s.rest)
		}
		weights = weights[:len(weights)-1]
	}
	if !s.nics[p] {
		copy(to.Queues.Weight[1:], weights)
	}
	return to
}

package saba_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/saba"
)

// Two applications that were profiled meet at a port with two queues.
func Example() {
	var table []saba.Sensitivity
	for _, app := range []struct {
		name string
		part event.Time
	}{{"train", 8}, {"sort", 1}} {
		// A run alone of 10 s, of which a part is sending.
		run := func(percent int) (event.Time, error) {
			return (10-app.part)*event.Second + app.part*event.Second*100/event.Time(percent), nil
		}
		p, err := saba.Measure(app.name, saba.Percents(), run)
		if err != nil {
			fmt.Println(err)
			return
		}
		s, err := p.Fit(3)
		if err != nil {
			fmt.Println(err)
			return
		}
		table = append(table, *s)
	}
	c, err := saba.New(saba.Config{
		Table: table, Levels: 8, Queues: []int{2}, Capacity: 256, Latency: event.Millisecond,
		Route: func(from, to int) ([]int, error) { return []int{0}, nil },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"train", "sort"} {
		app, _, err := c.AppRegister(0, name)
		if err != nil {
			fmt.Println(err)
			return
		}
		_, change, err := c.ConnCreate(event.Second, app, 0, 1)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("at %v:\n%s", change.Settings[0].At, saba.P4(change.Settings))
	}
	// Output:
	// at 1.001s:
	// # port 0: application 0 has 256/256, level 0
	// table_add saba_queue set_queue 0 0 => 0
	// table_add saba_weight set_weight 0 0 => 255
	// at 1.001s:
	// # port 0: application 0 has 157/256, level 1; application 1 has 99/256, level 0
	// table_add saba_queue set_queue 0 0 => 0
	// table_add saba_queue set_queue 0 1 => 1
	// table_add saba_weight set_weight 0 0 => 99
	// table_add saba_weight set_weight 0 1 => 156
}

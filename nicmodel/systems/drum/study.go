package drum

import "smartnic-cc/nicmodel/event"

const us = event.Microsecond

// batchBytes is the payload of the background's WQEs where its batches hold up a small message (figure 2a). The
// paper does not give it; it is fitted to the figure's slope of 0.68 us a WQE.
const batchBytes = 5632

// clients is the number of connections for "more than 300".
const clients = 320

// Point is a point of a curve.
type Point struct{ X, Y float64 }

// RateByConnections returns million WQEs a second over the number of connections, each with 32 WQEs of 32 bytes
// outstanding: figure 2c's shape.
func RateByConnections(scheme Scheme, connections ...int) ([]Point, error) {
	var curve []Point
	for _, n := range connections {
		b := Testbed{Scheme: scheme, Loads: loads(n, Load{Batch: 16, Bytes: 32, Window: 2}), Warm: event.Millisecond, Length: 5 * event.Millisecond, Seed: 1}
		m, err := b.Run()
		if err != nil {
			return nil, err
		}
		curve = append(curve, Point{float64(n), float64(m.WQEs) / 4000})
	}
	return curve, nil
}

// LatencyBehindBatch returns the 80 % completion time in us of a message of 1 KB, about every 20 us, over the batch of a
// background connection: figure 2a, and figure 6 with Scheduled.
func LatencyBehindBatch(scheme Scheme, batches ...int) ([]Point, error) {
	var curve []Point
	for _, n := range batches {
		b := Testbed{Scheme: scheme, Loads: []Load{{Batch: 1, Bytes: 1024, Pause: 20 * us}, {Batch: n, Bytes: batchBytes}},
			Warm: event.Millisecond, Length: 60 * event.Millisecond, Seed: 1}
		m, err := b.Run()
		if err != nil {
			return nil, err
		}
		curve = append(curve, Point{float64(n), micros(m.Percentile(80, 0, 0))})
	}
	return curve, nil
}

// RateByPolling returns Gb/s of one connection over the rate of CQ polls, in thousands a second, each of which takes
// a completion and has a batch of 1 KB messages posted: figure 2b.
func RateByPolling(batch int, periods ...event.Time) ([]Point, error) {
	var curve []Point
	for _, p := range periods {
		b := Testbed{Scheme: Raw, Loads: []Load{{Batch: batch, Bytes: 1024, Window: 16}}, Poll: p, Warm: event.Millisecond, Length: 11 * event.Millisecond, Seed: 1}
		m, err := b.Run()
		if err != nil {
			return nil, err
		}
		curve = append(curve, Point{1e9 / float64(p), float64(m.Bytes) * 8 / 10e6})
	}
	return curve, nil
}

// SmallMessages measures connections with one outstanding WQE of 32 bytes each: figure 8; those of figure 9 make 1 MB
// of 32768 of them, one after the other; figures 10 and 11 have more than 300 connections.
func SmallMessages(scheme Scheme, connections int) (*Measurement, error) {
	b := small(scheme, connections)
	return b.Run()
}

// line returns the slope of the least-squares line through points, and R^2.
func line(curve []Point) (slope, fit float64) {
	n := float64(len(curve))
	var x, y, xx, yy, xy float64
	for _, p := range curve {
		x, y = x+p.X, y+p.Y
		xx, yy, xy = xx+p.X*p.X, yy+p.Y*p.Y, xy+p.X*p.Y
	}
	covariance, vx, vy := xy-x*y/n, xx-x*x/n, yy-y*y/n
	return covariance / vx, covariance * covariance / (vx * vy)
}

// micros is a time in us.
func micros(t event.Time) float64 { return float64(t) / float64(us) }

// pollPeriods are the periods of CQ polls in the unsaturated part of figure 2b.
var pollPeriods = []event.Time{20 * us, 12 * us, 8 * us, 6 * us, 5 * us, 4 * us, 3 * us, 2500 * event.Nanosecond}

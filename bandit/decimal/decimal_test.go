package decimal

import (
	"fmt"
	"testing"
)

func TestX(t *testing.T) {
	for _, g := range []string{"0.5", "0.9", "0.99", "0.9998", "0.99998"} {
		c := Paper()
		c.Gamma = g
		p, err := Params(c)
		fmt.Printf("%+v %v\n", p, err)
	}
}

package sonic_test

import (
	"fmt"

	"smartnic-cc/internal/nicconf/sonic"
)

func ExampleConfig_Choose() {
	c, err := sonic.Read("testdata/config_db.json", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := c.Choose("", 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := p.Marking(sonic.Green)
	fmt.Printf("%s marks from %d to %d bytes with up to %v %%: %v\n", m.Name, m.Min, m.Max, m.Percent, m.Marks())
	// Output:
	// AZURE_LOSSLESS marks from 1048576 to 2097152 bytes with up to 5 %: true
}

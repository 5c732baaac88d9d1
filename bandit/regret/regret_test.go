package regret

import (
	"fmt"
	"testing"
)

func TestTable(t *testing.T) { fmt.Print(Table(5)) }

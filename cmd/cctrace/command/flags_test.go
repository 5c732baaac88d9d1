package command

import (
	"testing"

	"smartnic-cc/internal/base/cli/clitest"
)

func TestFlagsInWords(t *testing.T) { clitest.Flags(t, program(&Options{})) }

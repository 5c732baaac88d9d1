package main

import (
	"testing"

	"smartnic-cc/internal/cli/clitest"
)

func TestFlagsInWords(t *testing.T) { clitest.Flags(t, program()) }

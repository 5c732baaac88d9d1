package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
)

func cCommand() cli.Command {
	return cli.Command{
		Name:  "c",
		Args:  packagesArgs,
		Short: "write the C port: one freestanding header, and a program that speaks the line protocol",
		Long: `The header needs stdint.h and stdbool.h and nothing else. One source file defines
CC_IMPLEMENTATION (after the prefix) before it includes it, or CC_STATIC for static
inline functions. The program (--program) is hosted C: with it a NIC's build is
tested by ccgen verify and cctrace.

With --target the header holds one algorithm, and beside it in the folder -o stands the
glue for a NIC: doca-pcc for DOCA PCC device programs (docs/ports.md), whose parameters
begin with the one --profile, connectx if none; falcon-rue for Falcon's rate update
engine, between its packed events and responses and any algorithm of a folder that it
can drive.

` + packagesLong + ` The header
then holds them and what they need; profiles and targets are those of the built-in ones.`,
		Examples: `ccgen c -o cc.h
			mkdir -p out && ccgen c -o out/cc.h --program out/firmware.c
			ccgen c --only dolcerc4 --prefix nic_ --profile connectx --line-rate 200G -o nic.h
			ccgen c --only dolcerc4 --profile connectx --set ai_rate=50 --arms 1:1,1:1.1,0.5:1,0.25:1.1 -o nic.h
			ccgen c --profile paper,./nic.toml --line-rate 25G -o cc.h
			ccgen c --target doca-pcc --algo dolcerc4 --line-rate 200G -o nic/
			ccgen c --target falcon-rue --generation bna ./mycc -o nic/
			ccgen c --only dcqcn --laws -o dcqcn.h && gcc -DCC_CHECK -c nic.c
			ccgen c ./mycc -o mycc.h
			ccgen c -o - | less`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var c port.Config
			out := f.StringP("output", "o", "", "file to write the header to; - is standard output; with --target the folder for both files")
			program := f.String("program", "", "file to write the firmware program to")
			c.Flags(f)
			return func(env cli.Env, args []string) error {
				var err error
				if c.Folders, err = onlyFolders(args); err != nil {
					return err
				}
				if *out == "" {
					return fmt.Errorf("c: -o is missing; name the file to write, or - for standard output")
				}
				if *program != "" && filepath.Clean(*program) == filepath.Clean(*out) {
					return fmt.Errorf("c: -o and --program both name %s; name two files", *out)
				}
				name, header, err := c.Header()
				if err != nil {
					return err
				}
				if c.Target != "" {
					return writeTarget(&c, *out, *program, name, header)
				}
				if *out != atomicfile.Stdout {
					name = filepath.Base(*out)
				}
				if *program != "" {
					text, err := c.Program(name)
					if err != nil {
						return err
					}
					if err := write(env, *program, text); err != nil {
						return err
					}
				}
				return write(env, *out, header)
			}
		},
	}
}

// writeTarget writes header and glue into a folder, which it creates if needed. It starts when both are known to be
// valid.
func writeTarget(c *port.Config, dir, program, name string, header []byte) error {
	if program != "" {
		return fmt.Errorf("c: --program does not go with --target %s; write the program with a header of its own", c.Target)
	}
	if dir == atomicfile.Stdout {
		return fmt.Errorf("c: --target %s makes two files; -o has to name a folder", c.Target)
	}
	glue, err := c.Glue(name)
	if err != nil {
		return err
	}
	return writeFolder(dir, []output{{name, header}, {c.GlueName(), glue}})
}

func checkCommand() cli.Command {
	return cli.Command{
		Name:     "check",
		Args:     "FILE...",
		Short:    "report whether generated files are what their own command would make today",
		Long:     `A generated file has the command that makes it in its head, but for those of ccgen p4 --frame.`,
		Examples: `ccgen check out/cc.h out/firmware.c dcqcn.p4 dcqcn.py`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			asJSON := f.Bool("json", false, "print as JSON which files are current; all are checked")
			return func(env cli.Env, args []string) error {
				if len(args) == 0 {
					return fmt.Errorf("check: name the file to check")
				}
				if *asJSON {
					return checkJSON(env, args)
				}
				for _, path := range args {
					err := current(path)
					if port.IsStale(err) {
						return cli.CheckFailed(err)
					}
					if err != nil {
						return err
					}
					fmt.Fprintf(env.Stdout, "%s is current\n", path)
				}
				return nil
			}
		},
	}
}

// checkJSON checks all files and prints what each is.
func checkJSON(env cli.Env, paths []string) error {
	type checked struct {
		File    string `json:"file"`
		Current bool   `json:"current"`
		Why     string `json:"why,omitempty"`
	}
	var list []checked
	stale := 0
	for _, path := range paths {
		err := current(path)
		switch {
		case err == nil:
			list = append(list, checked{File: path, Current: true})
		case port.IsStale(err):
			list = append(list, checked{File: path, Why: err.Error()})
			stale++
		default:
			return err
		}
	}
	if err := env.JSON(list); err != nil {
		return err
	}
	if stale > 0 {
		return cli.CheckFailed(fmt.Errorf("check: %d of %d files are not current", stale, len(paths)))
	}
	return nil
}

module example.org/library

go 1.26.0

require (
	example.org/aimd v0.0.0
	smartnic-cc v0.0.0
)

require (
	github.com/gopacket/gopacket v1.7.7 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	github.com/spf13/pflag v1.0.10 // indirect
	golang.org/x/exp v0.0.0-20260908205506-85c1c2202aba // indirect
	golang.org/x/net v0.59.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
)

replace (
	example.org/aimd => ../aimd
	smartnic-cc => ../../..
)

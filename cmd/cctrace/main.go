// Command cctrace replays traces of congestion notification packets through reaction points,
// and compares firmware with the reference.
package main

import "smartnic-cc/cmd/cctrace/command"

func main() { command.Main(command.Options{}) }

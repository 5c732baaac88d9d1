// Package base groups what imports nothing of this module but base, and what every other package may import: packet
// (formats of packets and captures), num (numbers, exactly), text (what reads and makes text), sys (files and processes)
// and cli (command lines).
package base

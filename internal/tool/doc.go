// Package tool groups what only the commands use: explain (the cause of a wrong bit) and live (packets through a kernel).
package tool

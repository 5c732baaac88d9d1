// Package packet groups the formats of packets, which readers and writers share: pcap (files of
// captures) and roce (headers of RoCEv2). Nothing here knows a connection.
package packet

module example.org/falcon

go 1.26.0

require smartnic-cc v0.0.0

require golang.org/x/exp v0.0.0-20260908205506-85c1c2202aba // indirect

replace smartnic-cc => ../../..

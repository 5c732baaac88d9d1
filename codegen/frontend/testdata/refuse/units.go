package units

// ERROR+2 "unknown unit kbs (did you mean kb/s?)"
//
//ccgen:unit kbs
type Rate uint32

//ccgen:unit ns
type Time uint32

// ERROR+2 "//ccgen:unit on type Pair, which is no integer"
//
//ccgen:unit ns
type Pair struct{ A, B uint32 }

// ERROR+2 "malformed directive //ccgen:format 1.15"
//
//ccgen:format 1.15
type Share uint16

// ERROR+2 "format UQ1.16 has 17 bits, uint16 has 16"
//
//ccgen:format UQ1.16
type Wide uint16

// ERROR+2 "format Q4.12 has 17 bits, int16 has 16"
//
//ccgen:format Q4.12
type Signed int16

// ERROR+2 "format UQ4.12 on type Minus of type int16"
//
//ccgen:format UQ4.12
type Minus int16

// ERROR+2 "format UQ1.Bits names no field"
//
//ccgen:format UQ1.Bits
type Loose uint16

//ccgen:format UQ0.16
type Fraction uint16

type Params struct {
	//ccgen:range 8..24
	Bits uint8
	Flag bool
	// ERROR+2 "field T is in B, but its type Time in ns"
	//
	//ccgen:unit B
	T Time
	// ERROR+2 "field F has the format UQ1.15, but its type Fraction has UQ0.16"
	//
	//ccgen:format UQ1.15
	F Fraction
	// ERROR+2 "//ccgen:unit on field B, which is no integer"
	//
	//ccgen:unit ns
	B bool
	// ERROR+2 "//ccgen:format on field P, which is no integer"
	//
	//ccgen:format UQ1.15
	P Pair
	// ERROR+2 "format UQ1.Bit names no field (did you mean Bits?)"
	//
	//ccgen:format UQ1.Bit
	A uint32
	// ERROR+2 "format UQ1.Flag names Flag, which is no number of bits"
	//
	//ccgen:format UQ1.Flag
	C uint32
	// ERROR+2 "format UQ9.Bits has 33 bits, uint32 has 32"
	//
	//ccgen:format UQ9.Bits
	D uint32
	// ERROR+3 "second //ccgen:unit of one declaration"
	//
	//ccgen:unit ns
	//ccgen:unit us
	E uint32
	// ERROR+3 "second //ccgen:format of one declaration"
	//
	//ccgen:format UQ1.15
	//ccgen:format UQ1.14
	G uint32
	// ERROR+2 "malformed directive //ccgen:unit ns B"
	//
	//ccgen:unit ns B
	H uint32
}

type State struct {
	// ERROR+2 "format UQ1.Params.Bit names no field (did you mean Params.Bits?)"
	//
	//ccgen:format UQ1.Params.Bit
	A uint32
	// ERROR+2 "format UQ1.Param.Bits names no field (did you mean Params.Bits?)"
	//
	//ccgen:format UQ1.Param.Bits
	B uint32
	//ccgen:format UQ1.Params.Bits
	C [4]uint32
}

// ERROR+2 "//ccgen:unit does not belong to a func"
//
//ccgen:unit ns
func f() {}

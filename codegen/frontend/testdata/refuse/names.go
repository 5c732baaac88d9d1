package names

type T struct{ X uint32 }

func (t T) Get() uint32 { return t.X } // ERROR "would be named T_Get"

func T_Get(t T) uint32 { return t.X }

func id[N uint8 | uint16](n N) N { return n } // ERROR "would be named id_uint8"

func id_uint8(n uint8) uint8 { return id(n) }

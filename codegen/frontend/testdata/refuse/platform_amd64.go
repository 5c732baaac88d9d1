package platform // ERROR "name ends in _amd64"

func f() {}

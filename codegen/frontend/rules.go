package frontend

// The names of the rules, as docs/subset.md lists them.
const (
	ruleSyntax     = "syntax"
	ruleCompile    = "compile"
	ruleImport     = "import"
	ruleFile       = "file"
	ruleDirective  = "directive"
	ruleInt        = "int"
	ruleFloat      = "float"
	ruleString     = "string"
	ruleType       = "type"
	ruleStruct     = "struct"
	ruleArray      = "array"
	rulePointer    = "pointer"
	ruleAlias      = "alias"
	ruleConstraint = "constraint"
	ruleGlobal     = "global"
	ruleTable      = "table"
	ruleFunc       = "func"
	ruleFuncValue  = "func-value"
	ruleRecursion  = "recursion"
	ruleStmt       = "statement"
	ruleLoop       = "loop"
	ruleLoopVar    = "loop-variable"
	ruleSwitch     = "switch"
	ruleDivide     = "divide"
	ruleShift      = "shift"
	rulePrecedence = "precedence"
	ruleCompare    = "compare"
	ruleConvert    = "convert"
	ruleBuiltin    = "builtin"
	ruleBits       = "bits"
	ruleOrder      = "order"
	ruleIndex      = "index"
	ruleBlank      = "blank"
	ruleName       = "name"
	ruleSize       = "size"
	ruleTransducer = "transducer"
	ruleUnused     = "unused"
)

// Remedies that several rules share.
const (
	useFixedWidth = "use a fixed-width type such as uint32 or int32"
	useConvertAt  = "convert it at once, as in uint32(bits.LeadingZeros32(x)) or uint32(len(a))"
	useVarFirst   = "assign it to a variable first"
)

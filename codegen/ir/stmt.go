package ir

// Stmt is a statement: *Declare, *DeclareConst, *Assign, *MultiAssign, *If,
// *For, *Switch, *Return, *Break, *Continue, *Block, *CallStmt, *Comment.
type Stmt interface {
	Info() *StmtInfo
	isStmt()
}

// StmtInfo is the part common to all statements.
type StmtInfo struct {
	Pos         Pos
	LeadComment []string // comment lines directly before the statement
	LineComment string   // comment at the end of its (first) line
	Blank       bool     // a blank line stands before it (and its LeadComment) in the source
}

// Info returns s itself.
func (s *StmtInfo) Info() *StmtInfo { return s }

func (*StmtInfo) isStmt() {}

// Declare declares a local variable with a value, or the zero value if Init is nil.
type Declare struct {
	StmtInfo
	Var  *Var
	Init Expr
}

// DeclareConst declares constants local to a block. Uses are Const with Ref.
type DeclareConst struct {
	StmtInfo
	Consts []*ConstDecl
}

// Assign is Dst = Src, or Dst op= Src. Dst is a place: a VarRef, or FieldRef
// and Index of places. It is never a table. With Op Shl or Shr, Src is the
// shift count as in Shift; otherwise Src has the type of Dst. Src is
// evaluated before Dst changes.
type Assign struct {
	StmtInfo
	Op  Op // NoOp for plain =, else Add..Shr
	Dst Expr
	Src Expr
	Inc bool // written as ++ or -- (Op is Add or Sub, Src is 1)
}

// MultiAssign takes the several results of one call. Dst[i] is nil for blank;
// if Define[i] the variable is declared here. A variable in Dst is local,
// not ByRef, occurs once, and is not passed by address in the call.
type MultiAssign struct {
	StmtInfo
	Dst    []*Var
	Define []bool
	From   Expr // *Call or *Intrinsic with len(Dst) results
}

// If is a conditional. Else is nil or holds the else branch; an else-if
// is an Else of one *If.
type If struct {
	StmtInfo
	Cond Expr
	Then []Stmt
	Else []Stmt
}

// For is a loop whose number of iterations is known. The variable is not assigned
// in the body and never wraps before the end test fails.
//
// Up:   for v := Lo; v < Hi (v <= Hi if Inclusive); v++
// Down: for v := Lo; v > Hi (v >= Hi if Inclusive); v--
type For struct {
	StmtInfo
	Var        *Var   // declared by the loop
	Lo, Hi     *Const // of the type of Var
	Down       bool
	Inclusive  bool
	Iterations uint64 // may be 0
	Body       []Stmt
}

// Switch selects by an integer. Cases are in source order, values are distinct
// Consts of the type of Tag, at most one case is the default (at any place).
// There is no fall-through, and a Break inside belongs to a loop inside it
// only: break out of a switch is outside the subset.
type Switch struct {
	StmtInfo
	Tag   Expr
	Cases []*Case
}

// Case is a clause of a Switch.
type Case struct {
	Pos         Pos
	LeadComment []string
	LineComment string
	Values      []*Const // empty for default
	Default     bool
	Body        []Stmt
}

// Return leaves the function with the values of its results.
type Return struct {
	StmtInfo
	Values []Expr
}

// Break leaves the innermost For.
type Break struct{ StmtInfo }

// Continue goes on with the next turn of the innermost For.
type Continue struct{ StmtInfo }

// Block groups statements: braces of the source, or (Implicit) an if or switch
// with an init statement. A variable declared in it is not seen outside. The
// names in an Implicit block are free in the block around it, so it may be
// printed without braces where the language allows.
type Block struct {
	StmtInfo
	Implicit bool
	Body     []Stmt
}

// CallStmt calls for the effect; results, if any, are dropped.
type CallStmt struct {
	StmtInfo
	Call *Call
}

// Comment is comment lines that precede no statement, at the end of a block.
// The text is in Lead.
type Comment struct{ StmtInfo }

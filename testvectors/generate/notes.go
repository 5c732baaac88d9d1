package generate

import "smartnic-cc/testvectors"

// Flags. Each names the bug that its cases would catch; the notes below say more.
const (
	flagRandom      = "Random"
	flagApart       = testvectors.FoundBySearch
	flagEdge        = "EdgeCase"
	flagPower       = "PowerOfTwo"
	flagSeam        = "TableSeam"
	flagBoundary    = "RoundingBoundary"
	flagWorst       = "WorstCase"
	flagTie         = "Tie"
	flagDegenerate  = "Degenerate"
	flagSaturation  = "Saturation"
	flagSign        = "SignBorder"
	flagShift       = "ShiftWidth"
	flagRemainder   = "Remainder"
	flagWrap        = "TimeWrap"
	flagFirstCNP    = "FirstCNP"
	flagOrder       = "Simultaneous"
	flagCoalesced   = "CoalescedCNPs"
	flagSpaced      = "CutSpacing"
	flagBytes       = "ByteCounter"
	flagMinRate     = "MinRate"
	flagMaxRate     = "MaxRate"
	flagIdle        = "LongIdle"
	flagAlpha       = "AlphaEnds"
	flagPhases      = "RecoveryPhases"
	flagTarget      = "TargetKept"
	flagUnknown     = "UnknownEvent"
	flagSpurious    = "SpuriousTimer"
	flagLoaded      = "LoadedState"
	flagParameters  = testvectors.ParameterEnds
	flagExploration = "ExplorationRound"
	flagTies        = "EqualArms"
	flagRewards     = "RewardEnds"
	flagArm         = "ArmOutOfRange"
	flagAgeing      = "Ageing"
	flagQualified   = "QualifiedCNP"
	flagSlots       = "TxSlot"
	flagEmpty       = "EmptySent"
	flagCounts      = "PendingCounts"
	flagLateACK     = "LateACK"
	flagPower5      = "RewardPower"
)

var notes = map[string]testvectors.Note{
	flagRandom:      {BugType: "BASIC", Description: "Random, but plausible inputs."},
	flagApart:       {BugType: "EDGE_CASE", Description: "Found by search: tells apart a fault that no other case does; the comment names it.", Effect: "The fault that the comment names, or one like it."},
	flagEdge:        {BugType: "EDGE_CASE", Description: "Ends of the range of an argument, and their neighbours."},
	flagPower:       {BugType: "EDGE_CASE", Description: "Powers of two and their neighbours.", Effect: "Normalisation by leading zeros or the table index is off by one."},
	flagSeam:        {BugType: "ROUNDING", Description: "First and last inputs of the segments of a table.", Effect: "The result jumps or steps back where two segments meet."},
	flagBoundary:    {BugType: "ROUNDING", Description: "Two neighbouring inputs between which the result steps, the hardest to round.", Effect: "A result is one unit off: the core is not exact enough or rounds another way."},
	flagWorst:       {BugType: "ROUNDING", Description: "The inputs whose exact results lie nearest to half way between two numbers, of all inputs, and their neighbours.", Effect: "A result is one unit off: a term or some bits are missing inside."},
	flagTie:         {BugType: "ROUNDING", Description: "The exact result lies half way between two numbers.", Effect: "Half up, half even or down were mixed up."},
	flagDegenerate:  {BugType: "EDGE_CASE", Description: "The result has no value (log of 0, 1/0): a stated end of the range.", Effect: "A trap, or a value that reads like a regular one."},
	flagSaturation:  {BugType: "OVERFLOW", Description: "The result is at an end of its type.", Effect: "The result wraps around: a rate of nearly 0 for one of nearly infinity."},
	flagSign:        {BugType: "OVERFLOW", Description: "Negative operands, or the border between signs.", Effect: "A right shift rounds towards zero, or the most negative number was negated."},
	flagShift:       {BugType: "EDGE_CASE", Description: "A shift count of 0, or of the width or more.", Effect: "C leaves such shifts undefined: machines mask the count."},
	flagRemainder:   {BugType: "ROUNDING", Description: "The numerator is next to a multiple of the denominator.", Effect: "A quotient from a reciprocal is not corrected by its remainder."},
	flagWrap:        {BugType: "WRAP_AROUND", Description: "The 32-bit clock wraps.", Effect: "Times are compared by <, or differences in 64 bits: a timer fires at once or never."},
	flagFirstCNP:    {BugType: "STATE", Description: "The first CNP of a connection.", Effect: "Timers do not start, or the profile's treatment of the first CNP is missing."},
	flagOrder:       {BugType: "ORDER", Description: "Several events at one instant, in the normative order.", Effect: "Alpha is updated after the cut for before it, or an increase undoes a cut."},
	flagCoalesced:   {BugType: "STATE", Description: "One event stands for several CNPs.", Effect: "The event counts once, or a count of 0 or above 8 is mistreated."},
	flagSpaced:      {BugType: "ORDER", Description: "CNPs at, just before and just after the end of a cut period.", Effect: "Two cuts in one period, or a pending cut is lost."},
	flagBytes:       {BugType: "EDGE_CASE", Description: "Bytes sent just below, at and above the byte counter's threshold, and many times it.", Effect: "An increase is lost or made twice; what is left over is dropped."},
	flagMinRate:     {BugType: "OVERFLOW", Description: "Cuts down to the floor of the rate.", Effect: "The rate reaches 0 and never recovers."},
	flagMaxRate:     {BugType: "OVERFLOW", Description: "Increases up to the ceiling of the rate.", Effect: "The rate passes the line rate, or RT + RC overflows."},
	flagIdle:        {BugType: "STATE", Description: "No event for long; timers run down and stop.", Effect: "A timer runs for ever, or does not start again."},
	flagAlpha:       {BugType: "ROUNDING", Description: "Alpha rises or decays until it moves no more.", Effect: "Rounding of alpha differs: it stops at another value."},
	flagPhases:      {BugType: "STATE", Description: "Fast recovery, additive and hyper increase one after the other.", Effect: "A phase begins a stage early or late."},
	flagTarget:      {BugType: "STATE", Description: "Several cuts without an increase between them.", Effect: "The target is lowered by each cut, or by none."},
	flagUnknown:     {BugType: "EDGE_CASE", Description: "Kinds of event that do not exist.", Effect: "State changes that should not."},
	flagSpurious:    {BugType: "STATE", Description: "A timer's event while the timer does not run.", Effect: "State differs after a race between timer and packet."},
	flagLoaded:      {BugType: "STATE", Description: "Begins in a loaded state with fields at their ends.", Effect: "A counter wraps that should saturate."},
	flagParameters:  {BugType: "PARAMETER", Description: "Parameters at the ends of their ranges.", Effect: "A product needs more bits than it was given."},
	flagExploration: {BugType: "STATE", Description: "Whole exploration rounds: every arm in turn, then the best.", Effect: "The round is one step too long or short."},
	flagTies:        {BugType: "ORDER", Description: "Arms with equal rewards: the lowest index wins.", Effect: "Another arm wins ties."},
	flagRewards:     {BugType: "EDGE_CASE", Description: "Rewards of exactly 0 and 1.", Effect: "A mean passes 0 or 1."},
	flagArm:         {BugType: "EDGE_CASE", Description: "An arm that does not exist.", Effect: "Memory beside the arms is read or written."},
	flagAgeing:      {BugType: "ROUNDING", Description: "Counts age at the end of blocks and rounds, rounded by a dither.", Effect: "The dither has another input: the learnt values drift apart slowly."},
	flagQualified:   {BugType: "STATE", Description: "CNPs at, just before and just after the end of the qualifying time.", Effect: "An iteration of the bandit is lost or added."},
	flagSlots:       {BugType: "STATE", Description: "Several packets in one transmission slot, and pauses of 256 slots.", Effect: "A slot is counted twice."},
	flagEmpty:       {BugType: "STATE", Description: "Sent events of no bytes or no packets.", Effect: "A transmission slot is not counted, or packets are not."},
	flagCounts:      {BugType: "OVERFLOW", Description: "Pending counts beyond eight bits.", Effect: "The common exponent or its rounding differs."},
	flagLateACK:     {BugType: "ORDER", Description: "ACKs that come late, out of order or for an old arm.", Effect: "The wrong arm is taught."},
	flagPower5:      {BugType: "ROUNDING", Description: "The ECN ratio's power in equation 5, arm by arm.", Effect: "The product is rounded once at the end, or the power is one off."},
}

#!/usr/bin/env bash
# The order in which two variables are declared decides whether cvc5 simplifies a product away or has to multiply bit by bit.
#
# Tool: Debian cvc5 1.0.3-1, beside z3 4.8.12-3.1.
# Input: that the low half of the product of b and a, both extended by zeros to twice their width, is their product at that width;
# 16 and 32 bits. The assertion is the same text each time; only the two declarations before it change places.
# Expected: the same answer at the same cost, as renamed variables must have.
# Seen: b declared first, as it is written: unsat within 10,000 units of cvc5's resources. a declared first:
# unknown at that limit (and no answer in 25 s without it). z3 answers both at once.
# Resources, not seconds, are the limit, so that a loaded machine sees the same.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed z3=4.8.12-3.1
debian cvc5=1.0.3-1 libcvc5-1=1.0.3-1 libcvc5parser1=1.0.3-1 libantlr3c-3.4-0=3.4+dfsg-4 libcln6=1.3.6-4 \
	libcryptominisat5-5.11=5.11.4+dfsg1-2+b1
export LD_LIBRARY_PATH=$PWD/root/usr/lib/x86_64-linux-gnu

# problem BITS FIRST SECOND prints the problem with the variables declared in this order.
problem() {
	echo "(set-logic QF_BV) (declare-const $2 (_ BitVec $1)) (declare-const $3 (_ BitVec $1))"
	echo "(assert (not (= (bvmul b a)"
	echo "  ((_ extract $(($1 - 1)) 0) (bvmul ((_ zero_extend $1) b) ((_ zero_extend $1) a))))))"
	echo "(check-sat)"
}

for bits in 16 32; do
	problem $bits b a >ba.smt2
	problem $bits a b >ab.smt2
	same "$bits bits, b first, cvc5" "$(root/usr/bin/cvc5 --rlimit=10000 ba.smt2)" unsat
	same "$bits bits, a first, cvc5" "$(root/usr/bin/cvc5 --rlimit=10000 ab.smt2)" unknown
	for order in ba ab; do same "$bits bits, $order, z3" "$(z3 -T:30 $order.smt2)" unsat; done
done

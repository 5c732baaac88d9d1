/* Entry, system calls and jumps of a rv64 program that has no C library and no
   floating point. The system calls are Linux's: qemu's user emulation answers them. */

	.section .text

	.globl _start
_start:
	.option push
	.option norelax
	la gp, __global_pointer$
	.option pop
	andi sp, sp, -16
	call main
	tail exit

	.globl read
read:
	li a7, 63
	ecall
	ret

	.globl write
write:
	li a7, 64
	ecall
	ret

	.globl exit
exit:
	li a7, 93
	ecall
	j exit

	.globl setjmp
setjmp:
	sd ra, 0(a0)
	sd sp, 8(a0)
	sd s0, 16(a0)
	sd s1, 24(a0)
	sd s2, 32(a0)
	sd s3, 40(a0)
	sd s4, 48(a0)
	sd s5, 56(a0)
	sd s6, 64(a0)
	sd s7, 72(a0)
	sd s8, 80(a0)
	sd s9, 88(a0)
	sd s10, 96(a0)
	sd s11, 104(a0)
	li a0, 0
	ret

	.globl longjmp
longjmp:
	ld ra, 0(a0)
	ld sp, 8(a0)
	ld s0, 16(a0)
	ld s1, 24(a0)
	ld s2, 32(a0)
	ld s3, 40(a0)
	ld s4, 48(a0)
	ld s5, 56(a0)
	ld s6, 64(a0)
	ld s7, 72(a0)
	ld s8, 80(a0)
	ld s9, 88(a0)
	ld s10, 96(a0)
	ld s11, 104(a0)
	seqz a0, a1
	add a0, a0, a1
	ret

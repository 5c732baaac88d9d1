/* Entry, system calls and jumps of a program that has no C library and no floating point. The system
   calls are Linux's: qemu's user emulation answers them. */

	.section .text

#if defined(__riscv)

#if __riscv_xlen == 64
#define STORE sd
#define LOAD ld
#define BYTES 8
#else
#define STORE sw
#define LOAD lw
#define BYTES 4
#endif

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

	.macro kept op
	\op ra, 0(a0)
	\op sp, 1*BYTES(a0)
	\op s0, 2*BYTES(a0)
	\op s1, 3*BYTES(a0)
	\op s2, 4*BYTES(a0)
	\op s3, 5*BYTES(a0)
	\op s4, 6*BYTES(a0)
	\op s5, 7*BYTES(a0)
	\op s6, 8*BYTES(a0)
	\op s7, 9*BYTES(a0)
	\op s8, 10*BYTES(a0)
	\op s9, 11*BYTES(a0)
	\op s10, 12*BYTES(a0)
	\op s11, 13*BYTES(a0)
	.endm

	.globl setjmp
setjmp:
	kept STORE
	li a0, 0
	ret

	.globl longjmp
longjmp:
	kept LOAD
	seqz a0, a1
	add a0, a0, a1
	ret

#elif defined(__arm__)

	.syntax unified
#ifdef __thumb__
	.thumb
#define FUNCTION(name) .globl name; .type name, %function; .thumb_func; name
#else
	.arm
#define FUNCTION(name) .globl name; .type name, %function; name
#endif

FUNCTION(_start):
	bl main
	bl exit

FUNCTION(read):
	push {r7, lr}
	movs r7, #3
	svc #0
	pop {r7, pc}

FUNCTION(write):
	push {r7, lr}
	movs r7, #4
	svc #0
	pop {r7, pc}

FUNCTION(exit):
	movs r7, #1
	svc #0
	b exit

	/* In the 16-bit instructions of the smallest cores. */
FUNCTION(setjmp):
	mov r2, sp
	mov r3, lr
	stmia r0!, {r2-r7}
	mov r1, r8
	mov r2, r9
	mov r3, r10
	stmia r0!, {r1-r3}
	mov r1, r11
	str r1, [r0]
	movs r0, #0
	bx lr

FUNCTION(longjmp):
	mov r12, r1
	ldmia r0!, {r2-r7}
	mov sp, r2
	mov lr, r3
	ldmia r0!, {r1-r3}
	mov r8, r1
	mov r9, r2
	mov r10, r3
	ldr r1, [r0]
	mov r11, r1
	mov r0, r12
	cmp r0, #0
	bne 1f
	movs r0, #1
1:
	bx lr

#elif defined(__XTENSA__)

	.literal_position
	.globl _start
	.align 4
_start:
	movi a0, 0
	call0 main
	j exit

	/* The number of the call in a2, its arguments in a6, a3 and a4. */
	.globl read
	.align 4
read:
	mov a6, a2
	movi a2, 12
	j call

	.globl write
	.align 4
write:
	mov a6, a2
	movi a2, 13
call:
	syscall
	ret

	.globl exit
	.align 4
exit:
	mov a6, a2
	movi a2, 118
	syscall
	j exit

	.globl setjmp
	.align 4
setjmp:
	s32i a0, a2, 0
	s32i a1, a2, 4
	s32i a12, a2, 8
	s32i a13, a2, 12
	s32i a14, a2, 16
	s32i a15, a2, 20
	movi a2, 0
	ret

	.globl longjmp
	.align 4
longjmp:
	l32i a0, a2, 0
	l32i a1, a2, 4
	l32i a12, a2, 8
	l32i a13, a2, 12
	l32i a14, a2, 16
	l32i a15, a2, 20
	movi a2, 1
	movnez a2, a3, a3
	ret

#endif

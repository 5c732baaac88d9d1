package verbs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"smartnic-cc/internal/base/sys/child"
)

// emulator runs machines.
var emulator = child.Tool{
	Name: "qemu-system-x86_64", Need: "the bench runs virtual machines; on Debian: apt-get install qemu-system-x86", Args: []string{"--version"},
	Version: func(said string) (string, error) {
		var major, minor int
		m := regexp.MustCompile(`version (\d+)\.(\d+)\S*`).FindStringSubmatch(said)
		if m == nil {
			return "", fmt.Errorf("of an unknown version")
		}
		_, _ = fmt.Sscan(m[1]+" "+m[2], &major, &minor) // digits, as matched
		if major < 7 || major == 7 && minor < 2 {
			return "", fmt.Errorf("of version %s.%s, which has no stream sockets; use 7.2 or later", m[1], m[2])
		}
		return m[0], nil
	},
}

// machine is a running virtual machine.
type machine struct {
	Machine
	frames  net.Conn // Ethernet frames, each behind its length
	control net.Conn
	lines   *bufio.Reader // of control
	console tail
	cmd     *exec.Cmd
	forget  func()
	ended   chan struct{}
}

// accelerated reports whether kvm works here: the device can be opened, and the processor says that it can.
func accelerated() bool {
	if unix.Access("/dev/kvm", unix.R_OK|unix.W_OK) != nil {
		return false
	}
	cpu, err := os.ReadFile("/proc/cpuinfo")
	return err == nil && regexp.MustCompile(`(?m)^flags\s*:.* (vmx|svm)\b`).Match(cpu)
}

// memory returns bytes as a file that exists only as long as it is open.
func memory(parts ...[]byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("initrd", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), "initrd")
	for _, b := range parts {
		if _, err := f.Write(b); err != nil {
			_ = f.Close()
			return nil, err
		}
	}
	return f, nil
}

// pair returns a connection and the file of its other end, for a child.
func pair() (net.Conn, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	for _, fd := range fds { // frames wait here and not in the machine
		_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF, socketRoom)
	}
	own, other := os.NewFile(uintptr(fds[0]), "socket"), os.NewFile(uintptr(fds[1]), "socket")
	defer own.Close()
	c, err := net.FileConn(own)
	if err != nil {
		_ = other.Close()
	}
	return c, other, err
}

// socketRoom is what a socket holds, bytes.
const socketRoom = 4 << 20

// start starts a machine; initrd is what it boots besides the kernel.
func (p *Plan) start(ctx context.Context, number int, kernel string, initrd *os.File) (_ *machine, err error) {
	m := &machine{Machine: p.machines()[number], ended: make(chan struct{})}
	var theirs [2]*os.File
	for i, own := range []*net.Conn{&m.control, &m.frames} {
		if *own, theirs[i], err = pair(); err != nil {
			return nil, err
		}
		defer theirs[i].Close()
	}
	m.lines = bufio.NewReader(m.control)
	mac := addressOf(number)
	cpu := "qemu64"
	if p.Accel == "kvm" {
		cpu = "host"
	}
	m.cmd = child.Command(ctx, "", emulator.Name, "-accel", p.Accel, "-cpu", cpu, "-m", "512", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
		"-serial", "stdio", "-kernel", kernel, "-initrd", "/dev/fd/5", "-append", fmt.Sprintf("console=ttyS0 quiet panic=-1 mitigations=off no_timer_check bench=%d", number),
		"-device", "virtio-serial-pci", "-chardev", "socket,id=control,fd=3", "-device", "virtserialport,chardev=control,name=bench",
		"-netdev", "stream,id=link,server=off,addr.type=fd,addr.str=4", "-device", fmt.Sprintf("virtio-net-pci,netdev=link,romfile=,mac=%s,host_mtu=%d", net.HardwareAddr(mac[:]), p.linkMTU()))
	m.cmd.ExtraFiles = []*os.File{theirs[0], theirs[1], initrd}
	m.cmd.Stdout, m.cmd.Stderr = &m.console, &m.console
	m.cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	started := make(chan error)
	go func() {
		// The signal at the end is that of the thread which started the machine: it has to stay.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		forget, err := child.Start(m.cmd)
		m.forget = forget
		started <- err
		if err == nil {
			_ = unix.Setpriority(unix.PRIO_PROCESS, m.cmd.Process.Pid, -10) // before other work, if the user may
			_ = m.cmd.Wait()                                                // why it ended is what it said
			close(m.ended)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("%s: %w", emulator.Name, err)
	}
	return m, nil
}

// stop ends a machine.
func (m *machine) stop() {
	child.KillGroup(m.cmd)
	<-m.ended
	m.forget()
	_ = m.frames.Close()
	_ = m.control.Close()
}

// fault returns what went wrong with a machine that does not answer.
func (m *machine) fault(err error) error {
	select {
	case <-m.ended:
		return fmt.Errorf("%s: the machine ended: %s", m.Name, m.console.last())
	default:
		return fmt.Errorf("%s: %w", m.Name, err)
	}
}

// hear reads a line, which begins with the word, and returns what follows it.
func (m *machine) hear(word string) (string, error) {
	line, err := m.lines.ReadString('\n')
	if err != nil {
		return "", m.fault(err)
	}
	said, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
	switch said {
	case word:
		return rest, nil
	case "fail":
		return "", fmt.Errorf("%s: %s", m.Name, strings.TrimSpace(rest))
	}
	return "", fmt.Errorf("%s: says %q in place of %q", m.Name, line, word)
}

// say writes a line.
func (m *machine) say(word string) error {
	if _, err := m.control.Write([]byte(word + "\n")); err != nil {
		return m.fault(err)
	}
	return nil
}

// tail keeps the end of what is written.
type tail struct {
	sync.Mutex
	b []byte
}

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.Lock()
	defer t.Unlock()
	const most = 16 << 10
	if t.b = append(t.b, b...); len(t.b) > most {
		t.b = t.b[len(t.b)-most:]
	}
	return len(b), nil
}

// last returns the last line, or what there is to know of none.
func (t *tail) last() string {
	t.Lock()
	defer t.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.b)), "\n")
	if l := strings.TrimSpace(lines[len(lines)-1]); l != "" {
		return l
	}
	return "it said nothing"
}

var errSilent = errors.New("does not answer in time")

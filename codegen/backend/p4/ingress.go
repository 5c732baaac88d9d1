package p4

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// registers prints a register for each leaf of a type.
func (g *gen) registers(t *ir.Type, prefix, size string) {
	for _, l := range ir.Layout(t) {
		g.f("    %s\n", g.arch.declare(wireBits(l.Kind), size, prefix+fieldName(l.Name)))
	}
}

// each prints an action with one statement a leaf.
func (g *gen) each(name string, t *ir.Type, statement func(field string) string) {
	g.f("    action %s() {\n", name)
	for _, l := range ir.Layout(t) {
		g.f("        %s\n", statement(fieldName(l.Name)))
	}
	g.f("    }\n")
}

// stored prints registers of the state and parameters, and the actions on them.
func (g *gen) stored() {
	g.f("    // The state of each connection.\n")
	g.registers(g.t.State, "state_", "CONNECTIONS")
	if !g.constant() {
		g.f("    // The parameters of all connections.\n")
		g.registers(g.t.Params, "params_", "1")
	}
	g.each("read_state", g.t.State, func(f string) string {
		return g.arch.load("meta.s_"+f, "state_"+f, "meta.connection")
	})
	g.each("write_state", g.t.State, func(f string) string {
		return fmt.Sprintf("state_%s.write(meta.connection, hdr.after.%s);", f, f)
	})
	g.each("show_state", g.t.State, func(f string) string {
		return fmt.Sprintf("hdr.after.%s = meta.s_%s;", f, f)
	})
	if !g.constant() {
		g.each("read_params", g.t.Params, func(f string) string {
			return g.arch.load("meta.p_"+f, "params_"+f, "32w0")
		})
		g.each("write_params", g.t.Params, func(f string) string {
			return fmt.Sprintf("params_%s.write(32w0, hdr.params.%s);", f, f)
		})
	}
}

// carried prints the actions that take state and parameters from the packet.
func (g *gen) carried() {
	g.each("read_state", g.t.State, func(f string) string { return fmt.Sprintf("meta.s_%s = hdr.before.%s;", f, f) })
	if !g.constant() {
		g.each("read_params", g.t.Params, func(f string) string { return fmt.Sprintf("meta.p_%s = hdr.params.%s;", f, f) })
	}
}

// ingress prints the control that does the work. Registers are read by one action
// before the event and written by one after it.
func (g *gen) ingress(decls, initText, stepText string) {
	g.f("control cc_ingress(%s) {\n", g.arch.control)
	if g.o.Carried {
		g.carried()
	} else {
		g.stored()
	}
	g.f(`    action reply() {
        bit<48> requester = hdr.ethernet.source;
        hdr.ethernet.source = hdr.ethernet.destination;
        hdr.ethernet.destination = requester;
        hdr.request.op = hdr.request.op | REPLY;
        %s
    }
    action refuse() {
        %s
    }
`, g.arch.send, g.arch.drop)
	g.b.WriteString(decls)
	params, write, check, place := "", "                write_state();\n", " && (bit<32>)hdr.request.connection < CONNECTIONS",
		"            meta.connection = (bit<32>)hdr.request.connection;\n"
	if g.o.Carried {
		write, check, place = "", "", ""
	}
	begins := "hdr.request.op == OP_INIT"
	if !g.constant() {
		params = "                read_params();\n"
		if g.o.Carried {
			begins += " && hdr.params.isValid()"
		}
	}
	g.f(`    apply {
        meta.answer = false;
        if (hdr.request.isValid() && hdr.request.version == VERSION%s) {
%s            if (hdr.event.isValid()) {
                read_state();
%s                hdr.output.setValid();
                hdr.after.setValid();
%s%s                hdr.event.setInvalid();
                meta.answer = true;
            } else if (%s) {
%s                hdr.after.setValid();
%s%s                meta.answer = true;
            }`, check, place, params, strings.TrimLeft(stepText, "\n"), write, begins, params, initText, write)
	if !g.o.Carried {
		g.f(` else if (hdr.after.isValid()) {
                write_state();
                meta.answer = true;
            } else if (hdr.request.op == OP_READ) {
                read_state();
                hdr.after.setValid();
                show_state();
                meta.answer = true;
            }`)
		if !g.constant() {
			g.f(` else if (hdr.params.isValid()) {
                write_params();
                hdr.params.setInvalid();
                meta.answer = true;
            }`)
		}
	}
	g.f(`
        }
        if (meta.answer) {
            reply();
        } else {
            refuse();
        }
    }
}

`)
}

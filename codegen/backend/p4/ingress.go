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
func (g *gen) each(name string, t *ir.Type, before string, statement func(field string) string) {
	g.f("    action %s() {\n%s", name, before)
	for _, l := range ir.Layout(t) {
		g.f("        %s\n", statement(fieldName(l.Name)))
	}
	g.f("    }\n")
}

// ingress prints the control that does the work. Registers are read by one action
// before the event and written by one after it.
func (g *gen) ingress(decls, initText, stepText string) {
	g.f("control cc_ingress(%s) {\n", g.arch.control)
	g.f("    // The state of each connection.\n")
	g.registers(g.t.State, "state_", "CONNECTIONS")
	if !g.constant() {
		g.f("    // The parameters of all connections.\n")
		g.registers(g.t.Params, "params_", "1")
	}
	g.each("read_state", g.t.State, "", func(f string) string {
		return g.arch.load("meta.s_"+f, "state_"+f, "meta.connection")
	})
	g.each("write_state", g.t.State, "", func(f string) string {
		return fmt.Sprintf("state_%s.write(meta.connection, hdr.after.%s);", f, f)
	})
	g.each("show_state", g.t.State, "", func(f string) string {
		return fmt.Sprintf("hdr.after.%s = meta.s_%s;", f, f)
	})
	if !g.constant() {
		g.each("read_params", g.t.Params, "", func(f string) string {
			return g.arch.load("meta.p_"+f, "params_"+f, "32w0")
		})
		g.each("write_params", g.t.Params, "", func(f string) string {
			return fmt.Sprintf("params_%s.write(32w0, hdr.params.%s);", f, f)
		})
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
	params := ""
	if !g.constant() {
		params = "                read_params();\n"
	}
	g.f(`    apply {
        meta.answer = false;
        if (hdr.request.isValid() && hdr.request.version == VERSION && (bit<32>)hdr.request.connection < CONNECTIONS) {
            meta.connection = (bit<32>)hdr.request.connection;
            if (hdr.event.isValid()) {
                read_state();
%s                hdr.output.setValid();
                hdr.after.setValid();
%s                write_state();
                hdr.event.setInvalid();
                meta.answer = true;
            } else if (hdr.request.op == OP_INIT) {
%s                hdr.after.setValid();
%s                write_state();
                meta.answer = true;
            } else if (hdr.after.isValid()) {
                write_state();
                meta.answer = true;
            } else if (hdr.request.op == OP_READ) {
                read_state();
                hdr.after.setValid();
                show_state();
                meta.answer = true;
            }`, params, strings.TrimLeft(stepText, "\n"), params, initText)
	if !g.constant() {
		g.f(` else if (hdr.params.isValid()) {
                write_params();
                hdr.params.setInvalid();
                meta.answer = true;
            }`)
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

package swift

//ccgen:laws swift
//
//ccgen:invariant window-in-range s.Window >= p.Least && s.Window <= p.Most
//ccgen:law rate-in-range o.Rate >= 1 && o.Rate <= p.Line
//ccgen:law output-is-window o.Window == t.Window>>WindowBits
//ccgen:law losses-never-raise e.Kind == EventGap || e.Kind == EventTimeout implies t.Window <= s.Window
//ccgen:law cuts-are-apart t.Window < s.Window && s.Cut && e.Kind != EventTimeout implies e.Now.Since(s.CutAt) >= t.RTT
//ccgen:law cut-is-remembered t.Window < s.Window implies t.Cut && t.CutAt == e.Now

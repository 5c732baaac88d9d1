package nscc

//ccgen:laws nscc
//
//ccgen:invariant window-holds-a-packet s.Window >= p.Packet && s.Window <= MaxWindow
//ccgen:invariant base-rtt-in-range s.BaseRTT >= 1 && s.BaseRTT <= p.BaseRTT
//ccgen:law output-is-window o.Window == t.Window
//ccgen:law base-rtt-never-rises t.BaseRTT <= s.BaseRTT
//ccgen:law timeout-never-raises e.Kind == EventTimeout implies t.Window <= s.Window
//ccgen:law cut-needs-a-mark t.CutAt != s.CutAt implies e.Kind == EventAck && e.Marked > 0
//ccgen:law cuts-are-apart t.CutAt != s.CutAt && s.Cut implies e.Now.Since(s.CutAt) > t.BaseRTT
//ccgen:law unknown-kinds-change-nothing e.Kind > EventTimeout implies t.Window == s.Window && t.Delay == s.Delay

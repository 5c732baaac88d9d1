// The viewer of a report's figures: a plot of uPlot for each panel, under one legend, with one view and one
// read-out. It asks the network for nothing.
"use strict";
(() => {
  const STEP = 2, STEP_DASHED = 3, BARS = 4, TICKS = 5; // styles of package plot; lower ones are lines
  const BAND = 10, TOP = 8, RIGHT = 14, GAP = 10, ROW = 150; // px; ROW is the height of a panel of share 1
  const FONT = '12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif';
  const SMALL = FONT.replace("12px", "11px");
  const pen = document.createElement("canvas").getContext("2d"); // measures texts
  pen.font = SMALL;

  // scaleOf maps data to a line on which the view moves evenly, and back.
  const scaleOf = (log) => log ? { log, to: Math.log, from: Math.exp } : { to: (v) => v, from: (v) => v };

  // The units of each scale, the largest first; a scale of numbers has none.
  const KIB = 1024, BYTES = 1, UNITS = [
    [[1, ""]],
    [[KIB ** 4, " TiB"], [KIB ** 3, " GiB"], [KIB ** 2, " MiB"], [KIB, " KiB"], [1, " B"]],
    [[1e9, " s"], [1e6, " ms"], [1e3, " µs"], [1, " ns"]],
  ];
  const trim = (v) => String(Number(v.toPrecision(7)));
  const unitOf = (v, scale) => UNITS[scale].find(([unit]) => Math.abs(v) >= unit * (1 - 1e-9)) || UNITS[scale].at(-1);
  const withUnit = (v, scale) => {
    const [unit, name] = unitOf(v, scale);
    return trim(v / unit) + name;
  };

  // decades returns [value, label] pairs of a logarithmic axis, of bytes at powers of two: as many as there is room
  // for have a label. It is empty where there would be less than two of them.
  const decades = (lo, hi, want, scale) => {
    const bytes = scale === BYTES, log = bytes ? Math.log2 : Math.log10, all = [];
    for (let e = Math.floor(log(lo)); e <= Math.ceil(log(hi)); e++) {
      for (const m of bytes ? [1] : [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        const v = bytes ? 2 ** e : Number(m + "e" + e);
        if (v >= lo * (1 - 1e-9) && v <= hi * (1 + 1e-9)) all.push({ v, m, e });
      }
    }
    for (const [digits, stride] of [["123456789", 1], ["125", 1], ["1", 1], ["1", 2], ["1", 5], ["1", 10], ["1", 50]]) {
      const named = all.filter((t) => digits.includes(t.m) && t.e % stride === 0);
      if (named.length < 2) break;
      if (named.length > 1.7 * want) continue;
      const label = (v) => scale ? withUnit(v, scale) : v < 1e-4 || v >= 1e6 ? v.toExponential().replace("e+", "e") : trim(v);
      return (stride > 1 ? named : all).map((t) => [t.v, named.includes(t) ? label(t.v) : ""]);
    }
    return [];
  };

  // ticks returns [value, label] pairs of an axis between lo and hi; minor marks have no label.
  const ticks = (axis, lo, hi, want, scale = 0) => {
    const marks = axis.log ? decades(lo, hi, want, scale) : [];
    if (marks.length) return marks;
    const [unit, name] = unitOf(Math.max(Math.abs(lo), Math.abs(hi)), scale); // that of the axis' end
    lo /= unit;
    hi /= unit;
    const stepOf = (n) => {
      const raw = (hi - lo) / Math.max(n, 2), base = Math.pow(10, Math.floor(Math.log10(raw)));
      return [1, 2, 5, 10].map((m) => m * base).find((s) => s >= raw * (1 - 1e-9));
    };
    const count = (s) => Math.floor(hi / s + 1e-9) - Math.ceil(lo / s - 1e-9) + 1;
    let step = stepOf(want);
    if (count(step) < (axis.log ? 4 : 3)) step = stepOf(2 * want); // few marks leave an axis unclear
    if (axis.whole && count(1)) step = count(1) <= 2.5 * want ? 1 : Math.max(1, step);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), largest = Math.max(Math.abs(lo), Math.abs(hi));
    for (let i = Math.ceil(lo / step - 1e-9); i * step <= hi + step * 1e-9 && marks.length < 60; i++) {
      const v = i * step, exponent = v && (largest >= 1e7 || largest < 1e-4);
      marks.push([v * unit, (exponent ? Number(v.toPrecision(10)).toExponential().replace("e+", "e") : v ? v.toFixed(Math.min(digits, 12)) : "0") + name]);
    }
    return marks;
  };

  // below returns how many of the first n of the rising values v are at most x.
  const below = (v, x) => {
    let lo = 0, hi = v.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (v[mid] <= x) lo = mid + 1; else hi = mid;
    }
    return lo;
  };

  // corners are the vertices of steps.
  const corners = (x, y) => {
    const X = [], Y = [];
    for (let i = 0; i < x.length; i++) {
      if (i > 0 && y[i] !== y[i - 1]) X.push(x[i]), Y.push(y[i - 1]);
      X.push(x[i]);
      Y.push(y[i]);
    }
    return [X, Y];
  };

  const NAMES = ["ink", "muted", "frame", "grid", "card", "dark"];
  const PAPER = { ink: "#22262b", muted: "#5c636b", frame: "#9aa1a9", grid: "#e6e9ec", card: "#ffffff", dark: "0" };
  let colors = PAPER;
  const look = () => {
    const css = getComputedStyle(document.documentElement);
    colors = Object.fromEntries(NAMES.map((name) => [name, css.getPropertyValue("--" + name).trim()]));
  };
  // css is a curve's colour, lighter on a dark ground, so that all hues stay readable.
  const css = (c, alpha = c.A / 255) => {
    const shade = (v) => colors.dark === "1" ? Math.round(v + (255 - v) * 0.32) : v;
    return `rgba(${shade(c.R)},${shade(c.G)},${shade(c.B)},${alpha})`;
  };

  const make = (tag, name, text) => {
    const e = document.createElement(tag);
    if (name) e.className = name;
    if (text) e.textContent = text;
    return e;
  };
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  const save = (title, ending, blob) => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(blob);
    a.download = (title.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "figure") + ending;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 10000);
  };
  const paper = loadPlot(3); // finer than a screen
  let ratio = devicePixelRatio, screen = loadPlot(ratio);

  // A Chart is a figure. Its view is in the even units of scaleOf.
  class Chart {
    constructor(host, data) {
      Object.assign(this, { host, data, x: scaleOf(data.LogX), cols: data.Columns, hidden: new Set(), plots: [], drawn: 0, left: 0 });
      const arrays = data.Arrays.map((a) => Float64Array.from(a));
      this.legend = new Map(); // by name, the first curve that has it
      this.panels = data.Panels.map((p, i) => {
        const series = p.Series || [];
        for (const s of series) {
          s.x = arrays[s.X];
          s.y = arrays[s.Y];
          if (s.Name && !this.legend.has(s.Name)) this.legend.set(s.Name, s);
        }
        const row = data.Panels.slice(i - i % this.cols, i - i % this.cols + this.cols), y = scaleOf(p.LogY);
        const all = [Math.min(...row.map((q) => q.Y[0])), Math.max(...row.map((q) => q.Y[1]))];
        return {
          i, series, y, full: p.Y.map(y.to), all: all.map(y.to), title: p.Title, label: p.YLabel || data.YLabel, whole: p.Whole, empty: p.Empty,
          titled: row.some((q) => q.Title),
          lowest: i + this.cols >= data.Panels.length,
          high: Math.round(ROW * Math.max(...row.map((q) => q.Share || 1)) * (data.Panels.length <= this.cols ? 1.7 : 1)),
          bands: Math.max(...row.map((q) => (q.Series || []).filter((s) => s.Style === TICKS).length)),
          lines: series.filter((s) => s.Style !== TICKS).sort((a, b) => a.Top - b.Top),
        };
      });
      for (const p of this.panels) {
        for (const s of p.series) s.keys = [s.Name, ...(s.Of || [])].filter((name) => this.legend.has(name));
        for (const s of p.lines) s.line = s.Style === STEP || s.Style === STEP_DASHED ? corners(s.x, s.y) : [s.x, s.y];
      }
      this.frame();
      this.reset();
    }

    // frame makes the elements around the plots.
    frame() {
      const { title } = this.data, tools = make("div", "tools");
      const tool = (text, label, f) => {
        const b = make("button", "tool", text);
        b.type = "button";
        b.title = label;
        b.setAttribute("aria-label", label + ": " + title);
        b.addEventListener("click", () => f(b));
        tools.append(b);
        return b;
      };
      if (this.panels.some((p) => !same(p.full, p.all))) {
        tool("One axis", "Show the panels of a row on one y axis", (b) => {
          this.one = !this.one;
          b.setAttribute("aria-pressed", String(this.one));
          this.view.y = this.panels.map((p) => [...this.whole(p)]);
          this.show();
        }).setAttribute("aria-pressed", "false");
      }
      tool("+", "Zoom in", () => this.zoom(0.5));
      tool("−", "Zoom out", () => this.zoom(2));
      tool("Reset", "Show all", () => this.reset());
      tool("PNG", "Save as PNG", () => this.savePNG());
      tool("CSV", "Save the points in view as CSV", () => this.saveCSV());
      const head = this.host.querySelector(".figure-head");
      head.append(tools);

      const keys = make("div", "legend");
      keys.setAttribute("role", "group");
      keys.setAttribute("aria-label", "Curves of " + title);
      this.swatches = [];
      const press = () => {
        [...keys.children].forEach((k) => k.setAttribute("aria-pressed", String(!this.hidden.has(k.textContent))));
        this.plots.forEach((u, i) => {
          this.panels[i].lines.forEach((s, k) => { u.series[k + 1].show = this.shown(s); });
          u.redraw();
        });
      };
      for (const [name, s] of this.legend) {
        const b = make("button", "key"), swatch = make("span", "swatch" + (s.Style === BARS ? " bars" : s.Style === TICKS ? " ticks" : s.Pattern ? " dashed" : ""));
        b.type = "button";
        if (s.Pattern) {
          let at = 0;
          const parts = s.Pattern.map((n, i) => (i % 2 ? "transparent " : "currentColor ") + at + "px " + (at += n) + "px");
          swatch.style.backgroundImage = "repeating-linear-gradient(90deg, " + parts.join(", ") + ")";
        }
        this.swatches.push([swatch, s]);
        b.append(swatch, make("span", "", name));
        b.setAttribute("aria-pressed", "true");
        b.addEventListener("click", () => {
          if (!this.hidden.delete(name)) this.hidden.add(name);
          press();
        });
        b.addEventListener("dblclick", () => { // only this one, or all again
          const others = [...this.legend.keys()].filter((n) => n !== name);
          this.hidden = new Set(others.every((n) => this.hidden.has(n)) ? [] : others);
          press();
        });
        keys.append(b);
      }

      this.box = make("div", "plots");
      this.box.tabIndex = 0;
      this.box.setAttribute("role", "img");
      this.box.setAttribute("aria-label", title + ". " + this.panels.length + " panels over " + this.data.XLabel +
        ". Arrow keys pan, plus and minus zoom, 0 shows all, brackets move the read-out.");
      this.box.style.gridTemplateColumns = "repeat(" + this.cols + ", minmax(0, 1fr))";
      this.tip = make("div", "tip");
      this.tip.hidden = true;
      this.hint = make("div", "hint", "click first to zoom with the wheel, or hold Ctrl");
      this.hint.hidden = true;
      this.live = make("div", "live");
      this.live.setAttribute("aria-live", "polite");
      const around = make("div", "around");
      around.append(this.box, this.tip, this.hint);
      head.after(keys, around, this.live);
      this.box.addEventListener("keydown", (e) => this.key(e));
      this.box.addEventListener("blur", () => this.point(-10));
      new ResizeObserver(() => this.plots.forEach((u, i) => u.setSize(this.size(this.panels[i])))).observe(around);
    }

    size(p) {
      return { width: Math.max(80, Math.floor((this.box.clientWidth - GAP * (this.cols - 1)) / this.cols)), height: TOP + p.high + p.bands * BAND + (p.lowest ? 44 : 6) };
    }

    // build makes the plots.
    build(Plot) {
      this.Plot = Plot;
      this.plots.forEach((u) => u.destroy());
      this.plots = this.panels.map((p) => new Plot(this.options(p), [null, ...p.lines.map((s) => s.line), ...(p.lines.length ? [] : [[[1], [1]]])], this.box));
      for (const [swatch, s] of this.swatches) swatch.style.color = css(s.Color, s.Style === BARS ? undefined : 1);
    }

    options(p) {
      const { data, x } = this;
      const axis = (scale, side, find, more) => ({
        scale, side, font: SMALL, labelFont: FONT, stroke: () => colors.muted, incrs: [1e30], gap: 4,
        splits: (u, _, lo, hi) => ((u.marks ??= {})[scale] = find(u, lo, hi)).map(([v]) => v),
        filter: (u, values) => values,
        values: (u) => u.marks[scale].map(([, label]) => label),
        ticks: { stroke: () => colors.frame, size: 4, width: 1 },
        grid: { stroke: () => colors.grid, width: 1, filter: (u) => u.marks[scale].map(([v, label]) => label && (scale === "y" || !data.XNames) ? v : null) },
        border: { show: true, stroke: () => colors.frame, width: 1 },
        ...more,
      });
      const bare = { show: false };
      return {
        ...this.size(p), mode: 2, pxAlign: 1, padding: [TOP, RIGHT, 0, 0], legend: bare,
        title: p.titled ? p.title || "\u00a0" : undefined,
        scales: {
          x: { time: false, distr: data.LogX ? 3 : 1, range: () => this.view.x.map(x.from) },
          y: { distr: p.y.log ? 3 : 1, range: () => this.view.y[p.i].map(p.y.from) },
        },
        series: [null, ...(p.lines.length ? p.lines.map((s) => ({
          facets: [{ scale: "x" }, { scale: "y" }], show: this.shown(s), width: s.Width || 1.6, dash: s.Pattern,
          [s.Style === BARS ? "fill" : "stroke"]: () => css(s.Color),
          points: { show: s.Style !== BARS && s.x.length === 1, size: 5, fill: () => css(s.Color) },
          paths: (u, k) => s.Style === BARS ? this.bars(u, s) : this.line(u, k, s),
        })) : [{ show: false, facets: [{ scale: "x" }, { scale: "y" }] }])],
        axes: [
          { ...axis("x", 2, () => [], { size: p.bands * BAND, ticks: bare, border: bare }), grid: bare, splits: () => [], values: () => [] },
          axis("x", 2, (u, lo, hi) => this.along(u, lo, hi, p), p.lowest ? { size: 22, label: data.XLabel, labelSize: 22, labelGap: 2 } : { size: 6 }),
          axis("y", 3, (u, lo, hi) => this.up(p, lo, hi), { size: () => this.left, label: p.label, labelSize: 18 }),
        ],
        cursor: {
          y: false, points: bare, drag: { x: true, y: true, uni: 12, dist: 4, setScale: false },
          sync: { key: this.host.dataset.figure, scales: ["x", null], filters: { pub: (type) => type === "mousemove" || type === "mouseleave" } },
          bind: {
            dblclick: () => () => this.reset(),
            mousedown: (u, _, select) => (e) => {
              this.box.focus({ preventScroll: true });
              if (e.shiftKey) this.pan(u, e); else select(e);
            },
          },
        },
        hooks: {
          ready: [(u) => {
            u.over.addEventListener("mouseenter", () => { this.at = u; });
            u.over.addEventListener("wheel", (e) => this.wheel(u, p, e), { passive: false });
            for (const [from, to] of [["pointerdown", "mousedown"], ["pointermove", "mousemove"], ["pointerup", "mouseup"]]) {
              u.over.addEventListener(from, (e) => {
                this.at = u;
                const { clientX, clientY, movementX, movementY } = e;
                if (e.pointerType === "touch") u.over.dispatchEvent(new MouseEvent(to, { clientX, clientY, movementX, movementY, bubbles: true }));
              });
            }
          }],
          drawClear: [(u) => {
            u.ctx.fillStyle = colors.card;
            u.ctx.fillRect(0, 0, u.ctx.canvas.width, u.ctx.canvas.height);
          }],
          draw: [(u) => this.finish(u, p)],
          setSelect: [(u) => this.select(u, p)],
          setCursor: [(u) => { if (u === this.at) this.read(u, p); }],
        },
      };
    }

    // line draws the part of a curve that is in view, and a point beside it.
    line(u, k, s) {
      const [lo, hi] = this.view.x.map(this.x.from), X = s.line[0];
      return this.Plot.paths.linear()(u, k, Math.max(0, below(X, lo) - 1), Math.min(X.length - 1, below(X, hi)));
    }

    bars(u, s) {
      const fill = new Path2D(), low = u.bbox.top + u.bbox.height, half = (s.Width || 0.8) / 2;
      s.x.forEach((x, i) => {
        const left = u.valToPos(x - half, "x", true), top = u.valToPos(s.y[i], "y", true);
        if (top < low) fill.rect(left, top, u.valToPos(x + half, "x", true) - left, low - top);
      });
      return { stroke: null, fill, clip: null, flags: 0 };
    }

    // up returns the marks of a y axis, along those of the x axis, where a long label stays in the figure and
    // is left out if it would run into the one before.
    up(p, lo, hi) { return ticks({ log: p.y.log, whole: p.whole }, lo, hi, Math.max(2, p.high / 34)); }

    along(u, lo, hi, p) {
      const { data, x } = this, width = u.width - this.left - 18 - RIGHT;
      const marks = data.XNames ? data.XNames.map((name, i) => [i + 1, name]).filter(([v]) => v >= lo && v <= hi) :
        ticks(x, lo, hi, Math.max(2, width / 95), data.XScale);
      let end = -Infinity;
      return marks.map(([v, label]) => {
        const mid = (x.to(v) - x.to(lo)) / (x.to(hi) - x.to(lo)) * width, half = pen.measureText(label).width / 2;
        if (!label || !p.lowest && data.XNames) return [v, ""];
        if (mid - half < end || mid + half > width + RIGHT + 8) return [v, ""];
        end = mid + half + 3;
        return [v, label];
      });
    }

    // finish draws what stands under and in the place of curves.
    finish(u, p) {
      const g = u.ctx, px = u.bbox.height / u.over.clientHeight, { left, top, width, height } = u.bbox;
      g.save();
      if (!p.series.length && p.empty) {
        g.fillStyle = colors.muted;
        g.font = SMALL.replace("11", 11 * px);
        g.textAlign = "center";
        g.fillText(p.empty, left + width / 2, top + height / 2);
      }
      g.lineWidth = px;
      p.series.filter((s) => s.Style === TICKS).forEach((s, band) => {
        if (!this.shown(s)) return;
        g.strokeStyle = css(s.Color);
        g.beginPath();
        let last = -1;
        for (let i = below(s.x, u.scales.x.min), to = below(s.x, u.scales.x.max); i < to; i++) {
          const at = Math.round(u.valToPos(s.x[i], "x", true)) + 0.5, y = top + height + band * BAND * px;
          if (at === last) continue;
          last = at;
          g.moveTo(at, y + 2 * px);
          g.lineTo(at, y + (BAND - 1) * px);
        }
        g.stroke();
      });
      g.restore();
      const { host, view } = this;
      [host.dataset.x0, host.dataset.x1] = view.x.map(this.x.from);
      host.dataset.y = view.y.map((v, i) => v.map(this.panels[i].y.from).join(":")).join(" ");
      host.dataset.drawn = String(++this.drawn);
    }

    whole(p) { return this.one ? p.all : p.full; }

    shown(s) { return !s.keys.some((name) => this.hidden.has(name)); }

    isFull() { return same(this.view.x, this.data.X.map(this.x.to)) && this.panels.every((p) => same(this.view.y[p.i], this.whole(p))); }

    reset() {
      this.view = { x: this.data.X.map(this.x.to), y: this.panels.map((p) => [...this.whole(p)]) };
      this.point(-10);
      this.show();
    }

    // show brings the view onto the plots, once a frame.
    show() {
      if (this.pending) return;
      this.pending = true;
      requestAnimationFrame(() => {
        this.pending = false;
        const left = this.left;
        this.left = 24;
        for (const p of this.panels) for (const [, label] of this.up(p, ...this.view.y[p.i].map(p.y.from))) this.left = Math.max(this.left, 12 + pen.measureText(label).width);
        if (!this.plots.length) this.build(screen);
        for (const u of this.plots) {
          u.batch(() => {
            for (const k of ["x", "y"]) {
              const [min, max] = u.scales[k].range(u);
              u.setScale(k, { min, max });
            }
          });
          if (left !== this.left) u.redraw(false, true);
        }
      });
    }

    // setX shows lo to hi, kept within the data and wide enough for the numbers' own steps.
    setX(lo, hi) {
      const [a, b] = this.data.X.map(this.x.to), least = Math.max((b - a) * 1e-9, Math.max(Math.abs(a), Math.abs(b)) * 1e-13);
      const wide = Math.min(Math.max(hi - lo, least), b - a);
      if (hi - lo < least) lo = (lo + hi) / 2 - wide / 2;
      lo = Math.max(a, Math.min(lo, b - wide));
      this.view.x = wide === b - a ? [a, b] : [lo, lo + wide];
      this.show();
    }

    // setY shows lo to hi in a panel and those of its row that share its axis.
    setY(p, lo, hi) {
      const [a, b] = this.whole(p);
      if (!(hi - lo >= (b - a) * 1e-6)) return;
      lo = Math.max(lo, a);
      hi = Math.min(hi, b);
      if (hi <= lo) return;
      for (const q of this.panels) {
        if (Math.floor(q.i / this.cols) === Math.floor(p.i / this.cols) && same(this.whole(q), this.whole(p))) this.view.y[q.i] = [lo, hi];
      }
      this.show();
    }

    // zoom makes the time seen factor times as wide, and keeps the place at in it.
    zoom(factor, at = 0.5) {
      const [lo, hi] = this.view.x, mid = lo + (hi - lo) * at, wide = (hi - lo) * factor;
      this.setX(mid - wide * at, mid + wide * (1 - at));
    }

    zoomY(p, factor, at) {
      const [lo, hi] = this.view.y[p.i], mid = lo + (hi - lo) * at, wide = (hi - lo) * factor;
      this.setY(p, mid - wide * at, mid + wide * (1 - at));
    }

    wheel(u, p, e) {
      if (document.activeElement !== this.box && !e.ctrlKey && !e.metaKey) {
        this.hint.hidden = false;
        clearTimeout(this.hintTimer);
        this.hintTimer = setTimeout(() => { this.hint.hidden = true; }, 1500);
        return;
      }
      const factor = Math.pow(2, Math.max(-3, Math.min(3, (e.deltaY || e.deltaX) / 240))), r = u.over.getBoundingClientRect();
      if (factor > 1 && this.isFull()) return; // the page scrolls on
      e.preventDefault();
      if (e.shiftKey) this.zoomY(p, factor, (r.bottom - e.clientY) / r.height);
      else this.zoom(factor, (e.clientX - r.left) / r.width);
    }

    pan(u, e) {
      const [lo, hi] = this.view.x, move = (m) => {
        const wide = (hi - lo) * (m.clientX - e.clientX) / u.over.clientWidth;
        this.setX(lo - wide, hi - wide);
      };
      addEventListener("mousemove", move);
      addEventListener("mouseup", () => removeEventListener("mousemove", move), { once: true });
    }

    // select zooms to a box: to its width, its height or both, by what was drawn.
    select(u, p) {
      const { left, top, width, height } = u.select, { clientWidth, clientHeight } = u.over;
      u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      const to = (scale, axis, a, b) => [a, b].map((v) => axis.to(u.posToVal(v, scale)));
      if (height < clientHeight) this.setY(p, ...to("y", p.y, top + height, top));
      if (width < clientWidth) this.setX(...to("x", this.x, left, left + width));
    }

    key(e) {
      if (e.altKey || e.metaKey || e.ctrlKey) return;
      const [lo, hi] = this.view.x, wide = hi - lo, up = (factor) => () => this.panels.forEach((p) => this.zoomY(p, factor, 0)), reset = () => this.reset();
      const keys = {
        "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2),
        ArrowLeft: () => this.setX(lo - wide / 8, hi - wide / 8), ArrowRight: () => this.setX(lo + wide / 8, hi + wide / 8),
        ArrowUp: up(0.8), ArrowDown: up(1.25), "0": reset, Home: reset, Escape: reset,
        "[": () => this.move(-1), "]": () => this.move(1),
      };
      if (!keys[e.key]) return;
      e.preventDefault();
      keys[e.key]();
    }

    // point puts the read-out at a place of the first panel, or away.
    point(left) {
      if (!this.plots.length) return;
      this.at = this.plots[0];
      this.cursor = left < 0 ? null : this.at.posToVal(left, "x");
      this.at.setCursor({ left, top: left < 0 ? left : 1 }, true, true);
    }

    // move moves the read-out by parts of the view, and says what stands there.
    move(by) {
      const u = this.plots[0], wide = u.over.clientWidth;
      this.point(this.cursor == null ? wide / 2 : Math.max(0, Math.min(wide, u.valToPos(this.cursor, "x") + by * wide / 100)));
      const parts = [this.data.XLabel + " " + (this.data.XScale ? withUnit(this.cursor, this.data.XScale) : trim(this.cursor))];
      for (const p of this.panels) for (const s of p.series) {
        const v = this.valueAt(s, this.cursor);
        if (v !== null && this.shown(s) && s.Name && parts.length < 12) parts.push(s.Name + " " + trim(v));
      }
      this.live.textContent = parts.join("; ");
    }

    // valueAt is a curve's value at x: what holds there, or of points the nearest.
    valueAt(s, x) {
      if (!s.y) return null;
      let i = below(s.x, x) - 1;
      if (s.Style === BARS) i = s.x.findIndex((v) => Math.round(v) === Math.round(x)); // that of the group
      else if (s.Style !== STEP && s.Style !== STEP_DASHED && (i < 0 || i + 1 < s.x.length && this.x.to(s.x[i + 1]) - this.x.to(x) < this.x.to(x) - this.x.to(s.x[i]))) i++;
      return i < 0 ? null : s.y[i];
    }

    // read fills the box beside the line of the read-out.
    read(u, p) {
      const { tip, data } = this, { left } = u.cursor;
      tip.hidden = !(left >= 0);
      if (tip.hidden) return;
      const x = u.posToVal(left, "x"), unit = data.XLabel.match(/\(([^()]*)\)$/);
      const line = (text, color) => {
        const row = make("div"), dot = make("span", "dot");
        if (color) dot.style.background = color;
        row.append(...(color ? [dot, make("span", "", text)] : [make("b", "", text)]));
        tip.append(row);
      };
      tip.replaceChildren();
      if (data.XNames) line("up to " + (data.XNames[Math.round(x) - 1] || ""));
      else line(data.XScale ? withUnit(x, data.XScale) : trim(x) + " " + (unit ? unit[1] : data.XLabel));
      const entries = [], byKey = new Map();
      for (const s of p.series) {
        const v = this.valueAt(s, x), dashed = s.Style === 1 || s.Style === STEP_DASHED;
        if (v === null || !this.shown(s)) continue;
        // The value of a dashed curve follows that of the curve it goes with; a bar lists its parts from the lowest.
        const key = s.keys.find((name) => ![1, STEP_DASHED].includes(this.legend.get(name).Style)), known = byKey.get(key);
        if (known && dashed) known[0] += ", dashed " + trim(v);
        else if (known && s.Style === BARS) known[0] = trim(v) + " / " + known[0];
        else if (s.Style === BARS || s.Color.A > 127 || s.Name) {
          const entry = [trim(v) + "  " + (s.Name || s.keys[0] || ""), css(s.Color, 1)];
          if (key !== undefined && !known) byKey.set(key, entry);
          entries.push(entry);
        }
      }
      entries.slice(0, 12).forEach((e) => line(...e));
      if (entries.length > 12) line("and " + (entries.length - 12) + " more");
      const r = u.over.getBoundingClientRect(), box = this.box.getBoundingClientRect(), at = r.left - box.left + left, right = at > box.width / 2;
      tip.style.left = right ? "auto" : at + 14 + "px";
      tip.style.right = right ? box.width - at + 14 + "px" : "auto";
      tip.style.top = r.top - box.top + 6 + "px";
    }

    savePNG() {
      const c = make("canvas"), g = c.getContext("2d"), box = this.box.getBoundingClientRect(), px = this.plots[0].ctx.canvas.width / this.plots[0].width;
      [c.width, c.height] = [box.width * px, box.height * px];
      g.fillStyle = colors.card;
      g.fillRect(0, 0, c.width, c.height);
      g.fillStyle = colors.ink;
      g.font = "600 " + FONT.replace("12", 12 * px);
      this.plots.forEach((u, i) => {
        const r = u.ctx.canvas.getBoundingClientRect();
        g.drawImage(u.ctx.canvas, (r.left - box.left) * px, (r.top - box.top) * px);
        g.fillText(this.panels[i].title, (u.over.getBoundingClientRect().left - box.left) * px, (r.top - box.top) * px);
      });
      c.toBlob((blob) => { if (blob) save(this.data.Title, ".png", blob); });
    }

    saveCSV() {
      const { data } = this, quote = (t) => /[",\n]/.test(t) ? '"' + t.replace(/"/g, '""') + '"' : t;
      const unit = data.XScale ? " (" + UNITS[data.XScale].at(-1)[1].trim() + ")" : "";
      const out = ["panel,curve," + quote(data.XLabel + unit) + ",value\n"], [lo, hi] = this.view.x.map(this.x.from);
      for (const p of this.panels) for (const s of p.series) {
        const label = this.panels[p.i - p.i % this.cols].label;
        const head = quote([p.title, label].filter(Boolean).join(" ")) + "," + quote(s.Name || s.keys[0] || "") + ",";
        s.x.forEach((x, i) => { if (x >= lo && x <= hi) out.push(head + x + "," + (s.y ? s.y[i] : "") + "\n"); });
      }
      save(data.Title, ".csv", new Blob(out, { type: "text/csv" }));
    }
  }

  document.querySelectorAll("button.copy").forEach((b) => b.addEventListener("click", () => {
    const text = b.parentElement.querySelector("pre").textContent;
    const done = () => { b.textContent = "Copied"; setTimeout(() => { b.textContent = "Copy"; }, 1500); };
    const select = () => getSelection().selectAllChildren(b.parentElement.querySelector("pre"));
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select);
    else select();
  }));
  const bytes = Uint8Array.from(atob(JSON.parse(document.getElementById("figures").textContent)), (c) => c.charCodeAt(0));
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json().then((figures) => {
    look();
    const charts = [...document.querySelectorAll("figure[data-figure]")].map((host) => host.chart = new Chart(host, figures[host.dataset.figure]));
    const build = (Plot) => charts.forEach((c) => c.build(Plot));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { look(); build(screen); });
    const sharpen = () => { // on another screen, or on a page zoomed
      if (ratio === devicePixelRatio) return;
      ratio = devicePixelRatio;
      screen = loadPlot(ratio);
      build(screen);
    };
    addEventListener("resize", sharpen);
    matchMedia(`(resolution: ${ratio}dppx)`).addEventListener("change", sharpen);
    addEventListener("beforeprint", () => { colors = PAPER; build(paper); });
    addEventListener("afterprint", () => { look(); build(screen); });
    document.documentElement.dataset.ready = "1";
  });
})();

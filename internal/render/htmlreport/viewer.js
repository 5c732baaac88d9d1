// The viewer of a report's figures: panels on a canvas, with zoom, read-out and legend. It
// uses nothing but what a browser has, and asks the network for nothing.
"use strict";
(() => {
  const STEP = 0, LINE = 1, TICKS = 2, BARS = 3; // styles of a series
  const BAND = 10, GAP = 22, MARGIN = { left: 62, right: 14, top: 6, bottom: 42 };
  const ROW = 150; // height of a panel of share 1
  const FONT = '12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif';
  const SMALL = FONT.replace("12px", "11px");
  const BOLD = "600 " + FONT;

  const decode = (text, Type) => {
    const raw = atob(text), bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return new Type(bytes.buffer);
  };

  // The axis of one direction maps data to 0..1 and back.
  const makeAxis = (log, whole) => ({
    to: log ? Math.log : (v) => v,
    from: log ? Math.exp : (v) => v,
    log,
    whole, // marked at whole numbers
  });

  const trim = (v) => Number(v.toPrecision(7)).toString();
  // The units of each scale, the largest first; a scale of numbers has none.
  const KIB = 1024, UNITS = [
    null,
    [[KIB ** 4, "TiB"], [KIB ** 3, "GiB"], [KIB ** 2, "MiB"], [KIB, "KiB"], [1, "B"]],
    [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]],
  ];
  const BYTES = 1;
  const unitOf = (v, scale) => UNITS[scale].find(([unit]) => Math.abs(v) >= unit * (1 - 1e-9)) || UNITS[scale].at(-1);
  const withUnit = (v, scale) => {
    const [unit, name] = unitOf(v, scale);
    return Number((v / unit).toPrecision(6)) + " " + name;
  };

  // DIGITS are the first digits of the labels of a logarithmic axis, the densest first, and the part
  // of a decade that the closest of them are apart.
  const DIGITS = [["123456789", Math.log10(10 / 9)], ["123468", Math.log10(10 / 8)], ["125", Math.log10(2)], ["1", 1]];

  // binary returns the ticks of a logarithmic axis of bytes: powers of two.
  const binary = (lo, hi, want) => {
    const first = Math.ceil(Math.log2(lo) - 1e-9), last = Math.floor(Math.log2(hi) + 1e-9), out = [];
    if (last <= first) return out;
    const stride = [1, 2, 5].find((s) => (last - first) / s <= 1.5 * want) || 10;
    for (let k = first; k <= last; k++) out.push([2 ** k, k % stride === 0 ? withUnit(2 ** k, BYTES) : ""]);
    if (out.filter((t) => t[1]).length < 2) for (const t of [out[0], out.at(-1)]) t[1] = withUnit(t[0], BYTES);
    return out;
  };

  // ticks returns [value, label] pairs of an axis between lo and hi; minor marks have no label.
  const ticks = (axis, lo, hi, want, scale = 0) => {
    const out = [];
    if (axis.log && scale === BYTES) {
      const marks = binary(lo, hi, want);
      if (marks.length) return marks;
    } else if (axis.log && hi / lo > 3.2) {
      const first = Math.floor(Math.log10(lo)), last = Math.ceil(Math.log10(hi));
      const decades = Math.log10(hi / lo), stride = Math.max(1, Math.ceil(decades / Math.max(want, 2)));
      const marks = (digits) => {
        out.length = 0;
        for (let d = first; d <= last; d++) {
          for (let m = 1; m <= 9; m++) {
            const v = Number(m + "e" + d);
            if (v < lo * (1 - 1e-9) || v > hi * (1 + 1e-9)) continue;
            if (digits.includes(m) && d % stride === 0) out.push([v, scale ? withUnit(v, scale) : d < -4 || d > 5 ? m + "e" + d : trim(v)]);
            else if (stride === 1) out.push([v, ""]);
          }
        }
        return out.filter((t) => t[1]).length;
      };
      let dense = DIGITS.findIndex(([, gap]) => gap * want >= 0.55 * decades);
      if (dense < 0) dense = DIGITS.length - 1;
      for (; dense >= 0; dense--) if (marks(DIGITS[dense][0]) > 1) return out;
      out.length = 0;
    }
    if (scale) { // linear ones in the unit of the axis' end
      const [unit, name] = unitOf(Math.max(Math.abs(lo), Math.abs(hi)), scale);
      return ticks({}, lo / unit, hi / unit, want).map(([v, label]) => [v * unit, label + " " + name]);
    }
    if (axis.whole && Math.floor(hi) - Math.ceil(lo) < 2.5 * want) {
      for (let i = 0, v = Math.ceil(lo); v + i <= hi && i < 60; i++) out.push([v + i, trim(v + i)]);
      if (out.length) return out; // else between two
    }
    const stepOf = (n) => {
      const raw = (hi - lo) / Math.max(n, 2), base = Math.pow(10, Math.floor(Math.log10(raw)));
      return [1, 2, 5, 10].map((m) => m * base).find((s) => s >= raw * (1 - 1e-9)) || 10 * base;
    };
    const marksOf = (s) => Math.floor(hi / s + 1e-9) - Math.ceil(lo / s - 1e-9) + 1;
    let step = stepOf(want);
    if (marksOf(step) < (axis.log ? 4 : 3)) step = stepOf(2 * want); // few marks leave an axis unclear
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    for (let i = Math.ceil(lo / step - 1e-9), n = 0; i * step <= hi + step * 1e-9 && n < 60; i++, n++) {
      const v = i * step;
      let label = v === 0 ? "0" : v.toFixed(Math.min(digits, 12));
      if (v !== 0 && (Math.abs(hi) >= 1e7 || Math.abs(hi) < 1e-4)) label = Number(v.toPrecision(10)).toExponential().replace("e+", "e");
      out.push([v, label]);
    }
    return out;
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

  const palette = () => {
    const css = getComputedStyle(document.documentElement);
    const get = (name) => css.getPropertyValue("--" + name).trim();
    return { ink: get("ink"), muted: get("muted"), frame: get("frame"), grid: get("grid"), card: get("card"), accent: get("accent"), dark: get("dark") === "1" };
  };
  const PAPER = { ink: "#22262b", muted: "#5c636b", frame: "#9aa1a9", grid: "#e6e9ec", card: "#ffffff", accent: "#1f6fb4", dark: false };

  // shade lightens a colour on a dark ground, so that all hues stay readable.
  const shade = (rgb, dark) => {
    if (!dark) return rgb;
    return rgb.map((c) => Math.round(c + (255 - c) * 0.32));
  };
  const css = (rgb, alpha) => `rgba(${rgb[0]},${rgb[1]},${rgb[2]},${alpha})`;

  class Chart {
    constructor(host, data) {
      this.host = host;
      this.data = data;
      this.x = makeAxis(data.logx);
      this.arrays = data.arrays.map((a) => decode(a.d, a.f ? Float32Array : Float64Array));
      this.cols = data.cols;
      this.rows = Math.ceil(data.panels.length / this.cols);
      this.hidden = new Set();
      this.cursor = null; // x of the read-out
      this.hover = null;
      this.drag = null;
      this.full = { x: data.x.map(this.x.to), y: [] };
      this.y = [];
      for (let r = 0; r < this.rows; r++) {
        const p = data.panels[r * this.cols];
        this.y.push(makeAxis(p.logy, p.whole));
        this.full.y.push(p.y.map(this.y[r].to));
      }
      for (const p of data.panels) for (const s of p.series) {
        s.X = this.arrays[s.x];
        s.Y = s.y < 0 ? null : this.arrays[s.y];
      }
      this.build();
      this.reset();
    }

    // build makes the elements around the canvas.
    build() {
      const make = (tag, name, text) => {
        const e = document.createElement(tag);
        if (name) e.className = name;
        if (text) e.textContent = text;
        return e;
      };
      const tools = make("div", "tools");
      const tool = (text, label, f) => {
        const b = make("button", "tool", text);
        b.type = "button";
        b.title = label;
        b.setAttribute("aria-label", label + ": " + this.data.title);
        b.addEventListener("click", f);
        tools.append(b);
      };
      tool("+", "Zoom in", () => this.zoom(0.5));
      tool("−", "Zoom out", () => this.zoom(2));
      tool("Reset", "Show all", () => this.reset());
      tool("PNG", "Save as PNG", () => this.savePNG());
      tool("CSV", "Save the points in view as CSV", () => this.saveCSV());
      this.host.querySelector(".figure-head").append(tools);

      const legend = make("div", "legend");
      legend.setAttribute("role", "group");
      legend.setAttribute("aria-label", "Curves of " + this.data.title);
      this.data.legend.forEach((entry, id) => {
        const b = make("button", "key");
        b.type = "button";
        b.setAttribute("aria-pressed", "true");
        const swatch = make("span", "swatch s" + entry.s + (entry.p ? " dashed" : ""));
        if (entry.p) {
          let at = 0;
          const parts = entry.p.map((n, i) => (i % 2 ? "transparent " : "currentColor ") + at + "px " + (at += n) + "px");
          swatch.style.backgroundImage = "repeating-linear-gradient(90deg, " + parts.join(", ") + ")";
        }
        swatch.dataset.color = entry.c.join(",");
        b.append(swatch, make("span", "", entry.n));
        b.addEventListener("click", () => {
          if (!this.hidden.delete(id)) this.hidden.add(id);
          b.setAttribute("aria-pressed", String(!this.hidden.has(id)));
          this.redraw();
        });
        b.addEventListener("dblclick", (e) => { // only this one, or all again
          e.preventDefault();
          const others = this.data.legend.map((_, i) => i).filter((i) => i !== id);
          const alone = others.every((i) => this.hidden.has(i));
          this.hidden = new Set(alone ? [] : others);
          [...legend.children].forEach((k, i) => k.setAttribute("aria-pressed", String(!this.hidden.has(i))));
          this.redraw();
        });
        legend.append(b);
      });
      this.legend = legend;

      this.canvas = make("canvas", "plot");
      this.canvas.tabIndex = 0;
      this.canvas.setAttribute("role", "img");
      this.canvas.setAttribute("aria-label", this.data.title + ". " + this.data.panels.length + " panels over " + this.data.xlabel +
        ". Arrow keys pan, plus and minus zoom, 0 shows all, brackets move the read-out.");
      this.tip = make("div", "tip");
      this.tip.hidden = true;
      this.live = make("div", "live");
      this.live.setAttribute("aria-live", "polite");
      const box = make("div", "canvas-box");
      box.append(this.canvas, this.tip);
      this.hint = make("div", "hint", "click first to zoom with the wheel, or hold Ctrl");
      this.hint.hidden = true;
      box.append(this.hint);
      this.host.querySelector(".figure-head").after(legend, box, this.live);
      this.box = box;
      this.listen();
      new ResizeObserver(() => this.redraw()).observe(box);
    }

    listen() {
      const c = this.canvas;
      const at = (e) => {
        const r = c.getBoundingClientRect();
        return { px: e.clientX - r.left, py: e.clientY - r.top };
      };
      c.addEventListener("wheel", (e) => {
        const { px, py } = at(e), panel = this.panelAt(px, py);
        if (!panel) return;
        if (document.activeElement !== c && !e.ctrlKey && !e.metaKey) {
          this.hint.hidden = false;
          clearTimeout(this.hintTimer);
          this.hintTimer = setTimeout(() => { this.hint.hidden = true; }, 1500);
          return;
        }
        const factor = Math.pow(2, Math.max(-3, Math.min(3, (e.deltaY || e.deltaX) / 240)));
        if (factor > 1 && this.isFull()) return; // the page scrolls on
        e.preventDefault();
        if (e.shiftKey) this.zoomY(panel.row, factor, this.placeY(panel, py));
        else this.zoom(factor, this.placeX(panel, px));
      }, { passive: false });
      c.addEventListener("pointerdown", (e) => {
        if (e.button !== 0) return;
        const { px, py } = at(e), panel = this.panelAt(px, py);
        c.focus({ preventScroll: true });
        if (!panel) return;
        c.setPointerCapture(e.pointerId);
        this.drag = { panel, px, py, qx: px, qy: py, pan: e.shiftKey, view: this.copyView() };
      });
      c.addEventListener("pointermove", (e) => {
        const { px, py } = at(e);
        if (!this.drag) {
          this.hover = this.panelAt(px, py) ? { px, py } : null;
          this.redraw();
          return;
        }
        const d = this.drag;
        d.qx = px;
        d.qy = py;
        if (d.pan) {
          const v = d.view, wide = (v.x[1] - v.x[0]) * (px - d.px) / d.panel.w;
          this.setX(v.x[0] - wide, v.x[1] - wide);
        }
        this.redraw();
      });
      const up = () => {
        const d = this.drag;
        this.drag = null;
        if (!d) return;
        if (!d.pan) this.select(d);
        this.redraw();
      };
      c.addEventListener("pointerup", up);
      c.addEventListener("pointercancel", () => { this.drag = null; this.redraw(); });
      c.addEventListener("pointerleave", () => { this.hover = null; this.redraw(); });
      c.addEventListener("dblclick", () => this.reset());
      c.addEventListener("keydown", (e) => {
        if (e.altKey || e.metaKey || e.ctrlKey) return;
        const wide = this.view.x[1] - this.view.x[0];
        const keys = {
          "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2),
          ArrowLeft: () => this.setX(this.view.x[0] - wide / 8, this.view.x[1] - wide / 8),
          ArrowRight: () => this.setX(this.view.x[0] + wide / 8, this.view.x[1] + wide / 8),
          ArrowUp: () => this.zoomY(-1, 0.8, 0), ArrowDown: () => this.zoomY(-1, 1.25, 0),
          "0": () => this.reset(), Home: () => this.reset(), Escape: () => this.reset(),
          "[": () => this.moveCursor(-1), "]": () => this.moveCursor(1),
        };
        if (!keys[e.key]) return;
        e.preventDefault();
        keys[e.key]();
      });
      c.addEventListener("focus", () => this.redraw());
      c.addEventListener("blur", () => { this.cursor = null; this.redraw(); });
    }

    copyView() { return { x: [...this.view.x], y: this.view.y.map((v) => [...v]) }; }

    isFull() {
      const same = (a, b) => a[0] === b[0] && a[1] === b[1];
      return same(this.view.x, this.full.x) && this.view.y.every((v, i) => same(v, this.full.y[i]));
    }

    reset() {
      this.view = { x: [...this.full.x], y: this.full.y.map((v) => [...v]) };
      this.cursor = null;
      this.redraw();
    }

    // setX shows lo to hi, kept within the data and wide enough for the numbers' own steps.
    setX(lo, hi) {
      const [a, b] = this.full.x, least = Math.max((b - a) * 1e-9, Math.max(Math.abs(a), Math.abs(b)) * 1e-13);
      let wide = Math.min(Math.max(hi - lo, least), b - a);
      if (hi - lo < least) lo = (lo + hi) / 2 - wide / 2;
      lo = Math.max(a, Math.min(lo, b - wide));
      this.view.x = wide === b - a ? [a, b] : [lo, lo + wide];
      this.redraw();
    }

    setY(row, lo, hi) {
      const [a, b] = this.full.y[row], least = (b - a) * 1e-6;
      if (hi - lo < least || !isFinite(hi - lo)) return;
      lo = Math.max(lo, a);
      hi = Math.min(hi, b);
      if (hi > lo) this.view.y[row] = [lo, hi];
      this.redraw();
    }

    // zoom makes the time seen factor times as wide, and keeps the place at in it.
    zoom(factor, at = 0.5) {
      const [lo, hi] = this.view.x, mid = lo + (hi - lo) * at, wide = (hi - lo) * factor;
      this.setX(mid - wide * at, mid + wide * (1 - at));
    }

    zoomY(row, factor, at) {
      for (let r = 0; r < this.rows; r++) {
        if (row >= 0 && r !== row) continue;
        const [lo, hi] = this.view.y[r], mid = lo + (hi - lo) * at, wide = (hi - lo) * factor;
        this.setY(r, mid - wide * at, mid + wide * (1 - at));
      }
    }

    placeX(p, px) { return Math.max(0, Math.min(1, (px - p.left) / p.w)); }
    placeY(p, py) { return Math.max(0, Math.min(1, (p.top + p.h - py) / p.h)); }

    // select zooms to a box: to its width, its height or both, by what was drawn.
    select(d) {
      const dx = Math.abs(d.qx - d.px), dy = Math.abs(d.qy - d.py);
      if (dx < 4 && dy < 4) return;
      const [x0, x1] = this.view.x, [y0, y1] = this.view.y[d.panel.row];
      if (dy >= 12 || dx < 4) {
        const a = this.placeY(d.panel, d.py), b = this.placeY(d.panel, d.qy);
        this.setY(d.panel.row, y0 + (y1 - y0) * Math.min(a, b), y0 + (y1 - y0) * Math.max(a, b));
      }
      if (dx >= 12 || dy < 12) {
        const a = this.placeX(d.panel, d.px), b = this.placeX(d.panel, d.qx);
        this.setX(x0 + (x1 - x0) * Math.min(a, b), x0 + (x1 - x0) * Math.max(a, b));
      }
    }

    moveCursor(by) {
      const [lo, hi] = this.view.x;
      const at = this.cursor === null ? (lo + hi) / 2 : this.x.to(this.cursor) + by * (hi - lo) / 100;
      this.cursor = this.x.from(Math.max(lo, Math.min(hi, at)));
      const parts = [this.data.xlabel + " " + (this.data.xscale ? withUnit(this.cursor, this.data.xscale) : trim(this.cursor))];
      for (const p of this.data.panels) for (const s of p.series) {
        const v = this.valueAt(s, this.cursor);
        if (v !== null && this.shown(s) && s.n && parts.length < 12) parts.push(s.n + " " + trim(v));
      }
      this.live.textContent = parts.join("; ");
      this.redraw();
    }

    shown(s) { return s.k.every((id) => !this.hidden.has(id)); }

    // valueAt is a curve's value at x: what holds there, or of points the nearest.
    valueAt(s, x) {
      if (!s.Y || !s.X.length) return null;
      let i = below(s.X, x) - 1;
      if (s.s === STEP) return i < 0 ? null : s.Y[i];
      if (s.s === BARS) { // that of the group
        const k = s.X.findIndex((v) => Math.round(v) === Math.round(x));
        return k < 0 ? null : s.Y[k];
      }
      if (i < 0 || i + 1 < s.X.length && this.x.to(s.X[i + 1]) - this.x.to(x) < this.x.to(x) - this.x.to(s.X[i])) i++;
      return i < s.X.length ? s.Y[i] : null;
    }

    panelAt(px, py) {
      return this.placed && this.placed.find((p) => px >= p.left && px <= p.left + p.w && py >= p.top && py <= p.top + p.h + p.band);
    }

    redraw() {
      if (this.pending) return;
      this.pending = true;
      requestAnimationFrame(() => {
        this.pending = false;
        this.draw();
      });
    }

    // place decides where panels stand, in CSS pixels.
    place(width) {
      const d = this.data, g = this.canvas.getContext("2d");
      g.font = SMALL;
      let left = MARGIN.left;
      for (let r = 0; r < this.rows; r++) {
        for (const [, label] of ticks(this.y[r], ...this.view.y[r].map(this.y[r].from), 5)) left = Math.max(left, 38 + g.measureText(label).width);
      }
      const w = Math.max(40, (width - left - MARGIN.right - GAP * (this.cols - 1)) / this.cols);
      const placed = [];
      let y = MARGIN.top;
      for (let r = 0; r < this.rows; r++) {
        const row = d.panels.slice(r * this.cols, (r + 1) * this.cols);
        const titled = row.some((p) => p.title);
        const bands = Math.max(...row.map((p) => p.series.filter((s) => s.s === TICKS).length));
        const h = Math.round(ROW * Math.max(...row.map((p) => p.share)) * (this.rows === 1 ? 1.7 : 1));
        y += titled ? 22 : 6;
        row.forEach((panel, col) => placed.push({ panel, row: r, col, left: left + col * (w + GAP), top: y, w, h, band: bands * BAND }));
        y += h + bands * BAND + 12;
      }
      this.placed = this.canvas.placed = placed; // the canvas's for tests
      return y + MARGIN.bottom - 12;
    }

    draw() {
      const width = this.box.clientWidth;
      if (!width) return;
      const colors = this.paper ? PAPER : palette(), scale = this.paper ? 3 : window.devicePixelRatio || 1;
      const height = this.place(width), c = this.canvas;
      if (c.width !== Math.round(width * scale) || c.height !== Math.round(height * scale)) {
        c.width = Math.round(width * scale);
        c.height = Math.round(height * scale);
        c.style.height = height + "px";
      }
      const g = c.getContext("2d");
      g.setTransform(scale, 0, 0, scale, 0, 0);
      g.fillStyle = colors.card;
      g.fillRect(0, 0, width, height);
      for (const e of this.legend.querySelectorAll(".swatch")) e.style.color = css(shade(e.dataset.color.split(",").map(Number), colors.dark), 1);
      for (const p of this.placed) this.drawPanel(g, p, colors);
      g.font = FONT;
      g.fillStyle = colors.ink;
      g.textAlign = "center";
      const first = this.placed[0], last = this.placed[this.cols - 1];
      g.fillText(this.data.xlabel, (first.left + last.left + last.w) / 2, height - 6);
      this.drawDrag(g, colors);
      this.drawCursor(g, colors);
      this.host.dataset.x0 = String(this.x.from(this.view.x[0]));
      this.host.dataset.x1 = String(this.x.from(this.view.x[1]));
      this.host.dataset.y = this.view.y.map((v, i) => v.map(this.y[i].from).join(":")).join(" ");
      this.host.dataset.drawn = String(Number(this.host.dataset.drawn || 0) + 1);
    }

    drawPanel(g, p, colors) {
      const { panel, left, top, w, h } = p, y = this.y[p.row];
      const [x0, x1] = this.view.x, [y0, y1] = this.view.y[p.row];
      const atX = (v) => left + (this.x.to(v) - x0) / (x1 - x0) * w, atY = (v) => top + h - (y.to(v) - y0) / (y1 - y0) * h;
      const bottom = top + h + p.band;
      g.textBaseline = "alphabetic";
      if (panel.title) {
        g.font = BOLD;
        g.fillStyle = colors.ink;
        g.textAlign = "left";
        g.fillText(this.fit(g, panel.title, w), left, top - 8);
      }
      g.font = SMALL;
      g.lineWidth = 1;
      g.fillStyle = colors.muted;
      g.textAlign = "right";
      g.textBaseline = "middle";
      p.marks = []; // for tests
      for (const [v, label] of ticks(y, y.from(y0), y.from(y1), Math.max(2, h / 34))) {
        p.marks.push(label);
        const at = Math.round(atY(v)) + 0.5;
        if (!label) continue;
        g.strokeStyle = colors.grid;
        g.beginPath();
        g.moveTo(left, at);
        g.lineTo(left + w, at);
        g.stroke();
        if (p.col === 0) g.fillText(label, left - 7, at);
      }
      g.textAlign = "center";
      g.textBaseline = "alphabetic";
      const lowest = p.row === this.rows - 1;
      const outer = this.placed[this.placed.length - 1], right = outer.left + outer.w + MARGIN.right;
      let end = 0; // of the labels so far
      const names = this.data.xnames;
      const along = names ? names.map((name, i) => [i + 1, name]).filter(([v]) => v >= this.x.from(x0) && v <= this.x.from(x1)) :
        ticks(this.x, this.x.from(x0), this.x.from(x1), Math.max(2, w / 95), this.data.xscale);
      p.along = along.map(([, label]) => label).filter(Boolean); // for tests
      for (const [v, label] of along) {
        const at = Math.round(atX(v)) + 0.5;
        g.strokeStyle = label && !names ? colors.grid : colors.frame;
        g.beginPath();
        g.moveTo(at, label && !names ? top : bottom);
        g.lineTo(at, label && !names ? bottom : bottom + 3);
        g.stroke();
        if (!label || !lowest) continue;
        // A long label stays on the figure, and is left out if it would run into the one before.
        const half = g.measureText(label).width / 2, mid = Math.min(at, right - half - 1);
        if (mid - half < end) continue;
        g.fillText(label, mid, bottom + 16);
        end = mid + half + 3;
      }
      if (panel.ylabel && p.col === 0) {
        g.save();
        g.translate(12, top + h / 2);
        g.rotate(-Math.PI / 2);
        g.font = FONT;
        g.fillStyle = colors.ink;
        g.fillText(panel.ylabel, 0, 4);
        g.restore();
      }
      if (!panel.series.length && panel.empty) g.fillText(panel.empty, left + w / 2, top + h / 2);
      g.save();
      g.beginPath();
      g.rect(left - 1, top - 1, w + 2, h + 2);
      g.clip();
      for (const onTop of [false, true]) {
        for (const s of panel.series) if (s.s !== TICKS && Boolean(s.t) === onTop && this.shown(s)) this.drawCurve(g, s, atX, atY, p, colors);
      }
      g.restore();
      let band = 0;
      for (const s of panel.series) if (s.s === TICKS) this.drawTicks(g, s, atX, p, band++, colors);
      g.strokeStyle = colors.frame;
      g.beginPath();
      g.moveTo(left + 0.5, top);
      g.lineTo(left + 0.5, bottom + 0.5);
      g.lineTo(left + w, bottom + 0.5);
      g.stroke();
    }

    fit(g, text, width) {
      if (g.measureText(text).width <= width) return text;
      while (text && g.measureText(text + "…").width > width) text = text.slice(0, -1);
      return text + "…";
    }

    // drawCurve draws the part of a curve that is in view. Where several points fall into one
    // column of pixels, its first, lowest, highest and last are drawn.
    drawCurve(g, s, atX, atY, p, colors) {
      const X = s.X, Y = s.Y, n = X.length;
      const from = Math.max(0, below(X, this.x.from(this.view.x[0])) - 1), to = Math.min(n, below(X, this.x.from(this.view.x[1])) + 1);
      const color = css(shade(s.c, colors.dark), s.o);
      if (s.s === BARS) {
        g.fillStyle = color;
        const low = p.top + p.h;
        for (let i = 0; i < n; i++) {
          const x0 = atX(X[i] - s.w / 2), x1 = atX(X[i] + s.w / 2), y = atY(Y[i]);
          if (y < low) g.fillRect(x0, y, x1 - x0, low - y);
        }
        return;
      }
      if (n === 1) {
        g.fillStyle = color;
        const half = 2.5;
        for (let i = from; i < to; i++) g.fillRect(atX(X[i]) - half, atY(Y[i]) - half, 2 * half, 2 * half);
        return;
      }
      g.strokeStyle = color;
      g.lineWidth = s.w;
      g.lineJoin = "round";
      g.setLineDash(s.p || []);
      g.beginPath();
      const step = s.s === STEP;
      let px = 0, py = 0, any = false;
      const point = (x, y) => {
        if (!any) g.moveTo(x, y);
        else {
          if (step && y !== py) g.lineTo(x, py);
          g.lineTo(x, y);
        }
        any = true;
        px = x;
        py = y;
      };
      const dense = to - from > 4 * p.w;
      for (let i = from; i < to;) {
        const x = atX(X[i]);
        if (!dense) {
          point(x, atY(Y[i++]));
          continue;
        }
        const column = Math.floor(x);
        let low = i, high = i, end = i + 1;
        while (end < to && Math.floor(atX(X[end])) === column) {
          if (Y[end] < Y[low]) low = end;
          if (Y[end] > Y[high]) high = end;
          end++;
        }
        for (const k of new Set([i, Math.min(low, high), Math.max(low, high), end - 1])) point(atX(X[k]), atY(Y[k]));
        i = end;
      }
      g.stroke();
      g.setLineDash([]);
    }

    drawTicks(g, s, atX, p, band, colors) {
      if (!this.shown(s)) return;
      const from = below(s.X, this.x.from(this.view.x[0])), to = below(s.X, this.x.from(this.view.x[1]));
      g.strokeStyle = css(shade(s.c, colors.dark), s.o);
      g.lineWidth = 1;
      g.beginPath();
      let last = -1;
      const top = p.top + p.h + band * BAND;
      for (let i = from; i < to; i++) {
        const at = Math.round(atX(s.X[i])) + 0.5;
        if (at === last) continue;
        last = at;
        g.moveTo(at, top + 2);
        g.lineTo(at, top + BAND - 1);
      }
      g.stroke();
    }

    drawDrag(g, colors) {
      const d = this.drag;
      if (!d || d.pan) return;
      const p = d.panel, dx = Math.abs(d.qx - d.px), dy = Math.abs(d.qy - d.py);
      if (dx < 4 && dy < 4) return;
      const clampX = (v) => Math.max(p.left, Math.min(p.left + p.w, v)), clampY = (v) => Math.max(p.top, Math.min(p.top + p.h, v));
      let x = [clampX(Math.min(d.px, d.qx)), clampX(Math.max(d.px, d.qx))], y = [clampY(Math.min(d.py, d.qy)), clampY(Math.max(d.py, d.qy))];
      if (dy < 12) y = [p.top, p.top + p.h];
      if (dx < 12 && dy >= 12) x = [p.left, p.left + p.w];
      g.globalAlpha = 0.16;
      g.fillStyle = colors.accent;
      g.fillRect(x[0], y[0], x[1] - x[0], y[1] - y[0]);
      g.globalAlpha = 1;
      g.strokeStyle = colors.accent;
      g.strokeRect(x[0] + 0.5, y[0] + 0.5, x[1] - x[0], y[1] - y[0]);
    }

    // drawCursor draws the line of the read-out through all panels, and fills the box beside it.
    drawCursor(g, colors) {
      let at = null, panel = null;
      if (this.hover && !this.drag) {
        panel = this.panelAt(this.hover.px, this.hover.py);
        if (panel) at = this.view.x[0] + (this.view.x[1] - this.view.x[0]) * this.placeX(panel, this.hover.px);
      } else if (this.cursor !== null) {
        panel = this.placed[0];
        at = this.x.to(this.cursor);
      }
      this.tip.hidden = at === null || this.paper;
      if (at === null || this.paper) return;
      const place = (at - this.view.x[0]) / (this.view.x[1] - this.view.x[0]), value = this.x.from(at);
      g.strokeStyle = colors.muted;
      g.lineWidth = 1;
      g.setLineDash([2, 3]);
      g.beginPath();
      for (const p of this.placed) {
        const x = Math.round(p.left + place * p.w) + 0.5;
        g.moveTo(x, p.top);
        g.lineTo(x, p.top + p.h + p.band);
      }
      g.stroke();
      g.setLineDash([]);
      this.fillTip(panel, value, place, colors);
    }

    fillTip(panel, value, place, colors) {
      const tip = this.tip;
      tip.replaceChildren();
      const line = (text, color, strong) => {
        const row = document.createElement("div");
        if (color) {
          const dot = document.createElement("span");
          dot.className = "dot";
          dot.style.background = color;
          row.append(dot);
        }
        const t = document.createElement(strong ? "b" : "span");
        t.textContent = text;
        row.append(t);
        tip.append(row);
      };
      const names = this.data.xnames;
      if (names) line("up to " + (names[Math.round(value) - 1] || ""), null, true);
      else line(this.data.xscale ? withUnit(value, this.data.xscale) : trim(value) + " " + this.data.xunit, null, true);
      const entries = [], byKey = new Map();
      for (const s of panel.panel.series) {
        const v = this.valueAt(s, value);
        if (v === null || !this.shown(s)) continue;
        // A dashed curve is told behind the one that it goes with.
        const key = s.k.find((id) => !this.data.legend[id].dash);
        if (s.d && byKey.has(key)) {
          byKey.get(key)[0] += ", dashed " + trim(v);
          continue;
        }
        if (s.s === BARS && byKey.has(key)) { // lower parts of a bar stand behind higher ones
          byKey.get(key)[0] = trim(v) + " / " + byKey.get(key)[0];
          continue;
        }
        if (s.s !== BARS && s.o < 0.5 && !s.n) continue;
        const entry = [trim(v) + "  " + (s.n || (s.k.length ? this.data.legend[s.k[0]].n : "")), css(shade(s.c, colors.dark), 1)];
        if (key !== undefined && !byKey.has(key)) byKey.set(key, entry);
        entries.push(entry);
      }
      entries.slice(0, 12).forEach((e) => line(...e));
      if (entries.length > 12) line("and " + (entries.length - 12) + " more");
      const x = panel.left + place * panel.w, right = x > this.box.clientWidth / 2;
      tip.style.left = right ? "auto" : x + 14 + "px";
      tip.style.right = right ? this.box.clientWidth - x + 14 + "px" : "auto";
      tip.style.top = panel.top + 6 + "px";
    }

    save(blob, ending) {
      const a = document.createElement("a");
      a.href = URL.createObjectURL(blob);
      a.download = (this.data.title.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "figure") + ending;
      a.click();
      setTimeout(() => URL.revokeObjectURL(a.href), 10000);
    }

    savePNG() {
      this.hover = this.cursor = null;
      this.draw();
      this.canvas.toBlob((blob) => { if (blob) this.save(blob, ".png"); });
    }

    saveCSV() {
      const quote = (t) => /[",\n]/.test(t) ? '"' + t.replace(/"/g, '""') + '"' : t;
      const unit = this.data.xscale ? " (" + UNITS[this.data.xscale].at(-1)[1] + ")" : "";
      const out = ["panel,curve," + quote(this.data.xlabel + unit) + ",value\n"];
      const [lo, hi] = this.view.x.map(this.x.from);
      for (const p of this.placed) for (const s of p.panel.series) {
        const label = this.data.panels[p.row * this.cols].ylabel;
        const head = quote([p.panel.title, label].filter(Boolean).join(" ")) + "," + quote(s.n || (s.k.length ? this.data.legend[s.k[0]].n : "")) + ",";
        for (let i = 0; i < s.X.length; i++) if (s.X[i] >= lo && s.X[i] <= hi) out.push(head + s.X[i] + "," + (s.Y ? s.Y[i] : "") + "\n");
      }
      this.save(new Blob(out, { type: "text/csv" }), ".csv");
    }
  }

  const charts = [];
  const figures = JSON.parse(document.getElementById("figures").textContent);
  document.querySelectorAll("figure[data-figure]").forEach((host) => charts.push(new Chart(host, figures[Number(host.dataset.figure)])));
  const all = () => charts.forEach((c) => c.redraw());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
  // Paper is white, and finer than a screen.
  const paper = (on) => charts.forEach((c) => { c.paper = on; c.draw(); });
  addEventListener("beforeprint", () => paper(true));
  addEventListener("afterprint", () => paper(false));
  document.querySelectorAll("button.copy").forEach((b) => b.addEventListener("click", () => {
    const text = b.parentElement.querySelector("pre").textContent;
    const done = () => { b.textContent = "Copied"; setTimeout(() => { b.textContent = "Copy"; }, 1500); };
    const select = () => getSelection().selectAllChildren(b.parentElement.querySelector("pre"));
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select);
    else select();
  }));
  document.documentElement.dataset.ready = "1";
})();

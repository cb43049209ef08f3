"""A T-shirt lying flat on a canvas: panels, collar, seams, stitches."""
import math
import os
import tempfile

import numpy as np

import folds
import pattern as P
from canvas import grain, sample, smooth, waves
from weave import LEFT, STEP, TOP, distances, grid, knit

CACHE = os.environ.get("OURTEE_CACHE") or os.path.join(tempfile.gettempdir(), "ourtee-studio")
WHITE = (0.865, 0.852, 0.825)
RIB_WALE = 0.0018                               # one rib of the collar
WALE, COURSE = 0.00074, 0.00058                 # one loop of a jersey of about 200 g per square metre
TAPE = 0.00035                                  # how thick the tape along the neck seam is
HEM_ROWS, CUFF_ROWS = (0.0192, 0.0132), (0.0165, 0.0110)        # rows of stitches, from the edge


def cached(key, make):
    os.makedirs(CACHE, exist_ok=True)
    path = os.path.join(CACHE, key + ".npz")
    if not os.path.exists(path):
        np.savez(path, **make())
    return dict(np.load(path))


class Shirt:
    """One shirt with its folds; `side` lies up. `draw` puts it on a canvas, then stitches and more can follow."""

    def __init__(self, side="front", seed=1, amount=1.3, lines=(), broad=1.0):
        self.loops = None
        self.side, self.other = side, "back" if side == "front" else "front"
        self.rng = np.random.default_rng(seed)
        self.up = cached(f"pattern-{side}", lambda: distances(side))
        self.down = cached(f"pattern-{self.other}", lambda: distances(self.other))
        x, y = grid()
        x, y = x[::2, ::2], y[::2, ::2]
        key = f"folds-{side}-{seed}-{amount}-{broad}-{len(lines)}"
        f = cached(key, lambda: dict(zip("zu", folds.field(self.rng, x, y, folds.lines_of(self.rng, amount) + list(lines), broad))))
        self.fold, self.u = f["z"].astype(np.float32), f["u"].astype(np.float32)

    def look(self, field, x, y, coarse=False):
        k = 2 if coarse else 1
        mx, my = ((x - LEFT) / (STEP * k)).astype(np.float32), ((TOP - y) / (STEP * k)).astype(np.float32)
        return sample(field, mx, my)

    def place(self, c, at=(0, 0), turn=0.0):
        """Where the shirt lies; finds the pattern point under each pixel."""
        self.c, self.at, self.turn = c, at, turn
        x, y = c.local(at, turn)
        ux, uy = (self.look(np.ascontiguousarray(self.u[..., k]), x, y, True) for k in (0, 1))
        self.x, self.y, self.lx, self.ly = x - ux, y - uy, x, y
        return self

    def spot(self, pts):
        """Canvas points of pattern points."""
        pts = np.asarray(pts, np.float32)
        u = np.stack([self.look(np.ascontiguousarray(self.u[..., k]), pts[:, :1], pts[:, 1:], True)[:, 0] for k in (0, 1)], 1)
        a = math.radians(self.turn)
        p = pts + u
        return np.stack([p[:, 0] * math.cos(a) - p[:, 1] * math.sin(a), p[:, 0] * math.sin(a) + p[:, 1] * math.cos(a)], 1) + self.at

    def cloth(self, f, ribbed):
        """Fine relief of the cloth; `loops` is then how high its yarn lies, where that can be seen."""
        c = self.c
        fuzz = grain(c.rng, self.x.shape, c.px, 0.0016, 2) * 0.000004 + grain(c.rng, self.x.shape, c.px, 0.009, 2) * 0.000009
        rib = (0.5 - 0.5 * np.cos(f["along"] * (2 * math.pi / RIB_WALE))) ** 0.7
        if c.px >= WALE / 3.5:                                     # too far to tell loops apart
            return fuzz * (1 - ribbed * 0.5) + rib * ribbed * 0.00020
        wob = 0.14 * waves(c.rng, self.x, self.y, 0.012) + 0.25 * waves(c.rng, self.x, self.y, 0.05)
        k = knit(self.x / WALE + wob, self.y / COURSE + 0.5 * wob)
        if ribbed.any():                                           # each rib is one wale of its own
            k = k * (1 - ribbed) + ribbed * (0.25 + 0.75 * rib) * knit((f["along"] / RIB_WALE).astype(np.float32), (f["neck"] / COURSE).astype(np.float32))
        self.loops = k
        deep = 0.000066 * np.clip(WALE / c.px / 7, 0.62, 1)
        return fuzz * 0.7 + k * deep * (1 - 0.4 * ribbed) + rib * ribbed * 0.00015 + grain(c.rng, self.x.shape, c.px, 0.00022) * 0.000004

    def tone(self, color):
        """The cloth's colour, darker between its loops."""
        return color if self.loops is None else color * (1 - 0.26 * (1 - self.loops))[..., None]

    def puckers(self, f):
        """What a sewn row draws in: few and faint, each of its own place, length and depth."""
        t = (np.abs(self.x) - P.CUFF_TOP[0]) * P.SLEEVE_PERP[0] + (self.y - P.CUFF_TOP[1]) * P.SLEEVE_PERP[1]
        right = self.x > 0
        out = folds.gathered(self.x + 0.3, f["hem"] - HEM_ROWS[0], 0) + folds.gathered(t + 0.1 + 0.25 * right, f["cuff"] - CUFF_ROWS[0], 1)
        out = out + folds.gathered(0.3 - self.y + np.abs(self.x) + 0.15 * right, np.abs(f["arm"]), 3)
        return out + 0.8 * folds.gathered(0.3 + np.where(right, 1, -1) * f["along"], -f["neck"] - 0.0028, 2)

    def grooves(self, f):
        """The furrow that a row of stitches pulls; from afar it stands for them, and is never finer than a pixel."""
        w, deep = (max(0.0006, 1.1 * self.c.px), 0.00034) if self.afar() else (0.0006, 0.00013)
        rows = [(f["hem"], k) for k in HEM_ROWS] + [(f["cuff"], k) for k in CUFF_ROWS] + [(-f["neck"], 0.0028)]
        return deep * sum(np.exp(-((d - k) / w) ** 2) for d, k in rows)

    def afar(self):
        """Whether the picture is too coarse for single stitches."""
        return self.c.px > 0.00022

    def panel(self, f, lift):
        """Thickness of collar, hems and seams, rounded open edges."""
        hem, cuff = (f[k] + 0.0003 * waves(self.c.rng, self.x, self.y, 0.02) for k in ("hem", "cuff"))
        turned = smooth(0.0222 - hem, -0.0014, 0.0014) + smooth(0.0202 - cuff, -0.0014, 0.0014)     # cloth over cloth: a soft step
        z = lift + 0.0009 * smooth(f["neck"], -0.0003, 0.0009) + 0.00028 * turned
        w = max(0.0010, 1.1 * self.c.px)
        z = z - 0.0007 * np.exp(-(f["neck"] / 0.0014) ** 2) - 0.0004 * np.exp(-(f["arm"] / w) ** 2) + 0.0003 * np.exp(-((f["arm"] - 0.005) / 0.004) ** 2)
        z = z - self.grooves(f)
        r = np.float32(0.0012)
        d = np.clip(f["inside"], 0, r)
        return (z + self.puckers(f) - (r - np.sqrt(r * r - (r - d) ** 2)) * 0.9).astype(np.float32)

    def draw(self, color=WHITE, lift=0.0, tape=True):
        c = self.c
        col = np.asarray(color, np.float32)
        peek = waves(c.rng, self.x, self.y, 0.3) * 0.0006
        f = {k: self.look(v, self.x + peek, self.y + 0.0006 + peek) for k, v in self.down.items()}
        z = self.panel(f, lift + 0.0004 + 0.0003 * (1 + waves(c.rng, self.x, self.y, 0.12)))
        if tape and self.side == "front":                          # tape along the neck seam, inside
            z = z + TAPE * smooth(f["neck"] + 0.0095, -0.0009, 0.0009) * (f["neck"] < 0.0008)
        z = np.maximum(z, lift + 0.0003)
        ribbed = smooth(f["neck"], 0, 0.0008)
        relief = self.cloth(f, ribbed)
        c.put(f["inside"] > 0, z, self.tone(col * 0.985), 0.02, relief)
        f = {k: self.look(v, self.x, self.y) for k, v in self.up.items()}
        fold = self.look(self.fold, self.lx, self.ly, True)
        e = np.maximum(f["edge"], 0)
        base = 0.0011 + 0.0013 * np.sqrt(1 - (1 - np.clip(e / 0.010, 0, 1)) ** 2) + 0.0022 * (1 - np.exp(-np.maximum(np.minimum(e, np.minimum(f["hem"], f["cuff"]) * 1.5), 0) / 0.02))
        fold = fold * (0.25 + 0.75 * np.clip(e / 0.02, 0, 1)) * (1 - 0.55 * smooth(f["neck"], -0.004, 0.004))
        fold = np.where(fold > 0, fold, -base * 0.45 * np.tanh(-fold / (base * 0.45)))
        z = self.panel(f, lift + base + fold)
        ribbed = smooth(f["neck"], 0, 0.0008)
        relief = self.cloth(f, ribbed)
        c.put(f["inside"] > 0, z, self.tone(col), 0.02, relief)
        self.f = f
        return self

    # -------- sewing
    def seam(self, line, length=0.0027, gap=0.16, radius=0.00021, color=None):
        """A row of stitches along a line of the pattern."""
        r = P.resample(line, length)
        a, b = r[:-1], r[1:]
        d = b - a
        jit = self.rng.normal(0, 0.00006, a.shape)
        A, B = self.spot(a + d * gap / 2 + jit), self.spot(b - d * gap / 2 + jit)
        c = self.c
        seen = (A[:, 0] > c.x0) & (A[:, 0] < c.x0 + c.z.shape[1] * c.px) & (A[:, 1] < c.y0) & (A[:, 1] > c.y0 - c.z.shape[0] * c.px)
        A, B = A[seen], B[seen]
        if not len(A):
            return
        self.sew_down(A, B, radius, color)

    def sew_down(self, A, B, radius, color=None):
        """Stitches from A to B that follow the cloth and sink into it at both ends."""
        c, u = self.c, np.linspace(0, 1, 9)
        p = A[:, None] + (B - A)[:, None] * u[:, None]
        h = c.height(p.reshape(-1, 2)).reshape(p.shape[:2]) + radius * (0.45 - 1.5 * (2 * u - 1) ** 4)
        lines = np.concatenate([p, h[..., None]], 2)
        c.strands(list(lines), radius, color if color is not None else np.array(WHITE) * 0.985, 0.05, 0.0007 if c.px < 0.00013 else 0.0)

    # -------- where the rows run
    def stitches(self):
        if self.afar():
            return self
        both = lambda l: (l, l * (-1, 1))
        trim = 0.006
        for up in HEM_ROWS:
            h = P.hem_line(up)
            h[-1] -= (trim, 0)
            self.seam(np.vstack([h[::-1][:-1] * (-1, 1), h]))
        for off in CUFF_ROWS:
            a, b = (p - P.SLEEVE_DIR * off + P.SLEEVE_PERP * k for p, k in ((P.CUFF_TOP, trim), (P.CUFF_BOT, -trim)))
            for l in both(np.stack([a, b])):
                self.seam(l)
        return self.neckline()

    def neckline(self):
        if self.afar():
            return self
        both = lambda l: (l, l * (-1, 1))
        n = P.neck_line(self.side, 1.0)
        t = np.gradient(n, axis=0)
        t /= np.linalg.norm(t, axis=1)[:, None]
        n = n - np.stack([-t[:, 1], t[:, 0]], 1) * 0.0028
        for l in both(n):
            self.seam(l, 0.0025)
        return self

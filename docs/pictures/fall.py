"""A shirt that hangs as the solver left it, drawn on a canvas with the same seams, cloth and sewing as a flat one."""
import cv2
import numpy as np
from scipy.interpolate import LinearNDInterpolator
from scipy.ndimage import gaussian_filter1d

import drape
import folds
import pattern as P
import skin
from canvas import smooth, srgb, waves
from shirt import Shirt, WHITE, cached
from weave import distances, grid

BEECH, WALNUT = srgb(206, 172, 128), srgb(122, 88, 62)
SEAM = {"front": 1, "back": -1}                 # the half of the pattern on which a side's seam is seen
OUT = 0.050                                     # from the wall to the hanger's middle


class Hung(Shirt):
    """`seed` names a drape; `side` is the panel that is seen."""

    def __init__(self, seed, side="front", drags=1.25):
        self.loops, self.side = None, side
        self.rng = np.random.default_rng(seed)
        self.fields = [cached(f"pattern-{s}", lambda s=s: distances(s)) for s in ("front", "back")]
        self.m = cached(f"drape-hung-{side}-{seed}", lambda: drape.hung(seed, back=side == "back"))
        x, y = (k[::2, ::2] for k in grid())
        key = seed + (50 if side == "back" else 0)
        lines = folds.lines_of(np.random.default_rng(key + 7), drags)[:folds.LARGE]     # those that start at the arms and sides
        f = cached(f"drags-{key}-{drags}", lambda: dict(zip("zu", folds.field(np.random.default_rng(key), x, y, lines, 0.25))))
        fine = cached(f"creases-{key}", lambda: dict(z=folds.creased(np.random.default_rng(key + 3), x, y, (0.26, 0.66), 60)))
        self.fold = (f["z"] + 1.1 * fine["z"]).astype(np.float32)

    def side_seam(self, f):
        """The seam down one side. Jersey turns as it is washed and hung: the seam comes round to the front, the further down the more, and the other goes to the back."""
        down = np.clip((P.UNDERARM[1] - self.y) / 0.43, 0, 1)
        at = 0.004 + 0.016 * down ** 1.3 + 0.0016 * waves(self.c.rng, self.x * 0, self.y, 0.16)
        d = f["side"] - at
        here = np.clip(down / 0.03, 0, 1) * (self.x * SEAM[self.side] > 0)
        w = max(0.0009, 1.1 * self.c.px)
        allowance = 0.00030 * smooth(d + 0.0075, -0.0010, 0.0010) * smooth(-d, -0.0006, 0.0006)      # cloth over cloth behind it
        rows = -0.00055 * np.exp(-(d / w) ** 2)
        return (here * (allowance + rows + 2.2 * folds.gathered(self.y + 0.75, -d, 4) + 2.2 * folds.gathered(self.y + 0.75, d, 6))).astype(np.float32)

    def place(self, c, at=(0, 0)):
        self.c = c
        x = self.m["x"]
        far = self.m["side"] * (1 if self.side == "front" else -1) < 0
        tuck = 0.007 * far * np.clip(1 - (self.m["pat"][:, 1] - P.HEM_MID[1]) / 0.06, 0, 1)   # or both hems would show as one ragged edge
        x = np.c_[x[:, 0] + at[0], x[:, 2] + at[1] + tuck, OUT - x[:, 1]]
        self.b = skin.seen(dict(self.m, x=x), c, (0.002, 0) if self.side == "front" else (0, 0.002))
        self.x, self.y, self.turn = self.b["x"], self.b["y"], 0.0
        which = 0 if self.side == "front" else 1
        use = self.m["side"] * (1 - 2 * which) >= 0
        self.spots = LinearNDInterpolator(self.b["points"][use, 3:], self.b["points"][use, :3])
        return self

    def spot(self, pts):
        return self.spots(np.asarray(pts))[:, :2]

    def draw(self, color=WHITE):
        c, b = self.c, self.b
        col = np.asarray(color, np.float32)
        on = b["face"] != 0
        back = np.abs(b["face"]) > 1.5
        look = [{k: self.look(v, self.x, self.y) for k, v in f.items()} for f in self.fields]
        f = {k: np.where(back, look[1][k], look[0][k]) for k in look[0]}
        ribbed = np.clip(f["neck"] / 0.0008, 0, 1)
        ribbed = ribbed * ribbed * (3 - 2 * ribbed)
        tame = 1 - 0.6 * ribbed
        relief = self.panel(f, 0.0) + self.side_seam(f) + self.cloth(f, ribbed) + self.look(self.fold, self.x, self.y, True) * tame
        gy, gx = np.gradient(relief.astype(np.float32), c.px)
        jump = 5 * c.px
        cut = np.zeros(on.shape, bool)
        for k in (0, 1):
            for v in (b["x"], b["y"]):
                d = np.abs(np.diff(v, axis=k)) > jump
                d |= np.diff(b["face"], axis=k) != 0
                lo, hi = [slice(None)] * 2, [slice(None)] * 2
                lo[k], hi[k] = slice(None, -1), slice(1, None)
                cut[tuple(lo)] |= d
                cut[tuple(hi)] |= d
        gx[cut], gy[cut] = 0, 0
        new = on & (b["z"] > c.z)
        c.sx[new], c.sy[new] = (b["sx"] + gx)[new], (b["sy"] - gy)[new]
        c.z[new] = (b["z"] + relief)[new]
        inner = b["face"] < 0
        tone = self.tone(np.where(inner, 0.955, 1.0)[..., None] * col)
        c.alb[new] = np.broadcast_to(tone, c.alb.shape)[new]
        c.sheen[new] = 0.02
        f["inside"] = np.where(inner & on, -1.0, 1.0)
        self.f, self.base = f, (b["sx"] * on, b["sy"] * on)
        self.top = np.where(on, b["z"], -1)
        c.cover = (on, b["cover"])
        c.rim = cv2.dilate((cut & on).astype(np.uint8), np.ones((5, 5))) > 0
        return self

    def sewn(self, draw):
        """Runs what sews on the shirt, then leans it as the cloth below leans."""
        z = self.c.z.copy()
        draw()
        new = self.c.z != z
        self.c.sx[new] += self.base[0][new]
        self.c.sy[new] += self.base[1][new]
        return self

    def seam(self, line, length=0.0027, gap=0.16, radius=0.00021, color=None):
        p = self.spots(P.resample(line, length))
        c = self.c
        radius = max(radius, 0.75 * c.px)
        i, j = ((p[:, 0] - c.x0) / c.px), ((c.y0 - p[:, 1]) / c.px)
        ok = np.isfinite(p).all(1) & (i > 1) & (j > 1) & (i < c.z.shape[1] - 2) & (j < c.z.shape[0] - 2)
        q = p[ok]
        ok[ok] = np.abs(self.top[j[ok].astype(int), i[ok].astype(int)] - q[:, 2]) < 0.006
        k = np.where(ok[1:] & ok[:-1])[0]
        if len(k):
            a, d = p[k, :2], p[k + 1, :2] - p[k, :2]
            self.sew_down(a + d * gap / 2, a + d * (1 - gap / 2), radius, color)


def hanger(shirt, at=(0.0, 0.0), color=BEECH):
    """The wooden hanger that is seen in the neck, its steel hook, and the peg in the wall."""
    c = shirt.c
    u, v = c.x - np.float32(at[0]), c.y - np.float32(at[1])
    line = drape.HANGER
    across = np.linspace(-0.15, 0.15, 301)
    bow = gaussian_filter1d(np.interp(np.abs(across), line[:, 0], line[:, 2]), 12)
    mid = np.interp(u, across, bow) - 0.002
    rad = np.interp(np.abs(u), line[:, 0], line[:, 3]) * (1 + 0.5 * np.exp(-(u / 0.03) ** 2))
    d = np.clip(np.abs(v - mid) / rad, 0, 1)
    mask = (d < 1) & (np.abs(u) < 0.10) & (shirt.b["face"] <= 0)
    free = (np.abs(u) < 0.10) & (shirt.b["face"] == 0)
    c.cover = (c.cover[0] | mask, np.where(free, np.maximum(c.cover[1], np.clip((rad - np.abs(v - mid)) / c.px + 0.5, 0, 1)), c.cover[1]))
    wood = color * (1 + 0.05 * waves(c.rng, u * 0.12, v, 0.004))[..., None]
    c.put(mask, (OUT + 0.010 * np.sqrt(1 - d * d)).astype(np.float32), wood, 0.12)
    q = np.radians(np.linspace(-90, 196, 80))
    r, top, peg = 0.020, 0.068, 0.0075
    hook = np.r_[[(0, 0.0)], [(0, 0.030)], np.c_[r * np.cos(q), top + r * np.sin(q)]]
    deep = np.interp(hook[:, 1], [0.0, 0.012, 0.035], [OUT, 0.020, 0.010])
    c.strands([np.c_[hook + at, deep]], 0.0015, srgb(176, 173, 168), 0.8)
    k = np.hypot(u, v - top - r + 0.0015 + peg)
    edge = np.clip((peg - k) / 0.0022, 0, 1)
    c.put(k < peg, (0.020 - 0.0025 * (1 - np.sqrt(1 - (1 - edge) ** 2))).astype(np.float32), color * (1 + 0.04 * waves(c.rng, u, v * 0.2, 0.004))[..., None], 0.1)

"""A T-shirt in its shop fold: thin layers with soft folded edges, one upon another."""
import numpy as np

import folds
from canvas import smooth, waves
from shirt import TAPE, WHITE, Shirt

# The layers under the top one, from the table up: how far they come out beyond it, and how high they reach.
PLIES = ((-0.0026, 0.0022), (0.0012, 0.0040), (-0.0034, 0.0054), (-0.0006, 0.0064))
TOP = 0.0086                                                        # where the back panel ends and the front begins


def folded_edge(d, wide, high):
    """How far cloth lies below its height at distance d inside a folded edge: a quarter of an ellipse."""
    q = np.clip(d / wide, 0, 1)
    return high * (1 - np.sqrt(1 - (1 - q) ** 2))


def blended(a, b, k):
    """The smaller of two, without a corner where they meet."""
    t = np.clip(0.5 + 0.5 * (b - a) / k, 0, 1)
    return b + (a - b) * t - k * t * (1 - t)


class Folded(Shirt):
    """`size` is half the width and the length of what lies up."""

    def __init__(self, seed=1, amount=0.3, size=(0.148, 0.365)):
        super().__init__("front", seed, amount, broad=0.6)
        self.size, self.seed = size, seed

    def outline(self, more, seed):
        """Distance inside the folded rectangle, which is never quite straight: each edge leans and bows in its own way."""
        rng = np.random.default_rng(self.seed * 31 + seed)
        half, length = self.size
        out = lambda: more + 0.0016 * waves(rng, self.x, self.y, 0.30) + 0.0005 * waves(rng, self.x, self.y, 0.09) + 0.00018 * waves(rng, self.x, self.y, 0.03)
        down = (self.y + length / 2) / length
        left, right = (half + out() + rng.normal(0, 0.0030) * down + s * self.x for s in (1, -1))
        dx = np.minimum(left, right)
        dy = self.y + length + out() + rng.normal(0, 0.0030) * self.x / half
        return blended(dx, dy, 0.007 + rng.uniform(0, 0.005))

    def cut(self, f, more, seed):
        """Cuts a panel's fields down to the rectangle; returns the distance to the fold."""
        d = self.outline(more, seed)
        worn = 0.0062 - self.y + 0.0004 * waves(np.random.default_rng(self.seed), self.x, self.y, 0.012)
        f["inside"] = blended(blended(f["inside"], d, 0.005), worn, 0.004)          # and the collar's points are soft
        f["hem"], f["cuff"] = np.full_like(d, 0.2), np.full_like(d, 0.2)
        return d

    def slack(self, d):
        """The top layer's own shape: what is folded under shows through it, and it is creased by hand."""
        rng = np.random.default_rng(self.seed + 900)
        side = np.abs(self.x + 0.002 * waves(rng, self.x, self.y, 0.3)) - np.interp(self.y, [-0.30, -0.20, -0.06], [0.047, 0.052, 0.088])
        z = 0.00034 * smooth(side, -0.008, 0.004) + 0.0009 * (1 - np.exp(-np.maximum(d, 0) / 0.010))
        z = z + 0.0008 * waves(rng, self.x, self.y, 0.17) + 0.00022 * waves(rng, self.x, self.y, 0.06)
        return z + 1.3 * folds.creased(rng, self.x, self.y, self.size)

    def draw(self, color=WHITE, lift=0.0):
        c, col = self.c, np.asarray(color, np.float32)
        down = {k: self.look(v, self.x, self.y) for k, v in self.down.items()}
        for k, (more, high) in enumerate(PLIES):
            f = dict(down)
            d = self.cut(f, more, k)
            e = np.minimum(d, f["inside"])
            z = lift + high - folded_edge(e, 0.0034, 0.0022) + 0.00012 * waves(c.rng, self.x, self.y, 0.05)
            relief = self.cloth(f, 0.0 * d)
            c.put(f["inside"] > 0, z.astype(np.float32), self.tone(col * 0.985), 0.02, relief)
        f = dict(down)
        d = self.cut(f, -0.001, 8)
        z = self.panel(f, lift + TOP - folded_edge(np.minimum(d, f["inside"]), 0.0020, 0.0014))
        z = z + TAPE * smooth(f["neck"] + 0.0095, -0.0009, 0.0009) * (f["neck"] < 0.0008)
        relief = self.cloth(f, smooth(f["neck"], 0, 0.0008))
        c.put(f["inside"] > 0, z, self.tone(col * 0.985), 0.02, relief)
        f = {k: self.look(v, self.x, self.y) for k, v in self.up.items()}
        sewn = np.where(f["edge"] - f["inside"] < 0.0006, f["inside"], f["edge"])   # signed at the shoulder, so that it stays smooth
        d = self.cut(f, 0.0, 9)
        ribbed = smooth(f["neck"], 0, 0.0008)
        fold = self.look(self.fold, self.lx, self.ly, True) * (1 - np.exp(-np.maximum(np.minimum(d, sewn), 0) / 0.012)) + self.slack(d)
        fold = np.where(fold < 0, -0.0012 * np.tanh(-fold / 0.0012), fold)          # never so low that a lower layer shows through
        z = lift + TOP + 0.0016 + fold * (1 - 0.6 * smooth(f["neck"], -0.006, 0.004))
        roll = 1 + 0.35 * waves(np.random.default_rng(self.seed + 50), self.x, self.y, 0.07)     # here sharply folded, there round
        z = z - folded_edge(np.minimum(d, sewn), 0.0058 * np.clip(roll, 0.5, 1.6), 0.0036)
        z = self.panel(f, np.maximum(z, lift + TOP - 0.001))
        relief = self.cloth(f, ribbed)
        c.put(f["inside"] > 0, z, self.tone(col), 0.02, relief)
        self.f = f
        return self

    def stitches(self):
        return self.neckline()

"""The opening picture, the covers of the articles, cloth close up, and the desk of the about page."""
import math

import numpy as np

import details as D
import fall
import ground as B
import pattern as P
import places as L
import props as R
from canvas import srgb, waves
from products import FLAT, WALL, folded, front, hung
from registry import shot
from shirt import WHITE, Shirt

NATURAL = np.array((0.84, 0.775, 0.67))                     # unbleached yarn
LOW = dict(low=11, high=30)


def hero_scene(c, at, size):
    """A hung shirt in the sun that falls through a window."""
    B.paper(c)
    hung(c, "otr", drape=8)
    pane = B.window(c, at, size, panes=(2, 3), bar=0.022, soft=0.016, turn=-28)
    return dict(gobo=0.50 + 0.64 * pane, sky=0.46, exposure=0.63, tint=(1.03, 1.0, 0.95))


@shot(2400, 1350, 1.00, (-0.190, -0.135), over=1.3, **WALL)
def hero(c):
    return hero_scene(c, (-0.02, -0.10), (0.52, 0.74))


@shot(1600, 2000, 0.54, (0.030, -0.108), over=1.3, **WALL)
def hero_phone(c):
    return hero_scene(c, (0.03, -0.10), (0.42, 0.62))


@shot(1600, 1000, 0.105, over=1.6, exposure=0.80, **LOW)
def label_qr(c):
    B.linen(c)
    shirt = Shirt("front", 23, 1.5).place(c, (-0.166, 0.622), 2.5).draw().stitches()
    D.label(shirt, "otr-001", tilt=-0.6)


@shot(1600, 1000, 0.30, over=1.6, exposure=0.80, **LOW)
def cotton_still(c):
    B.linen(c, srgb(206, 192, 170))
    R.hank(c, (0.0, 0.0), 24, NATURAL)


@shot(1600, 1000, 0.75, over=1.8, exposure=0.61, reach=0.12, falloff=0.18, **FLAT)
def folded_stack(c):
    """A stack at the table's edge."""
    L.table(c, L.OILED, 0.16, 3, edge=-0.203)
    for k, (turn, x, y) in enumerate(((3, -0.060, 0.188), (-4, -0.068, 0.193), (2, -0.058, 0.190), (-5, -0.064, 0.196))):
        folded(c, "ots", (x, y), turn + 4, lift=0.0090 * k, seed=20 + k, motif=k == 3, color=[(0.845, 0.826, 0.785), (0.862, 0.85, 0.826)][k % 2])
    L.book(c, (0.225, 0.055), -9, srgb(104, 116, 104))


@shot(1600, 1000, 0.74, over=1.8, exposure=0.62, reach=0.12, **FLAT)
def travel_still(c):
    """A bag half packed: the shirt is still half outside, the map waits."""
    L.table(c, L.OILED, 0.15, -2)
    B.map_sheet(c, (-0.242, 0.068), 11, size=(0.36, 0.26))
    R.stone(c, (-0.318, 0.130), (0.026, 0.019, 0.018), 20, srgb(150, 144, 136), 3)
    bag = L.Bag(c, (0.128, -0.215), -5, srgb(70, 82, 92), (0.39, 0.39))
    bag.strap(0.0, 0.080, 0.150, np.random.default_rng(2), 0.0022)
    bag.back()
    folded(c, "otr", (0.142, 0.196), -3, lift=0.003, seed=31)
    bag.front()
    bag.strap(0.0, 0.080, -0.135, np.random.default_rng(4), 0.0026, sink=0.03)


@shot(1600, 1000, 0.74, (-0.035, -0.135), over=1.3, exposure=0.72, **{**WALL, "azimuth": 168, "low": 14, "high": 34})
def hanging_light(c):
    """A shirt that hangs in the window at dusk; the sun comes in by another one."""
    glow = L.casement(c, (-0.325, 0.0, 0.325), (0.092, -0.235))
    hung(c, "ots", (0.05, -0.005), drape=2, wood=fall.WALNUT)
    c.alb[c.z <= 0] = 0.02
    other = B.window(c, (0.075, -0.155), (0.26, 0.52), panes=(2, 3), bar=0.016, soft=0.010, turn=-22)
    return dict(gobo=0.42 + 0.78 * other, sky=0.40, tint=(1.10, 1.0, 0.84), glow=np.where((c.z <= 0)[..., None], glow * 1.25, 0))


@shot(1600, 1000, 0.315, (0, 0.006), over=1.5, exposure=0.73, reach=0.12)
def half_stitched(c):
    """The hoop: a ridge of which one half is sewn, the rest a pencil line."""
    u, v = c.local((0.012, 0.002))
    r = np.hypot(u, v)
    q = np.arctan2(v, u)
    rng = np.random.default_rng(9)
    out = np.clip((r - 0.078) / 0.05, 0, 1)
    rays = sum(a * np.sin(k * q + p + 3 * (r - 0.08) / 0.1 * s) for k, a, p, s in zip((5, 8, 11, 17, 23), (0.9, 0.8, 0.7, 0.4, 0.3), rng.uniform(0, 6.3, 5), rng.normal(0, 1, 5)))
    z = np.where(r < 0.078, 0.006, 0.0012 + 0.0048 * np.exp(-(r - 0.078) / 0.012)) + 0.0026 * rays * (1 - np.exp(-3 * out)) * np.exp(-out) * (r > 0.078) + 0.0004 * waves(rng, c.x, c.y, 0.05) * (r > 0.078)
    plain = Shirt("front", 40, 0.0, broad=0.0).place(c, (-0.02, 0.36), 0)
    relief = plain.cloth({"along": np.zeros_like(r)}, np.zeros_like(r))
    white = plain.tone(np.broadcast_to(np.float32(WHITE), c.alb.shape))
    c.put(r < 9, (np.logaddexp(0, z * 1800) / 1800 + 0.0006).astype(np.float32), white, 0.02, relief)
    R.ring(c, (0.012, 0.002), 0.0785)
    scale = 1.25
    at = np.array((0.012, -0.004))
    for k, (line, width) in enumerate(D.strokes("ridge")):
        line = line * scale + at
        if k == 1:
            B.ink(c, line, 0.0007, srgb(120, 122, 130), 0.55)
            continue
        if k == 2:
            a = np.linspace(0, 2 * math.pi, 60)
            B.ink(c, line.mean(0) + 0.0042 * scale * np.c_[np.cos(a), np.sin(a)], 0.0006, srgb(120, 122, 130), 0.55)
            continue
        B.ink(c, line, 0.0007, srgb(120, 122, 130), 0.55)
        D.satin(c, lambda p: p, line, lambda u: width(u) * scale, D.SAND, part=(0, 0.56), seed=5)
        n = P.resample(line, 0.0001)
        last = n[int(len(n) * 0.56)]
    eye = R.needle(c, (0.047, -0.047), 16)
    loose = R.spline([last, last + (0.0015, -0.009), (0.0060, -0.012), (0.0030, -0.030), (0.0100, -0.046), (0.0170, -0.040), (0.0130, -0.033), (0.0120, -0.050), (0.0200, -0.0555), eye], 400)
    loose = np.c_[loose, c.height(loose) + 0.0002]
    c.strands([loose], 0.00028, D.SAND, 0.3, twist=0.0011)


@shot(2000, 1250, 0.98, over=1.6, exposure=0.64, reach=0.10, **FLAT)
def about(c):
    """A desk: the pattern of half a shirt, and the shirt."""
    L.table(c, L.DARK, 0.16, 1.5, seed=8)
    half = np.vstack([P.neck_line("front", 1.0)[:-1], P.bezier([P.NECK, P.NECK + (0.05, -0.015), P.SHOULDER - (0.045, -0.012), P.SHOULDER], 20)[:-1], P.armhole(), P.side_line()[20:], [P.HEM_MID]])
    half = half[half[:, 1] > -0.58]
    half = np.vstack([half, [(P.HEM_SIDE[0], -0.58), (0, -0.58)]]) * 0.92
    inner = half - (half.max(0) + half.min(0)) / 2
    at, turn = np.array((-0.345, 0.02)), 8
    _, _, paper = B.sheet(c, inner, at, turn, B.KRAFT, curl=0.011)
    draw = lambda line, width: B.ink(c, B.turned(line, at, turn), width, srgb(92, 78, 64), 0.7, paper)
    centre = inner.mean(0)
    dash = P.resample(centre + (inner - centre) * (0.90, 0.945), 0.007)
    for a, b in zip(dash[:-1:2], dash[1::2]):
        draw([a, b], 0.0009)
    draw([(-0.02, -0.15), (-0.02, 0.12)], 0.0008)
    for s, y in ((1, 0.12), (-1, -0.15)):
        draw([(-0.026, y - s * 0.012), (-0.02, y), (-0.014, y - s * 0.012)], 0.0008)
    front(c, "ots", (0.205, 0.310), -5, pressed=True)
    R.pencil(c, (-0.150, -0.180), 63, srgb(196, 150, 74))
    R.spool(c, (-0.130, 0.030), 30, D.SAGE)
    R.spool(c, (-0.165, -0.028), -48, srgb(226, 218, 204))
    loose = R.spline([(-0.122, 0.016), (-0.102, -0.018), (-0.122, -0.050), (-0.152, -0.072), (-0.128, -0.090), (-0.101, -0.074), (-0.097, -0.112)], 300)
    c.strands([np.c_[loose, c.height(loose) + 0.0004]], 0.00045, D.SAGE, 0.3)

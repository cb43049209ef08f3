"""The opening picture, the covers of the articles, cloth close up, and the desk of the about page."""
import math

import numpy as np

import details as D
import ground as B
import pattern as P
import props as R
from canvas import srgb, waves
from products import WALL, folded, front, hung
from registry import shot
from shirt import Shirt

NATURAL = np.array((0.84, 0.775, 0.67))                     # unbleached yarn
LOW = dict(low=11, high=30)


def hero_scene(c, at, size):
    """A hung shirt in the sun that falls through a window."""
    B.paper(c)
    hung(c, "otr", mirror=True)
    pane = B.window(c, at, size, panes=(2, 3), bar=0.022, soft=0.016, turn=-28)
    return dict(gobo=0.62 + 0.46 * pane, sky=0.46, exposure=0.63)


@shot(2400, 1350, 1.00, (-0.160, -0.135), over=1.3, **WALL)
def hero(c):
    return hero_scene(c, (-0.02, -0.10), (0.52, 0.74))


@shot(1600, 2000, 0.54, (0.030, -0.108), over=1.3, **WALL)
def hero_phone(c):
    return hero_scene(c, (0.03, -0.10), (0.42, 0.62))


@shot(1600, 1000, 0.105, over=1.6, exposure=0.80, **LOW)
def label_qr(c):
    B.linen(c)
    shirt = Shirt("front", 23, 1.5).place(c, (-0.166, 0.637), 2.5).draw().stitches()
    D.label(shirt, "otr-001", tilt=-0.6)


@shot(1600, 1000, 0.30, over=1.6, exposure=0.80, **LOW)
def cotton_still(c):
    B.linen(c, srgb(206, 192, 170))
    R.hank(c, (0.0, 0.0), 24, NATURAL)


@shot(1600, 1000, 0.66, over=1.4, exposure=0.76, fine=3)
def folded_stack(c):
    B.linen(c)
    for k, (turn, x, y) in enumerate(((3, 0.030, 0.158), (-4, 0.022, 0.163), (2, 0.032, 0.160), (-5, 0.026, 0.166))):
        folded(c, "ots", (x, y), turn - 12, lift=0.0084 * k, seed=20 + k, motif=k == 3, color=[(0.845, 0.826, 0.785), (0.862, 0.85, 0.826)][k % 2])


@shot(1600, 1000, 0.66, over=1.4, exposure=0.76)
def travel_still(c):
    B.linen(c)
    B.map_sheet(c, (-0.135, -0.01), 9)
    folded(c, "otr", (0.165, 0.165), -6, lift=0.004, seed=31)
    R.stone(c, (-0.235, 0.075), (0.026, 0.019, 0.018), 20, srgb(150, 144, 136), 3)
    R.stone(c, (-0.075, -0.115), (0.017, 0.013, 0.012), -35, srgb(196, 186, 172), 5)


@shot(1600, 1000, 0.40, over=1.5, low=9, high=24, azimuth=160)
def hanging_light(c):
    B.paper(c)
    front(c, "ots", (-0.040, 0.150), 14)
    pane = B.window(c, (0.005, 0.005), (0.155, 0.36), panes=(2, 3), bar=0.014, soft=0.006, turn=-26)
    return dict(gobo=0.24 + 0.92 * pane, sky=0.46, exposure=0.80, tint=(1.06, 1.0, 0.90))


@shot(1600, 1000, 0.315, (0, 0.006), over=1.5, exposure=0.73)
def half_stitched(c):
    """The hoop: a ridge of which one half is sewn, the rest a pencil line."""
    u, v = c.local((0.012, 0.002))
    r = np.hypot(u, v)
    q = np.arctan2(v, u)
    rng = np.random.default_rng(9)
    out = np.clip((r - 0.078) / 0.05, 0, 1)
    rays = sum(a * np.sin(k * q + p + 3 * (r - 0.08) / 0.1 * s) for k, a, p, s in zip((5, 8, 11, 17, 23), (0.9, 0.8, 0.7, 0.4, 0.3), rng.uniform(0, 6.3, 5), rng.normal(0, 1, 5)))
    z = np.where(r < 0.078, 0.006, 0.0012 + 0.0048 * np.exp(-(r - 0.078) / 0.012)) + 0.0026 * rays * np.clip(out * 3, 0, 1) * np.exp(-out) * (r > 0.078) + 0.0004 * waves(rng, c.x, c.y, 0.05) * (r > 0.078)
    plain = Shirt("front", 40, 0.0, broad=0.0).place(c, (-0.02, 0.36), 0)
    relief = plain.cloth({"along": np.zeros_like(r)}, np.zeros_like(r))
    c.put(r < 9, (np.maximum(z, 0) + 0.001).astype(np.float32), np.array((0.865, 0.852, 0.825)) * (1 if plain.loops is None else (0.90 + 0.10 * plain.loops)[..., None]), 0.02, relief)
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
    eye = R.needle(c, (0.090, -0.052), -38)
    loose = R.spline([(*last, 0.0080), (last[0] + 0.012, last[1] - 0.012, 0.0078), (0.048, -0.040, 0.0076), (0.040, -0.052, 0.0076), (0.055, -0.058, 0.0078), (0.064, -0.040, 0.0085), (*eye, 0.0130)], 300)
    loose[:, 2] = np.maximum(c.height(loose[:, :2]) + 0.0003, 0)
    c.strands([loose], 0.00028, D.SAND, 0.3, twist=0.0011)


@shot(2000, 1250, 0.98, over=1.3, exposure=0.74)
def about(c):
    B.paper(c, srgb(206, 195, 178))
    half = np.vstack([P.neck_line("front", 1.0)[:-1], P.bezier([P.NECK, P.NECK + (0.05, -0.015), P.SHOULDER - (0.045, -0.012), P.SHOULDER], 20)[:-1], P.armhole(), P.side_line()[20:], [P.HEM_MID]])
    half = half[half[:, 1] > -0.60]
    half = np.vstack([half, [(P.HEM_SIDE[0], -0.58), (0, -0.58)]]) * 0.92
    mid = (half.max(0) + half.min(0)) / 2
    at, turn = np.array((-0.345, 0.02)), 8
    B.sheet(c, half - mid, at, turn, B.KRAFT)
    pencil_line = srgb(92, 78, 64)
    inner = half - mid
    centre = inner.mean(0)
    dash = P.resample(centre + (inner - centre) * (0.90, 0.945), 0.007)
    for a, b in zip(dash[:-1:2], dash[1::2]):
        B.ink(c, B.turned([a, b], at, turn), 0.0009, pencil_line, 0.7)
    B.ink(c, B.turned([(-0.02, -0.15), (-0.02, 0.12)], at, turn), 0.0008, pencil_line, 0.7)
    for s in (-1, 1):
        y = 0.12 if s > 0 else -0.15
        B.ink(c, B.turned([(-0.026, y - s * 0.012), (-0.02, y), (-0.014, y - s * 0.012)], at, turn), 0.0008, pencil_line, 0.7)
    front(c, "ots", (0.215, 0.310), -6, pressed=True)
    R.pencil(c, (-0.150, -0.180), 63, srgb(74, 84, 78))
    R.spool(c, (-0.135, 0.205), 30, D.SAGE)
    R.spool(c, (-0.195, 0.135), -48, srgb(226, 218, 204))
    loose = R.spline([(-0.128, 0.190, 0.0006), (-0.10, 0.13, 0.0006), (-0.165, 0.065, 0.0006), (-0.15, -0.01, 0.0006), (-0.105, -0.03, 0.0006), (-0.13, -0.08, 0.0006)], 300)
    loose[:, 2] = c.height(loose[:, :2]) + 0.0004
    c.strands([loose], 0.00045, D.SAGE, 0.3)


@shot(1600, 2000, 0.034, over=1.4, low=16, high=46, reach=0.006, wrap=0.25, sky=0.6, exposure=0.86)
def jersey(c):
    c.alb[:] = srgb(150, 142, 130)
    R.loops(c)

"""What is sewn on a shirt: the embroidery, the woven label, and the print inside the neck."""
import os
import re

import cv2
import numpy as np
from scipy.ndimage import gaussian_filter1d

import lettering
import pattern as P
from canvas import grain, smooth, srgb, waves
from ground import turned

MOTIF_AT = np.array([0.087, -0.168])           # wearer's left chest
LABEL_AT = np.array([0.150, -0.625])           # lower left hem
LABEL = (0.034, 0.044)
PICK, WARP = 0.00024, 0.00019                   # how far apart the label's threads lie, across and upright
SAND, SAGE = srgb(186, 152, 108), srgb(126, 142, 120)

CODES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "codes")


def code_modules(style):
    """The dark modules (1) of a style's code, as rows, from the SVG that `npm run codes` writes."""
    svg = open(os.path.join(CODES, style + ".svg"), encoding="utf-8").read()
    side = int(re.search(r'viewBox="0 0 (\d+)', svg).group(1))
    grid = np.zeros((side, side), int)
    for x, y, n in (map(int, m) for m in re.findall(r"M(\d+) (\d+)h(\d+)v1", svg)):
        grid[y, x:x + n] = 1
    return grid[4:-4, 4:-4]


def strokes(kind):
    """The drawing: lines with a width along them, in metres around its middle."""
    if kind == "enso":
        q = np.radians(np.linspace(58, 58 - 326, 240))
        r = 0.0255 * (1 + 0.035 * np.sin(q + 0.6))
        width = lambda u: 0.0054 * np.clip(0.38 + 0.9 * np.sin(np.pi * np.clip(u * 0.93 + 0.03, 0, 1)) ** 0.7 - 0.42 * u, 0.2, 1.1)
        return [(np.stack([r * np.cos(q), r * 0.985 * np.sin(q)], 1), width)]
    k = 0.00135
    ridge = np.array([(-26, -6), (-16, 4), (-11.5, 0.2), (-1, 13), (4.5, 6.2), (8, 9.4), (24, -6)]) * k
    brush = lambda w: lambda u: w * (0.45 + 0.55 * np.clip(np.minimum(u, 1 - u) / 0.045, 0, 1) ** 0.6) * (1 + 0.07 * np.sin(9 * u + 1))
    line = P.resample(ridge, 0.0001)
    soft = gaussian_filter1d(line, 5, axis=0, mode="nearest")
    out = [(soft, brush(0.0028)), (np.array([(-31, -10.5), (31, -10.5)]) * k, brush(0.0024))]
    r = 3.1 * k
    out.append((np.array([(17 * k - r, 12 * k), (17 * k + r, 12 * k)]), lambda u: 2 * r * np.sqrt(np.clip(1 - (2 * u - 1) ** 2, 0.01, 1))))
    return out


def satin(c, spot, line, width, color, pitch=0.00033, radius=0.00023, arch=0.00055, part=(0, 1), seed=5):
    """Threads laid side by side across a line, each bent over the padding below it."""
    rng = np.random.default_rng(seed)
    thin, radius = radius, max(radius, 1.25 * c.px)             # threads finer than a pixel melt into one ridge
    r = P.resample(line, pitch)
    t = np.gradient(r, axis=0)
    t = gaussian_filter1d(t, 2.5, axis=0, mode="nearest")
    t /= np.linalg.norm(t, axis=1)[:, None]
    n = np.stack([-t[:, 1], t[:, 0]], 1)
    u = np.linspace(0, 1, len(r))
    keep = (u >= part[0]) & (u <= part[1])
    w = np.maximum(width(u) / 2 - (radius - thin), 0.0003)
    j = rng.normal(0, 0.00007, (2, len(r)))
    lean = t * 0.00022
    a, b = r + n * (w + j[0])[:, None] + lean, r - n * (w + j[1])[:, None] - lean
    A, B = spot(a[keep]), spot(b[keep])
    s = np.linspace(0, 1, 13)[:, None]
    low, high = (gaussian_filter1d(c.height(k), 3, mode="nearest") for k in (A, B))
    hi = arch * (0.55 + 0.45 * np.clip(w[keep] / 0.0013, 0, 1.4)) * (1 + rng.normal(0, 0.05, keep.sum()))
    round_ = np.sqrt(np.clip(1 - (2 * s[:, 0] - 1) ** 4, 0, 1))
    lines = [np.c_[p + (q - p) * s, y + (z - y) * s[:, 0] - radius * 0.6 + h * round_] for p, q, y, z, h in zip(A, B, low, high, hi)]
    c.strands(lines, radius, color, 0.42, twist=0.0011 if c.px < 0.00013 else 0.0, vary=0.045 if radius == thin else 0.02)


def embroider(shirt, kind, color, part=(0, 1)):
    for k, (line, width) in enumerate(strokes(kind)):
        satin(shirt.c, lambda p: shirt.spot(MOTIF_AT + p), line, width, color, part=part, seed=5 + k)
    return shirt


def label_ink(style, s=12):
    """Where the dark yarn of a style's label lies (1), as rows from the top."""
    w, h = 34 * s, 44 * s
    ink = np.zeros((h, w), np.float32)
    q = np.kron(code_modules(style), np.ones((s, s)))
    n = len(q)
    x, y = (w - n) // 2, int(4.5 * s)
    ink[y:y + n, x:x + n] = q
    base = y + n + 7.4 * s                                       # the word below it, a little narrower than the code
    high = 0.94 * n / lettering.width("OURTEE")
    return np.maximum(ink, lettering.written(ink.shape, "OURTEE", (w / 2, base), high, 0.155 * high))


def woven(c, u, v, ink):
    """Colour and relief of a label: a cream satin of fine upright warp, on which dark weft floats thread by thread."""
    w, h = LABEL
    k = ink.shape[1] / w
    look = lambda x, y: cv2.remap(ink, ((x + w / 2) * k - 0.5).astype(np.float32), ((h / 2 - y) * k - 0.5).astype(np.float32), cv2.INTER_LINEAR)
    cream, dark = srgb(236, 229, 216), srgb(58, 50, 44)
    if c.px > PICK * 0.6:                                        # too far to tell threads apart
        tone = look(u, v)[..., None]
        return cream * 0.94 * (1 - tone) + dark * tone, grain(c.rng, u.shape, c.px, 0.0012) * 0.000006
    row, col = np.floor(v / PICK), np.floor(u / WARP)
    across, along = v / PICK - row - 0.5, u / WARP - col - 0.5
    slack = np.sin(row * 12.9898 + np.floor(u / 0.00045) * 78.233) * 43758.5453
    slack = (slack - np.floor(slack) - 0.5) * 0.00016            # each pick turns back a little sooner or later
    float_ = cv2.GaussianBlur(look(u + slack, (row + 0.5) * PICK), (0, 0), sigmaX=0.00005 / c.px, sigmaY=0.01)
    up = smooth(float_, 0.25, 0.75)
    weft = np.sqrt(np.clip(1 - (across / 0.52) ** 2, 0, 1))
    tied = np.exp(-((along / 0.42) ** 2)) * ((col * 3 + row) % 8 == 0)
    warp = np.sqrt(np.clip(1 - (along / 0.52) ** 2, 0, 1))
    bound = np.exp(-((across / 0.45) ** 2)) * ((col * 2 + row) % 5 == 0)
    relief = up * (weft - 0.5 * tied) * 0.00007 + (1 - up) * (warp * 0.00003 - bound * 0.00002)
    yarn = 1 + 0.10 * np.sin(row * 7.13) * np.sin(row * 2.31 + u * 900)
    figure = dark * (yarn * (0.62 + 0.48 * weft))[..., None] + (cream - dark) * (0.13 * tied)[..., None]
    ground = cream * (0.80 + 0.20 * warp - 0.10 * bound)[..., None]
    return ground * (1 - up[..., None]) + figure * up[..., None], relief


def label(shirt, style, at=LABEL_AT, tilt=-1.0):
    """A style's woven label, sewn on along its four sides."""
    c = shirt.c
    mid = shirt.spot(at[None])[0]
    u, v = c.local(mid, shirt.turn + tilt)
    w, h = LABEL
    x, y = w / 2 - np.abs(u), h / 2 - np.abs(v)
    r = np.float32(0.0009)                                      # its corners are worn, its edges drawn in by the stitches
    d = np.where((x < r) & (y < r), r - np.hypot(r - x, r - y), np.minimum(x, y))
    box = d > -0.003
    rows, cols = np.where(box.any(1))[0], np.where(box.any(0))[0]
    if not len(rows) or not len(cols):
        return shirt
    m = int(0.012 / c.px)
    sl = (slice(max(rows[0] - m, 0), rows[-1] + m), slice(max(cols[0] - m, 0), cols[-1] + m))
    low = cv2.GaussianBlur(np.ascontiguousarray(c.z[sl]), (0, 0), 0.0035 / c.px)
    u, v, d = u[sl], v[sl], d[sl]
    d = d + 0.00003 * waves(shirt.rng, u, v, 0.005) + 0.00007 * waves(shirt.rng, u, v, 0.025)
    alb, relief = woven(c, u, v, label_ink(style))
    z = low + 0.00038 - 0.00030 * (1 - np.clip(d / 0.0006, 0, 1)) ** 2 - 0.00012 * np.exp(-((d - 0.0017) / 0.0005) ** 2) + 0.00004 * waves(shirt.rng, u, v, 0.012)
    part = d > 0
    gy, gx = np.gradient((z + relief).astype(np.float32), c.px)
    for name, val in (("sx", gx), ("sy", -gy), ("z", z.astype(np.float32)), ("sheen", 0.10)):
        getattr(c, name)[sl][part] = val[part] if not np.isscalar(val) else val
    c.alb[sl][part] = alb[part]
    if not shirt.afar():
        sewn_round(shirt, mid, shirt.turn + tilt)
    return shirt


def sewn_round(shirt, mid, turn, edge=0.0017, pitch=0.0022):
    """Stitches along a label's four sides."""
    a, b = LABEL[0] / 2 - edge, LABEL[1] / 2 - edge
    corner = np.array([(-a, -b), (a, -b), (a, b), (-a, b), (-a, -b)])
    for p, q in zip(corner[:-1], corner[1:]):
        r = turned(P.resample(np.stack([p, q]), pitch), mid, turn) + shirt.rng.normal(0, 0.00004, (1, 2))
        d = np.diff(r, axis=0)
        shirt.sew_down(r[:-1] + 0.05 * d, r[1:] - 0.05 * d, 0.00016, srgb(228, 221, 208))


def neck_print(shirt, size="M"):
    """Name and size printed inside the back of the neck."""
    c = shirt.c
    ink = lettering.written((600, 1200), "OURTEE", (600, 265), 120, 15)
    ink = np.maximum(ink, lettering.written((600, 1200), size, (600, 440), 95, 12))
    u, v = shirt.x, shirt.y + 0.060
    k = 1200 / 0.050
    tone = cv2.remap(ink, ((u + 0.025) * k).astype(np.float32), ((0.0125 - v) * k).astype(np.float32), cv2.INTER_AREA)
    tone = tone * (shirt.f["inside"] < 0) * 0.55
    c.alb *= (1 - tone[..., None] * (1 - srgb(120, 112, 102)))
    return shirt

"""What things lie on: paper, linen, cut sheets, drawn lines, a map; and sun through a window."""
import math

import cv2
import numpy as np

import pattern as P
from canvas import grain, smooth, srgb, waves

PAPER = srgb(222, 214, 201)
PLASTER = srgb(205, 208, 200)
LINEN = srgb(214, 203, 186)
KRAFT = srgb(196, 172, 140)


def paper(c, color=PAPER):
    """Heavy uncoated paper."""
    z = grain(c.rng, c.z.shape, c.px, 0.0012, 2) * 0.000012 + grain(c.rng, c.z.shape, c.px, 0.02, 2) * 0.000012
    gy, gx = np.gradient(z, c.px)
    c.sx, c.sy = gx, -gy
    c.alb[:] = color * (1 + 0.006 * grain(c.rng, c.z.shape, c.px, 0.05, 3))[..., None]


def linen(c, color=LINEN, pitch=0.00066):
    """Plain-woven linen: yarns of uneven thickness with slubs, and a few soft folds."""
    x = c.x + 0.00016 * waves(c.rng, c.x, c.y, 0.02) + 0.002 * waves(c.rng, c.x, c.y, 0.3)
    y = c.y + 0.00016 * waves(c.rng, c.x, c.y, 0.02) + 0.002 * waves(c.rng, c.x, c.y, 0.3)
    z = np.zeros_like(c.z)
    tone = np.zeros_like(c.z)
    k, l = x / pitch, y / pitch
    over = (np.floor(k) + np.floor(l)) % 2
    for s, t, up in ((k, l, over), (l, k, 1 - over)):
        i = np.floor(s)
        own = np.sin(i * 12.9898) * 43758.5453
        own = own - np.floor(own)                               # each yarn's own number
        slub = smooth(np.sin(t * (0.03 + 0.05 * own) + own * 50) + 0.6 * np.sin(t * 0.019 + own * 90), 1.15, 1.5)
        thick = 0.48 + 0.62 * own + 0.10 * np.sin(t * 0.17 + own * 70) + 0.5 * slub
        d = np.clip(np.abs(s - i - 0.5) * 2 / thick, 0, 1)
        crown = np.sin(np.pi * (t - np.floor(t)))
        h = np.sqrt(1 - d * d) * (0.35 + 0.65 * (up * crown + (1 - up) * (1 - crown) * 0.4)) * (0.6 + 0.5 * own)
        tone = np.where(h > z, 0.09 * (own - 0.5) + 0.03 * np.sin(own * 60 + t * 0.011) + 0.04 * slub, tone)
        z = np.maximum(z, h)
    fade = min(1.0, pitch / c.px / 4)
    relief = z * 0.00012 * fade + grain(c.rng, c.z.shape, c.px, 0.0004) * 0.000006
    gy, gx = np.gradient(relief.astype(np.float32), c.px)
    broad = 0.0007 * waves(c.rng, c.x, c.y, 0.16)
    by, bx = np.gradient(broad.astype(np.float32), c.px)
    c.sx, c.sy = gx + bx, -gy - by
    c.alb[:] = color * (0.82 + 0.18 * z * fade + 0.10 * (1 - fade) + tone)[..., None]


def window(c, at, size, panes=(2, 3), bar=0.02, soft=0.012, turn=-24, lean=0.35):
    """Sun through a window: how much of it reaches each pixel."""
    u, v = c.local(at, turn)
    u = u + lean * v
    w, h = size
    step = lambda d: smooth(d, -soft, soft)
    out = step(w / 2 - np.abs(u)) * step(h / 2 - np.abs(v))
    for k in range(1, panes[0]):
        out = out * (1 - step(bar / 2 - np.abs(u + w / 2 - w * k / panes[0])))
    for k in range(1, panes[1]):
        out = out * (1 - step(bar / 2 - np.abs(v + h / 2 - h * k / panes[1])))
    return out


def sheet(c, poly, at, turn, color, curl=0.0):
    """A cut piece of paper that does not lie quite flat: `curl` is how high its far corners stand. Returns its own coordinates and which pixels it covers."""
    u, v = c.local(at, turn)
    poly = np.asarray(poly)
    m = (np.abs(u) < np.abs(poly[:, 0]).max() + 0.01) & (np.abs(v) < np.abs(poly[:, 1]).max() + 0.01)
    inside = np.zeros(u.shape, bool)
    inside[m] = P.inside(poly, u[m], v[m])
    far = np.abs(u) / np.abs(poly[:, 0]).max() * np.abs(v) / np.abs(poly[:, 1]).max()
    z = 0.0009 + curl * smooth(far, 0.30, 1.15) + 0.0012 * (1 + 0.5 * waves(c.rng, u, v, 0.25))
    rough = grain(c.rng, u.shape, c.px, 0.0010, 2) * 0.000010
    c.put(inside, z.astype(np.float32), color * (1 + 0.010 * grain(c.rng, u.shape, c.px, 0.012, 2))[..., None], 0.02, rough)
    return u, v, inside


def turned(p, at, turn):
    a = math.radians(turn)
    p = np.asarray(p, float)
    return np.stack([p[:, 0] * math.cos(a) - p[:, 1] * math.sin(a), p[:, 0] * math.sin(a) + p[:, 1] * math.cos(a)], 1) + at


def ink(c, line, width, color, strength=0.8, on=True):
    """A drawn line on what lies there, or only where `on` says so."""
    d = np.full(c.z.shape, 1.0, np.float32)
    pts = P.resample(np.asarray(line), 0.0012)
    for a, b in zip(pts[:-1], pts[1:]):
        lo, hi = np.minimum(a, b) - width * 3, np.maximum(a, b) + width * 3
        i0, i1 = int((lo[0] - c.x0) / c.px), int((hi[0] - c.x0) / c.px) + 2
        j0, j1 = int((c.y0 - hi[1]) / c.px), int((c.y0 - lo[1]) / c.px) + 2
        sl = (slice(max(j0, 0), max(j1, 0)), slice(max(i0, 0), max(i1, 0)))
        if d[sl].size:
            ab = b - a
            t = np.clip(((c.x[sl] - a[0]) * ab[0] + (c.y[sl] - a[1]) * ab[1]) / (ab @ ab), 0, 1)
            d[sl] = np.minimum(d[sl], np.hypot(c.x[sl] - a[0] - t * ab[0], c.y[sl] - a[1] - t * ab[1]))
    tooth = np.clip(0.85 + 0.26 * grain(c.rng, d.shape, c.px, 0.0005, 2), 0.4, 1)      # a pencil catches on what it runs over
    m = np.clip((width / 2 - d) / c.px + 0.5, 0, 1) * strength * tooth * on
    c.alb *= 1 - m[..., None] * (1 - color)


def contours(n=1200, seed=4):
    """A map: contour lines, water, woods and a road."""
    rng = np.random.default_rng(seed)
    h = sum(cv2.resize(rng.normal(0, 1, (k, k)).astype(np.float32), (n, n), interpolation=cv2.INTER_CUBIC) / k ** 0.9 for k in (4, 7, 13))
    h = cv2.GaussianBlur(h, (0, 0), 6)
    gy, gx = np.gradient(h * 26)
    g = np.hypot(gx, gy) + 1e-3
    q = h * 26
    index = (np.floor(q + 0.5) % 5 == 0)
    line = np.clip((1.2 + 0.7 * index) - np.abs((q + 0.5) % 1 - 0.5) / g, 0, 1) * (0.45 + 0.3 * index)
    col = np.ones((n, n, 3), np.float32) * srgb(238, 232, 216)
    for mask, tone in ((h < np.percentile(h, 18), srgb(206, 216, 214)), (h > np.percentile(h, 66), srgb(222, 222, 200))):
        m = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.2)[..., None]
        col = col * (1 - m) + tone * m
    col = col * (1 - line[..., None]) + srgb(168, 140, 108) * line[..., None]
    y, x = np.mgrid[0:n, 0:n] / n
    d = np.abs(y - 0.42 - 0.12 * np.sin(5 * x + 1) - 0.05 * np.sin(13 * x)) * n
    for w, tone in ((4.5, srgb(176, 112, 84)), (2.6, srgb(240, 222, 190))):
        m = np.clip(w - d, 0, 1)[..., None]
        col = col * (1 - m) + tone * m
    return col


def map_sheet(c, at, turn, size=(0.42, 0.30), folds=(4, 2)):
    u, v = c.local(at, turn)
    s, t = (u / size[0] + 0.5) * folds[0], (v / size[1] + 0.5) * folds[1]
    tri = lambda k: np.abs((k % 2) - 1)
    z = 0.0012 + 0.0050 * (1 - tri(s)) ** 1.2 * (0.7 + 0.3 * np.sin(t * 2)) + 0.0022 * (1 - tri(t)) + 0.0006 * waves(c.rng, u, v, 0.08)
    m = (np.abs(u) < size[0] / 2) & (np.abs(v) < size[1] / 2)
    im = contours()
    k = 1200 / size[0]
    col = cv2.remap(im, ((u + size[0] / 2) * k).astype(np.float32), ((v + size[1] / 2) * k).astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    for a, n in ((s, folds[0]), (t, folds[1])):                     # worn along the folds
        w = np.exp(-((a - np.round(a)) * size[0] / n / 0.0007) ** 2) * ((np.round(a) > 0) & (np.round(a) < n))
        col = col * (1 - 0.35 * w[..., None]) + srgb(244, 240, 230) * 0.35 * w[..., None]
    c.put(m, z.astype(np.float32), col, 0.03, grain(c.rng, u.shape, c.px, 0.0012) * 0.000010)

"""Things beside the shirts: stones, pencil, spool, embroidery hoop, needle, yarn."""
import math

import numpy as np
from scipy.interpolate import CubicSpline

from canvas import grain, srgb, waves
from ground import turned

OAK = (srgb(206, 172, 130), srgb(170, 132, 92))


def spline(pts, n=200):
    p = np.asarray(pts, float)
    d = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]
    return CubicSpline(d, p)(np.linspace(0, d[-1], n))


def stone(c, at, size, turn, color, seed):
    rng = np.random.default_rng(seed)
    u, v = c.local(at, turn)
    a, b, h = size
    q = np.arctan2(v / b, u / a)
    r = np.hypot(u / a, v / b) / (1 + 0.05 * np.sin(2 * q + rng.uniform(0, 6)) + 0.03 * np.sin(3 * q + rng.uniform(0, 6)))
    m = r < 1
    z = h * (1 + np.clip(1 - r ** 2.3, 0, 1) ** 0.5) * 0.5 + 0.0006 * waves(rng, c.x, c.y, 0.012) * np.clip(1 - r, 0, 1)
    speck = grain(c.rng, u.shape, c.px, 0.0011, 2)
    col = color * (1 + 0.05 * speck + 0.06 * grain(c.rng, u.shape, c.px, 0.02, 2))[..., None]
    c.put(m, (z - 0.0 * r).astype(np.float32), col, 0.03, speck * 0.000025)


def pencil(c, at, turn, color):
    u, v = c.local(at, turn)
    r, half = 0.0037, 0.088
    face = np.clip(1.06 - np.abs(v / r) ** 2 * 0.55, 0, 1)
    facet = np.where(np.abs(v) < r * 0.5, 1.0, 1 - (np.abs(v) / r - 0.5) * 0.9)
    z = r + r * facet
    c.put((np.abs(v) < r) & (np.abs(u) < half), z.astype(np.float32), np.asarray(color), 0.7)
    t = (u - half) / 0.022
    rr = r * (1 - t)
    cone = (t >= 0) & (t < 0.97) & (np.abs(v) < rr)
    z = r + np.sqrt(np.maximum(rr * rr - v * v, 0))
    wood = np.where((t > 0.72)[..., None], srgb(60, 58, 56), srgb(214, 176, 132) * (1 + 0.05 * np.sin(v * 9000))[..., None])
    c.put(cone, z.astype(np.float32), wood, 0.1)


def wood_tone(c, u, v, scale=1.0, pair=OAK):
    """Grain running along u."""
    n = waves(c.rng, u * 0.10, v * 1.0, 0.012 * scale, 8) + 0.5 * waves(c.rng, u * 0.15, v, 0.004 * scale, 6)
    fine = waves(c.rng, u * 0.03, v, 0.0011 * scale, 10)
    f = np.clip(0.5 + 0.22 * n + 0.12 * fine, 0, 1)[..., None]
    return np.asarray(pair[0]) * f + np.asarray(pair[1]) * (1 - f)


def ring(c, at, radius, width=0.0095, height=0.011):
    """The outer ring of an embroidery hoop, with its brass screw at the top."""
    u, v = c.local(at)
    r, q = np.hypot(u, v), np.arctan2(v, u)
    d = np.abs(r - radius)
    e = np.clip(d / (width / 2), 0, 1)
    z = height - 0.0022 * e ** 4
    col = wood_tone(c, np.arctan2(u, -v) * radius, r - radius, 0.5)
    gap = (np.abs(q - math.pi / 2) * radius < 0.0015)
    seam = 1 - 0.35 * np.exp(-((r - radius + 0.0008) / 0.0003) ** 2)
    z = z - 0.0007 * np.exp(-((r - radius + 0.0008) / 0.0004) ** 2)
    c.put((d < width / 2) & ~gap, z.astype(np.float32), col * seam[..., None], 0.18)
    brass = srgb(196, 164, 104)
    top = np.array(at) + (0, radius + width / 2 + 0.0035)
    for s in (-1, 1):
        x, y = c.x - top[0] - s * 0.0048, c.y - top[1]
        c.put((np.abs(x) < 0.0022) & (np.abs(y) < 0.0042), (height - 0.003 + 0 * x).astype(np.float32), wood_tone(c, y, x, 0.5), 0.15)
    c.strands([np.array([(top[0] - 0.010, top[1] + 0.0008, height - 0.003), (top[0] + 0.013, top[1] + 0.0008, height - 0.003)])], 0.0014, brass, 1.2, 0.0007)
    c.strands([np.array([(top[0] + 0.012, top[1] + 0.0008, height - 0.003), (top[0] + 0.0175, top[1] + 0.0008, height - 0.003)])], 0.0036, brass, 1.2, 0.0)


def needle(c, at, turn, length=0.042, under=(0.46, 0.72)):
    """A steel needle pushed through the cloth: hidden from `under` to `under` of its length. Returns where its eye is."""
    tip, eye = turned([(length / 2, 0), (-length / 2, 0)], at, turn)
    t = np.linspace(0, 1, 60)[:, None]
    p = eye + (tip - eye) * t
    u, v = c.local(eye + (tip - eye) * (under[0] + under[1]) / 2, turn)
    mound = 0.00007 * np.exp(-(u / (0.40 * length * (under[1] - under[0]))) ** 4 - (v / 0.0012) ** 2)    # the cloth that it lifts
    gy, gx = np.gradient(mound.astype(np.float32), c.px)
    c.z += mound.astype(np.float32)
    c.sx += gx
    c.sy -= gy
    rows = np.c_[p, c.height(p) + 0.0003]
    for a, k in zip(range(len(rows) - 1), t[:-1, 0]):
        if under[0] < k < under[1]:
            continue
        thin = 1 if k < 0.75 else max(0.15, 1 - (k - 0.75) / 0.25)
        c.strands([rows[a:a + 2]], 0.00042 * thin, srgb(186, 186, 190), 1.1, 0.0, vary=0)
    return eye


def hank(c, middle, turn, color, length=0.6, lobe=0.0125, yarns=110, pitch=0.17):
    """Two bundles of yarn twisted round each other."""
    rng = np.random.default_rng(8)
    t = np.linspace(-length / 2, length / 2, 260)
    a = math.radians(turn)
    lines = []
    for side in (0, math.pi):
        for _ in range(yarns):
            ph, rr = rng.uniform(0, 2 * math.pi), lobe * math.sqrt(rng.uniform(0.15, 1)) * 1.02
            q = 2 * math.pi * t / pitch + side
            own = ph + 0.8 * 2 * math.pi * t / pitch + 0.25 * np.sin(t * rng.uniform(15, 50) + ph)
            y = lobe * 0.92 * np.cos(q) + rr * np.cos(own) + 0.0007 * np.sin(t * rng.uniform(30, 90) + ph)
            z = (lobe * 0.92 * np.sin(q) + rr * np.sin(own)) * 0.6 + lobe * 1.15
            x, y0 = t, y
            lines.append(np.c_[middle[0] + x * math.cos(a) - y0 * math.sin(a), middle[1] + x * math.sin(a) + y0 * math.cos(a), np.maximum(z, 0.0008)])
    c.strands(lines, 0.00082, color, 0.03, twist=0.0030, vary=0.035, step=0.35)


def spool(c, at, turn, color, wood_seed=1):
    """A wooden spool lying on its side, wound with thread."""
    u, v = c.local(at, turn)
    r, half = 0.0145, 0.0165
    for s in (-1, 1):
        x = u - s * (half + 0.004)
        rr = 0.0172
        c.put((np.abs(x) < 0.004) & (np.abs(v) < rr), (0.0172 + np.sqrt(np.maximum(rr * rr - v * v, 0)) - 0.0008 * (x / 0.004) ** 4).astype(np.float32), wood_tone(c, x * 3, v, 0.4), 0.15)
    core = (np.abs(u) < half) & (np.abs(v) < r)
    c.put(core, (0.0172 + np.sqrt(np.maximum(r * r - v * v, 0)) - 0.0004).astype(np.float32), np.asarray(color) * 0.8, 0.0)
    afar = c.px > 0.0002                                            # then threads are finer than a pixel, and would flicker
    q = np.linspace(-0.5, 0.5, 40) * math.pi * 0.98
    lines = []
    for k, x in enumerate(np.arange(-half, half, 0.00080 if afar else 0.00052)):
        p = turned(np.c_[x + 0.0006 * np.sin(q) + c.rng.normal(0, 0.00008) + 0 * q, r * np.sin(q)], at, turn)
        lines.append(np.c_[p, 0.0172 + r * np.cos(q) * (1 + 0.012 * math.sin(k * 1.7))])
    c.strands(lines, 0.00072 if afar else 0.00036, color, 0.35, twist=0.0 if afar else 0.0011, vary=0.03)

"""The flat pattern of size M: outlines, seams and hems, in metres; x to the viewer's right, the shoulder's high point at y = 0."""
import math

import numpy as np

RIB = 0.019                                    # collar width
HEM = 0.022                                    # bottom hem depth
SLEEVE_HEM = 0.020
NECK_IN = np.array([0.079, 0.0085])            # collar edge at the shoulder
NECK = np.array([0.095, -0.001])               # collar seam at the shoulder
SHOULDER = np.array([0.222, -0.044])
_ang = math.radians(29)
SLEEVE_DIR = np.array([math.cos(_ang), -math.sin(_ang)])
SLEEVE_PERP = np.array([-math.sin(_ang), -math.cos(_ang)])
CUFF_TOP = SHOULDER + 0.205 * SLEEVE_DIR
CUFF_BOT = CUFF_TOP + 0.164 * SLEEVE_PERP
UNDERARM = np.array([0.257, -0.243])
HEM_SIDE = np.array([0.256, -0.675])
HEM_MID = np.array([0.0, -0.683])
DROP = {"front": 0.098, "back": 0.026}         # collar seam below y = 0


def bezier(p, n):
    p = [np.asarray(q, float) for q in p]
    t = np.linspace(0, 1, n)[:, None]
    return (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t ** 2 * p[2] + t ** 3 * p[3]


def resample(pts, h):
    """Even spacing close to h along a polyline, both ends kept."""
    pts = np.asarray(pts, float)
    d = np.r_[0, np.cumsum(np.linalg.norm(np.diff(pts, axis=0), axis=1))]
    s = np.linspace(0, d[-1], max(2, int(round(d[-1] / h)) + 1))
    return np.stack([np.interp(s, d, pts[:, k]) for k in range(pts.shape[1])], 1)


def shoulder_line():
    """Collar edge at the shoulder, along shoulder and sleeve top, to the cuff."""
    a = np.stack([NECK_IN, NECK])
    b = bezier([NECK, NECK + (0.05, -0.015), SHOULDER - (0.045, -0.012), SHOULDER], 16)
    c = bezier([SHOULDER, SHOULDER + (0.040, -0.0135), CUFF_TOP - 0.11 * SLEEVE_DIR, CUFF_TOP], 20)
    return np.vstack([a[:-1], b[:-1], c])


def side_line():
    """Cuff underside, round the underarm, down the side to the hem."""
    a = bezier([CUFF_BOT, CUFF_BOT - 0.03 * SLEEVE_DIR, UNDERARM + (0.012, -0.008), UNDERARM + (-0.001, -0.028)], 20)
    b = bezier([a[-1], a[-1] + (-0.003, -0.10), HEM_SIDE + (-0.004, 0.14), HEM_SIDE], 20)
    return np.vstack([a[:-1], b])


def neck_line(side, inset, n=40):
    """Half neckline from the centre to the shoulder, in n points; inset 1 is the seam, 0 the collar's edge."""
    top = NECK_IN + (NECK - NECK_IN) * inset
    y0 = -DROP[side] + (1 - inset) * RIB
    w = top[0]
    return bezier([(0, y0), (w * 0.56, y0), (w * 0.96, y0 + (top[1] - y0) * 0.42), top], n)


def armhole():
    return bezier([SHOULDER, SHOULDER + (-0.017, -0.06), UNDERARM + (-0.055, 0.035), UNDERARM + (0.002, -0.012)], 40)


def hem_line(up=0.0):
    return np.array([(0, HEM_MID[1] + up), (HEM_SIDE[0] * 0.5, HEM_MID[1] + 0.002 + up), (HEM_SIDE[0], HEM_SIDE[1] + up)])


def outline(side, inset=0.0):
    """Half outline of a panel from the neck's centre round to the hem's centre."""
    return np.vstack([neck_line(side, inset)[:-1], shoulder_line(), np.stack([CUFF_TOP, CUFF_BOT])[1:], side_line()[1:], [HEM_SIDE * 0.5 + HEM_MID * 0.5 - (0, 0.002), HEM_MID]])


def inside(poly, x, y):
    """Even-odd test of many points."""
    res = np.zeros(x.shape, bool)
    for (x1, y1), (x2, y2) in zip(poly, np.roll(poly, -1, 0)):
        if y1 != y2:
            c = (y1 > y) != (y2 > y)
            res ^= c & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return res


def nearest(line, x, y):
    """Signed distance to a polyline (left of its direction is positive) and the length along it."""
    best, sign, arc = np.full(x.shape, 1e9), np.ones(x.shape), np.zeros(x.shape)
    run = 0.0
    for a, b in zip(line[:-1], line[1:]):
        ab = b - a
        l = math.hypot(*ab)
        if l < 1e-9:
            continue
        t = np.clip(((x - a[0]) * ab[0] + (y - a[1]) * ab[1]) / (l * l), 0, 1)
        d = np.hypot(x - a[0] - t * ab[0], y - a[1] - t * ab[1])
        m = d < best
        best[m] = d[m]
        sign[m] = np.sign(ab[0] * (y - a[1]) - ab[1] * (x - a[0]))[m]
        arc[m] = (run + t * l)[m]
        run += l
    return best * sign, arc

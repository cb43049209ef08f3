"""The folds that a hand leaves in a shirt laid on a table.

Long tapering ridges that start where a shirt creases (underarms, sides, sleeves, shoulders), bent
by a slow warp of the plane, over broad soft waves. Each draws the cloth in beside it as much as
it raises it, so outlines give way too. And the puckers that a sewn row draws in.
"""
import functools
import math

import cv2
import numpy as np
from scipy.special import erf

from canvas import waves


SMALL = 110                                    # short creases, which come last
LARGE = -SMALL


def lines_of(rng, amount=1.0):
    """Lines (start, degrees, length, width, height): a fold rises at its start and dies away along it."""
    out = []
    for s in (1, -1):
        to = lambda deg: deg if s > 0 else 180 - deg
        arm = np.array((0.248, -0.255))

        def add(x, y, deg, length, width, height):
            out.append((np.array([s * x, y]), to(deg), rng.uniform(*length), rng.uniform(*width), amount * rng.uniform(*height)))
        for deg in (100, 118, 134, 150, 168, 196, 222):            # from the underarm across chest and side
            add(*(arm + rng.normal(0, 0.026, 2) - (0.020, 0)), deg + rng.normal(0, 7), (0.07, 0.19), (0.0065, 0.0125), (0.0008, 0.0030))
        for deg in (20, 48, 75):                                    # and into the sleeve
            add(*(arm + rng.normal(0, 0.018, 2) + (0.014, 0.034)), deg + rng.normal(0, 9), (0.05, 0.11), (0.006, 0.011), (0.0007, 0.0024))
        for _ in range(5):                                          # along the side
            add(rng.uniform(0.15, 0.25), rng.uniform(-0.60, -0.36), rng.choice((82, 262)) + rng.normal(0, 16), (0.06, 0.16), (0.008, 0.018), (0.0006, 0.0022))
        for _ in range(2):                                          # from the shoulder
            add(rng.uniform(0.10, 0.20), rng.uniform(-0.10, -0.04), rng.uniform(225, 275), (0.08, 0.16), (0.010, 0.018), (0.0005, 0.0014))
    for _ in range(6):                                              # body
        out.append((np.array([rng.uniform(-0.16, 0.16), rng.uniform(-0.62, -0.24)]), rng.choice((90, 270)) + rng.normal(0, 34), rng.uniform(0.08, 0.22), rng.uniform(0.010, 0.024), amount * rng.uniform(0.0005, 0.0018)))
    for _ in range(SMALL):
        out.append((np.array([rng.uniform(-0.38, 0.38), rng.uniform(-0.68, -0.03)]), rng.uniform(0, 360), rng.uniform(0.015, 0.05), rng.uniform(0.0030, 0.008), amount * rng.uniform(0.00010, 0.00042)))
    return out


def field(rng, x, y, lines, broad=1.0):
    """Height of all folds on a grid, and how far they draw the cloth in (x, y)."""
    q = np.stack([x, y], -1)
    w1 = np.stack([waves(rng, x, y, 0.22), waves(rng, x, y, 0.22)], -1) * 0.011
    q = q + w1 + np.stack([waves(rng, x, y, 0.07), waves(rng, x, y, 0.07)], -1) * 0.0018
    z, u = np.zeros(x.shape), np.zeros(x.shape + (2,))
    for c, deg, length, width, height in lines:
        a, bend, side = math.radians(deg), rng.normal(0, 1.3), 0.55 * math.tanh(rng.normal(0, 1.2))
        t, n = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
        d = q - c
        near = np.abs(d).max(-1) < length * 2.4 + 0.1
        d = d[near]
        s, v = d @ t, d @ n
        v = v - bend * s ** 2
        w = width * (1 + 0.9 * np.clip(s / length, 0, 1.5))          # it widens as it dies
        along = np.clip(1 + s / (0.35 * length), 0, 1) ** 1.5 * np.exp(-(np.maximum(s, 0) / length) ** 2)
        steep = 1 + side * np.tanh(v / w)                            # one flank is steeper
        z[near] += height * along * (np.exp(-(v / w * steep) ** 2) - 0.28 * np.exp(-((np.abs(v) - 2 * w) / (1.1 * w)) ** 2))
        u[near] -= (0.9 * height ** 2 / width * erf(v / w) * along * np.exp(-(v / 0.12) ** 2))[:, None] * n
    z += broad * (0.0011 * waves(rng, x, y, 0.24) + 0.0005 * waves(rng, x, y, 0.10))
    for k in (0, 1):
        u[..., k] += 0.0019 * waves(rng, x, y, 0.20) + 0.00050 * waves(rng, x, y, 0.06)
    return z, u


def creased(rng, x, y, size, n=30):
    """Fine creases of pressed cloth: a soft ridge between flat flanks, mostly near the folded edges."""
    half, length = size
    z = np.zeros(x.shape)
    q = np.stack([x, y], -1) + 0.0016 * np.stack([waves(rng, x, y, 0.06), waves(rng, x, y, 0.06)], -1)
    for _ in range(n):
        s = rng.choice((-1, 1))
        if rng.random() < 0.62:                                     # from a side, towards the middle
            c, deg = (s * half * rng.uniform(0.72, 1.0), rng.uniform(-length, -0.09)), (180 if s > 0 else 0) + rng.normal(0, 34)
        elif rng.random() < 0.5:                                    # up from the lower fold
            c, deg = (rng.uniform(-half, half), -length * rng.uniform(0.90, 1.0)), 90 + rng.normal(0, 26)
        else:
            c, deg = (rng.uniform(-half, half), rng.uniform(-length, -0.13)), rng.uniform(0, 360)
        long, high, w = rng.uniform(0.015, 0.060), rng.uniform(0.00010, 0.00050), rng.uniform(0.0045, 0.0095)
        a, way, side = math.radians(deg), rng.choice((-1, 1)), rng.uniform(0.45, 2.2)
        d = q - np.array(c)
        u, v = d @ np.array([math.cos(a), math.sin(a)]), d @ np.array([-math.sin(a), math.cos(a)])
        v = np.where(v > 0, v * side, -v / side)
        z += way * high * np.exp(-((u / long) ** 2) ** 1.5) * np.exp(-(np.sqrt(v * v + 0.0042 ** 2) - 0.0042) / w)
    return z


FINE, LONG, DEEP = 0.0004, 0.6, 0.05           # of the table of puckers: its step, and how far it reaches along and across a row


@functools.cache
def gathers(seed):
    """Puckers along a sewn row as a table of heights: its columns run along the row, its rows away from the edge."""
    rng = np.random.default_rng(seed + 5)
    v, u = np.mgrid[-DEEP / 2:DEEP:FINE, 0:LONG:FINE].astype(np.float32)
    z, at = np.zeros_like(u), 0.0
    while at < LONG:
        at += 0.004 + rng.exponential(0.016)                    # some stand close together, others far apart
        wide, long, lean = rng.uniform(0.0016, 0.0048), rng.uniform(0.004, 0.020), rng.normal(0, 0.35)
        high = min(rng.lognormal(-9.5, 0.75), 0.00030) * rng.choice((1, -1), p=(0.7, 0.3))
        fade = np.where(v > 0, np.exp(-(v / long) ** 2), np.exp(-(v / 0.007) ** 2))
        z += (high * fade * np.exp(-((u - at - lean * v) / wide) ** 2)).astype(np.float32)
    return z


def gathered(along, away, seed):
    """Heights of a row's puckers at points given by how far they lie along it and away from it."""
    table = gathers(seed)
    mx, my = (along / FINE).astype(np.float32), ((away + DEEP / 2) / FINE).astype(np.float32)
    return cv2.remap(table, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)

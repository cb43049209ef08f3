"""The flat pattern as fields on a grid, and the loops of the knitted cloth."""
import math

import numpy as np
from numba import njit, prange

import pattern as P

STEP, LEFT, TOP, COLS, ROWS = 0.001, -0.43, 0.035, 861, 771


def grid():
    return np.meshgrid(LEFT + STEP * np.arange(COLS), TOP - STEP * np.arange(ROWS))


def distances(side):
    """Distances on the flat pattern that draw outline, collar, armhole and sewn edges of one panel."""
    x, y = grid()
    x = np.abs(x)
    line = P.outline(side)
    d = np.abs(P.nearest(line, x, y)[0])
    closed = np.vstack([line, line[::-1] * (-1, 1)])
    edge = np.minimum(np.abs(P.nearest(P.shoulder_line(), x, y)[0]), np.abs(P.nearest(P.side_line(), x, y)[0]))
    neck, along = P.nearest(P.neck_line(side, 1.0, 300), x, y)   # finely, or the ribs waver
    neck = np.where((y < -0.15) | (x > 0.115), -np.abs(neck), neck)
    hole = P.armhole()
    arm = P.nearest(np.vstack([hole, hole[-1] + 4 * (hole[-1] - hole[-6])]), x, y)[0]
    cuff = (P.CUFF_TOP[0] - x) * P.SLEEVE_DIR[0] + (P.CUFF_TOP[1] - y) * P.SLEEVE_DIR[1]
    cuff = np.minimum(cuff, 0.06)                               # no further: a steep step would show as a line
    cuff[(x < 0.22) | ((x < 0.2585) & (y < -0.262)) | (y < -0.36)] = 0.06
    hem = y - np.interp(x, [0, P.HEM_SIDE[0] / 2, P.HEM_SIDE[0]], [P.HEM_MID[1], P.HEM_MID[1] + 0.002, P.HEM_SIDE[1]])
    side = np.abs(P.nearest(P.side_line()[19:], x, y)[0])        # below the underarm
    f = dict(side=side, inside=np.where(P.inside(closed, x, y), d, -d), edge=edge, neck=neck, along=along, arm=arm, cuff=cuff, hem=hem)
    return {k: v.astype(np.float32) for k, v in f.items()}


@njit(parallel=True, cache=True, fastmath=True)
def knit(u, v):
    """Height (0 to 1) of stockinette at pattern coordinates counted in loops; its yarn is nowhere quite even."""
    h = np.empty_like(u)
    for j in prange(u.shape[0]):
        for i in range(u.shape[1]):
            x, best = u[j, i] - math.floor(u[j, i]) - 0.5, 0.0
            for k in (-1, 0, 1):
                row = math.floor(v[j, i]) + k
                y = v[j, i] - row - 0.5
                n = math.sin(row * 12.9898) * 43758.5453
                n -= math.floor(n)
                yarn = 1 + 0.035 * (math.sin(u[j, i] * 0.31 + n * 40) + math.sin(u[j, i] * 0.11 + n * 77))
                for s in (-1, 1):
                    d, e = (x - s * (0.20 + y * 0.33)) / (0.185 * yarn), y / 0.87
                    q = 1 - d * d - e * e
                    if q > 0:
                        best = max(best, yarn * math.sqrt(q))
            h[j, i] = best
    return h

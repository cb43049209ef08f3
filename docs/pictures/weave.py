"""The flat pattern as fields on a grid, and the loops of the knitted cloth."""
import numpy as np

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
    neck, along = P.nearest(P.neck_line(side, 1.0), x, y)
    neck = np.where((y < -0.15) | (x > 0.115), -np.abs(neck), neck)
    hole = P.armhole()
    arm = P.nearest(np.vstack([hole, hole[-1] + 4 * (hole[-1] - hole[-6])]), x, y)[0]
    cuff = (P.CUFF_TOP[0] - x) * P.SLEEVE_DIR[0] + (P.CUFF_TOP[1] - y) * P.SLEEVE_DIR[1]
    cuff = np.minimum(cuff, 0.06)                               # no further: a steep step would show as a line
    cuff[(x < 0.22) | ((x < 0.2585) & (y < -0.262)) | (y < -0.36)] = 0.06
    hem = y - np.interp(x, [0, P.HEM_SIDE[0] / 2, P.HEM_SIDE[0]], [P.HEM_MID[1], P.HEM_MID[1] + 0.002, P.HEM_SIDE[1]])
    f = dict(inside=np.where(P.inside(closed, x, y), d, -d), edge=edge, neck=neck, along=along, arm=arm, cuff=cuff, hem=hem)
    return {k: v.astype(np.float32) for k, v in f.items()}


def knit(u, v):
    """Height (0 to 1) of stockinette at pattern coordinates counted in loops."""
    h = np.zeros_like(u)
    fx = u - np.floor(u)
    for cy in (-1, 0, 1):
        for s in (-1, 1):
            yy = v - np.floor(v) - cy
            d = (fx - 0.5 - s * 0.235 - s * (yy - 0.5) * 0.30) / 0.20
            e = (yy - 0.5) / 0.78
            h = np.maximum(h, np.sqrt(np.clip(1 - d * d - e * e, 0, 1)))
    return h

"""A shirt that has been hung on a hanger and has come to rest: where each point of its mesh is."""
import numpy as np
from scipy.spatial import cKDTree

import cloth
import pattern as P

# The hanger's right half: x, y (towards the wall), z, radius.
HANGER = np.array([(0.0, 0, 0.002, 0.010), (0.04, 0, -0.003, 0.010), (0.09, 0, -0.017, 0.0095), (0.15, -0.003, -0.040, 0.0095), (0.208, -0.006, -0.061, 0.011), (0.222, -0.008, -0.069, 0.0105)])

LEAN, WIDE, DEEP = 32, 0.124, 0.030              # a sleeve let down: degrees from upright, its width, half its depth
CUFF = 0.164                                     # its width on the pattern


def shirt(h, seed):
    m = cloth.sew(h, seed)
    p = m["pat"]
    q = np.stack([np.abs(p[:, 0]), p[:, 1]], 1)
    rib = np.zeros(len(p))
    for side, name in ((1, "front"), (-1, "back")):
        edge = P.resample(P.neck_line(name, 0.0), 0.002)
        rib = np.where(m["side"] != -side, np.maximum(rib, cKDTree(edge).query(q)[0] < P.RIB), rib)
    hem = p[:, 1] < P.HEM_MID[1] + P.HEM
    cuff = ((P.CUFF_TOP - q) @ P.SLEEVE_DIR < P.SLEEVE_HEM) & (q[:, 0] > 0.22)
    seam = np.vstack([P.resample(P.shoulder_line(), 0.002), P.resample(P.side_line(), 0.002)])
    m["seam"] = cKDTree(seam).query(q)[0]
    m["stiff"] = np.where(rib > 0, 1.0, np.where(hem | cuff, 1.6, np.where(m["seam"] < 0.006, 0.3, 0.0)))
    return m


def run(m, x, still, seconds, gravity=9.8, mu=0.5, calm=0.4, thick=0.0020, steps=14, h=0.0065, seed=1, pinned=None, air=1.5, memory=0.0):
    n = len(x)
    area = np.zeros(n)
    a = m["pat"][m["tri"]]
    np.add.at(area, m["tri"].ravel(), np.repeat(np.abs(np.cross(a[:, 1] - a[:, 0], a[:, 2] - a[:, 0])) / 6, 3))
    w = 1 / (area * cloth.WEIGHT * (1 + m["stiff"]))
    if pinned is not None:
        w[pinned] = 0
    edges, rest, hinge, hw, soft = cloth.links(m)
    rng = np.random.default_rng(seed)
    a, b = rng.permutation(len(edges)), rng.permutation(len(hinge))
    edges, rest, hinge, hw, soft = edges[a], rest[a], hinge[b], hw[b], soft[b] * 9.8 / gravity
    bent = np.ascontiguousarray(memory * (hw[:, :, None] * np.asarray(x)[hinge]).sum(1))    # folds that the cloth keeps
    rad = np.minimum(thick, 0.0006 + 0.25 * m["seam"])
    x, v = np.ascontiguousarray(x, float), np.zeros((n, 3))
    front = m["tri"][m["of"] == 0]
    mate = np.full(n, -1)
    fi, bi = np.where(m["side"] > 0)[0], np.where(m["side"] < 0)[0]
    d, k = cKDTree(m["pat"][bi]).query(m["pat"][fi])
    mate[fi[d < 0.8 * h]] = bi[k[d < 0.8 * h]]
    dt, frames = 1 / 60 / steps, int(seconds * 60)
    g = np.array([0, 0, -gravity])
    for f in range(frames):
        t = f / 60
        if f % 2 == 0:
            pairs = cKDTree(x).query_pairs(2 * thick + 0.004, output_type="ndarray")
            i, j = pairs.T
            far = (m["side"][i] * m["side"][j] < 0) | (np.linalg.norm(m["pat"][i] - m["pat"][j], axis=1) > 2.4 * h)
            far &= ~((m["side"][i] * m["side"][j] < 0) & (np.linalg.norm(m["pat"][i] - m["pat"][j], axis=1) < 1.6 * h))
            near = np.ascontiguousarray(pairs[far])
            out = np.zeros((n, 3))
            face = np.cross(x[front[:, 1]] - x[front[:, 0]], x[front[:, 2]] - x[front[:, 0]])
            for k in range(3):
                np.add.at(out, front[:, k], face)
            out /= np.maximum(np.linalg.norm(out, axis=1), 1e-15)[:, None]
        drag = air + (16 if t > seconds * (1 - calm) else 0)
        for _ in range(steps):
            cloth.step(x, v, w, edges, rest, hinge, hw, soft, bent, near, mate, out, rad, still, dt, g, drag, mu)
    return dict(x=x, **m)


def fold(x, z, at, top, lean, wide, high, long, side):
    """A fold that rises at (at, top), runs down leaning, one flank steeper than the other, and dies away."""
    s = top - z
    v = x - at - lean * s
    w = wide * (1 + 0.6 * np.clip(s / long, 0, 1.5))
    along = np.clip(1 + s / 0.05, 0, 1) ** 2 * np.exp(-(np.maximum(s, 0) / long) ** 2)
    return high * along * np.exp(-(v / w * (1 + side * np.tanh(v / w))) ** 2)


def fallen(p, rng):
    """Where a hand lets the body go: long folds from where the hanger ends, others that rise from the hem, and a little slack between."""
    x, z = p[:, 0] * 0.985, p[:, 1].copy()
    low = np.clip((-z - 0.10) / 0.50, 0, 1)                       # no broad folds at the shoulders, all of them at the hem
    wave, ridge = np.zeros(len(p)), np.zeros(len(p))
    for k in range(3):
        long, at = rng.uniform(0.16, 0.30), rng.uniform(0, 6.3)
        lean = rng.normal(0, 0.13)
        wave += rng.uniform(0.5, 1.0) * np.sin(2 * np.pi * (x + lean * (z + 0.4)) / long + at) * 0.0042
    for s in (1, -1):
        for k in range(3):
            ridge += fold(x, z, s * rng.uniform(0.150, 0.222), -rng.uniform(0.07, 0.16), -s * rng.uniform(-0.04, 0.24), rng.uniform(0.009, 0.015), rng.uniform(0.004, 0.009), rng.uniform(0.16, 0.40), rng.uniform(-0.5, 0.5))
    for k in range(4):                                            # from the hem up
        ridge += fold(x, -z - 0.68, rng.uniform(-0.20, 0.20), rng.uniform(-0.02, 0.01), rng.normal(0, 0.10), rng.uniform(0.011, 0.020), rng.uniform(0.003, 0.008), rng.uniform(0.14, 0.34), rng.uniform(-0.5, 0.5))
    drawn = 1 - rng.uniform(0.030, 0.045) * low
    body = np.clip((0.262 - np.abs(p[:, 0])) / 0.01, 0, 1)
    x = np.where(body > 0, x * (body * drawn + 1 - body), x)
    return x, (wave * low ** 0.7 + ridge) * body, z


def tube(along, down, layer, rng):
    """Where a right sleeve lies once it is let down: a flat tube from the shoulder, its upper edge the straight fall of the cloth."""
    a = np.radians(LEAN + rng.uniform(-4, 4))
    wide, twist = WIDE * rng.uniform(0.95, 1.05), rng.uniform(-0.008, 0.008)
    long, at = rng.uniform(0.05, 0.08), rng.uniform(0, 6.3)
    u = np.clip(down / CUFF, 0, 1) * np.pi
    k = wide / 2 * (1 - np.cos(u))
    ripple = 0.004 * np.sin(2 * np.pi * down / long + at + 6 * along)
    x = P.SHOULDER[0] + along * np.sin(a) - k * np.cos(a)
    z = P.SHOULDER[1] - 0.006 - along * np.cos(a) - k * np.sin(a)
    return np.stack([x, twist * along / 0.2 - layer * (DEEP + ripple) * np.sin(u), z], 1)


def let_down(m, x, seed):
    """Turns each sleeve down from its armhole; what is too much at the underarm is pushed together there, and folds."""
    p = m["pat"]
    q = np.stack([np.abs(p[:, 0]), p[:, 1]], 1)
    along, down = (q - P.SHOULDER) @ P.SLEEVE_DIR, (q - P.SHOULDER) @ P.SLEEVE_PERP
    hole = P.armhole()
    start = np.interp(down, (hole - P.SHOULDER) @ P.SLEEVE_PERP, (hole - P.SHOULDER) @ P.SLEEVE_DIR)
    body = q[:, 0] < np.interp(-q[:, 1], -hole[:, 1], hole[:, 0])
    out = np.where(body, -1, 1) * np.abs(along - start)
    for s, layer in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        half = (np.sign(p[:, 0]) == s) & (m["side"] * layer >= 0)
        own, rim = half & (out > 0), np.where(half & (np.abs(out) < 0.010))[0]
        rim = rim[np.argsort(down[rim])]
        root = np.stack([np.interp(down[own], down[rim], x[rim, k]) for k in range(3)], 1)
        lie = lambda far: tube(far, down[own], layer, np.random.default_rng(seed + 100 + s)) * (s, 1, 1)
        x[own] = lie(along[own]) + (root - lie(start[own])) * np.exp(-(out[own] / 0.055) ** 1.5)[:, None]
    return x


def hung(seed=1, h=0.0065, seconds=2.2, gravity=9.8, back=False, memory=0.75):
    """On a hanger before a wall, seen from the front: z up, y towards the wall."""
    m = shirt(h, 3)
    p = m["pat"]
    bulge = 0.007 * np.sqrt(1 - (1 - np.clip(m["seam"] / 0.05, 0, 1)) ** 2) + 0.001
    x, y, z = fallen(p, np.random.default_rng(seed))
    x = let_down(m, np.c_[x, y - bulge * m["side"], z - 0.004], seed)
    top = HANGER[:, :3] + np.array([0, 0, 1.0]) * (HANGER[:, 3:] + 0.0015)
    run_ = np.r_[0, np.cumsum(np.linalg.norm(np.diff(top, axis=0), axis=1))]
    seam = P.resample(P.shoulder_line(), 0.001)
    arc = np.r_[0, np.cumsum(np.linalg.norm(np.diff(seam, axis=0), axis=1))]
    q = np.stack([np.abs(p[:, 0]), p[:, 1]], 1)
    d, i = cKDTree(seam).query(q)
    along = 0.083 + arc[i]
    on = (m["side"] == 0) & (d < 1e-3) & (along < run_[-1] - 0.004)
    for k in range(3):
        x[on, k] = np.interp(along[on], run_, top[:, k]) * (np.sign(p[on, 0]) if k == 0 else 1)
    if back:                                                    # turned round, the back to the viewer
        x[:, :2] *= -1
    x[:, 1] = np.minimum(x[:, 1], cloth.WALL)
    return run(m, x, HANGER, seconds, gravity=gravity, mu=0.35, thick=0.0022, h=h, seed=seed, pinned=np.where(on)[0], steps=20, air=1.2, calm=0.35, memory=memory)

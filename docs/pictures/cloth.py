"""A shirt as two sewn sheets of small triangles, and how they move: position based dynamics with bending, contact and friction."""
import math

import numpy as np
from numba import njit
from scipy.spatial import Delaunay, cKDTree

import pattern as P

WEIGHT = 0.22                                  # kg per square metre
WALL = 0.034                                    # behind the hanger's middle
BEND = 1.1e-5                                  # N m, a heavy single jersey


def panel(side, h, rng):
    """One panel: points, triangles, and which points are sewn to the other panel."""
    hem = np.array([P.HEM_SIDE, P.HEM_SIDE * 0.5 + P.HEM_MID * 0.5 - (0, 0.002), P.HEM_MID])
    parts = [P.neck_line(side, 0.0), P.shoulder_line(), np.stack([P.CUFF_TOP, P.CUFF_BOT]), P.side_line(), hem]
    half, sewn = [], []
    for k, part in enumerate(parts):
        r = P.resample(part, h)
        r = r if k == len(parts) - 1 else r[:-1]
        half.append(r)
        sewn.append(np.full(len(r), k in (1, 3)))
        sewn[-1][0] |= k in (2, 4)                              # the corner where a seam ends
    half, sewn = np.vstack(half), np.concatenate(sewn)
    away = half[:, 0] > 1e-9
    edge = np.vstack([half, half[away][::-1] * (-1, 1)])
    sewn = np.r_[sewn, sewn[away][::-1]]
    x, y = np.meshgrid(np.arange(-0.45, 0.45, h), np.arange(-0.72, 0.04, h * math.sqrt(3) / 2))
    x = x + (np.arange(len(x)) % 2)[:, None] * h / 2
    g = np.stack([x.ravel(), y.ravel()], 1) + rng.uniform(-0.16, 0.16, (x.size, 2)) * h
    ring = P.resample(np.vstack([edge, edge[:1]]), h / 3)
    g = g[P.inside(edge, g[:, 0], g[:, 1]) & (cKDTree(ring).query(g)[0] > 0.62 * h)]
    pts = np.vstack([edge, g])
    tri = Delaunay(pts).simplices
    c = pts[tri].mean(1)
    tri = tri[P.inside(edge, c[:, 0], c[:, 1])]
    a, b, d = pts[tri[:, 0]], pts[tri[:, 1]], pts[tri[:, 2]]
    area = np.cross(b - a, d - a)
    tri = tri[np.abs(area) > 1e-9]
    tri[area[np.abs(area) > 1e-9] < 0] = tri[area[np.abs(area) > 1e-9] < 0][:, ::-1]
    return pts, tri, np.r_[sewn, np.zeros(len(g), bool)]


def sew(h=0.0065, seed=3):
    """Both panels in one mesh: pat (pattern points), tri, of (panel of each triangle: 0 front, 1 back), side of each point (0 on a seam)."""
    pf, tf, sf = panel("front", h, np.random.default_rng(seed))
    pb, tb, sb = panel("back", h, np.random.default_rng(seed))
    to = np.arange(len(pb)) + len(pf)
    f = np.where(sf)[0]
    d, i = cKDTree(pf[f]).query(pb[sb])
    to[np.where(sb)[0][d < 1e-6]] = f[i[d < 1e-6]]
    tri = np.vstack([tf, to[tb[:, ::-1]]])
    side = np.r_[np.ones(len(pf)), -np.ones(len(pb))]
    side[f[i[d < 1e-6]]] = 0
    keep = np.unique(tri)
    new = np.zeros(len(side), int)
    new[keep] = np.arange(len(keep))
    pat = np.vstack([pf, pb])[keep]
    return dict(pat=pat, tri=new[tri], of=np.r_[np.zeros(len(tf), int), np.ones(len(tb), int)], side=side[keep])


def links(m):
    """Edges with length; hinges as four points with weights (zero for a flat sheet) and softness."""
    pat, tri, of = m["pat"], m["tri"], m["of"]
    e = np.vstack([tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [2, 0]]])
    opp, owner = np.r_[tri[:, 2], tri[:, 0], tri[:, 1]], np.tile(np.arange(len(tri)), 3)
    e.sort(axis=1)
    order = np.lexsort((e[:, 1], e[:, 0]))
    e, opp, owner = e[order], opp[order], owner[order]
    twin = np.where((e[1:] == e[:-1]).all(1))[0]
    edges = np.delete(e, twin + 1, 0)
    p = [e[twin, 0], e[twin, 1], opp[twin], opp[twin + 1]]
    x = [pat[k] for k in p]
    cot = lambda a, b, c: ((b - a) * (c - a)).sum(1) / np.abs(np.cross(b - a, c - a))
    c01, c02, c03, c04 = cot(x[0], x[1], x[2]), cot(x[0], x[1], x[3]), cot(x[1], x[0], x[2]), cot(x[1], x[0], x[3])
    w = np.stack([c03 + c04, c01 + c02, -c01 - c03, -c02 - c04], 1)
    area = (np.abs(np.cross(x[1] - x[0], x[2] - x[0])) + np.abs(np.cross(x[1] - x[0], x[3] - x[0]))) / 2
    thick = 1 + 4 * m["stiff"][np.stack(p, 1)].max(1)
    return edges, np.linalg.norm(pat[edges[:, 0]] - pat[edges[:, 1]], axis=1), np.stack(p, 1), w, area / (3 * BEND * thick)


@njit(cache=True, fastmath=True)
def step(x, v, w, edges, rest, hinge, hw, soft, bent, near, mate, out, rad, still, dt, grav, drag, mu):
    """One small step in front of a wall and over a hanger (`still`). Returns nothing, moves x and v."""
    n = len(x)
    old = x.copy()
    damp = math.exp(-drag * dt)
    for i in range(n):
        for k in range(3):
            v[i, k] = (v[i, k] + grav[k] * dt) * damp
            if w[i] > 0:
                x[i, k] += v[i, k] * dt
    for q in range(len(edges)):
        i, j = edges[q, 0], edges[q, 1]
        dx, dy, dz = x[i, 0] - x[j, 0], x[i, 1] - x[j, 1], x[i, 2] - x[j, 2]
        l = math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-12
        s = (rest[q] - l) / l / (w[i] + w[j] + 1e-9 + 0.002 / (dt * dt))
        for k, d in ((0, dx), (1, dy), (2, dz)):
            x[i, k] += d * s * w[i]
            x[j, k] -= d * s * w[j]
    for q in range(len(hinge)):
        t = soft[q] / (dt * dt)
        for m in range(4):
            t += hw[q, m] ** 2 * w[hinge[q, m]]
        for k in range(3):
            c = -bent[q, k]
            for m in range(4):
                c += hw[q, m] * x[hinge[q, m], k]
            c /= t
            for m in range(4):
                x[hinge[q, m], k] -= c * hw[q, m] * w[hinge[q, m]]
    for q in range(len(near)):
        i, j = near[q, 0], near[q, 1]
        r = rad[i] + rad[j]
        dx, dy, dz = x[i, 0] - x[j, 0], x[i, 1] - x[j, 1], x[i, 2] - x[j, 2]
        l2 = dx * dx + dy * dy + dz * dz
        if l2 < r * r and w[i] + w[j] > 0:
            l = math.sqrt(l2) + 1e-12
            s = 0.7 * (r - l) / l / (w[i] + w[j])
            f = 0.25 * min(1.0, mu)
            for k, d in ((0, dx), (1, dy), (2, dz)):
                x[i, k] += d * s * w[i]
                x[j, k] -= d * s * w[j]
                slip = ((x[i, k] - old[i, k]) - (x[j, k] - old[j, k])) * f / (w[i] + w[j])
                x[i, k] -= slip * w[i]
                x[j, k] += slip * w[j]
    for i in range(n):                                          # front stays before back
        j = mate[i]
        if j >= 0 and w[i] + w[j] > 0:
            c = rad[i] + rad[j]
            for k in range(3):
                c -= (x[i, k] - x[j, k]) * out[i, k]
            if c > 0:
                c *= 0.5 / (w[i] + w[j])
                for k in range(3):
                    slip = ((x[i, k] - old[i, k]) - (x[j, k] - old[j, k])) * 0.1 / (w[i] + w[j])
                    x[i, k] += (c * out[i, k] - slip) * w[i]
                    x[j, k] -= (c * out[i, k] - slip) * w[j]
    for i in range(n):
        if w[i] > 0 and x[i, 1] > WALL:                        # the wall behind
            x[i, 1] = WALL
        best, nx, ny, nz = 1e9, 0.0, 0.0, 0.0
        sx = 1.0 if x[i, 0] >= 0 else -1.0
        for a in range(len(still) - 1):
            ax, ay, az = still[a, 0] * sx, still[a, 1], still[a, 2]
            ux, uy, uz = still[a + 1, 0] * sx - ax, still[a + 1, 1] - ay, still[a + 1, 2] - az
            t = ((x[i, 0] - ax) * ux + (x[i, 1] - ay) * uy + (x[i, 2] - az) * uz) / (ux * ux + uy * uy + uz * uz)
            t = min(1.0, max(0.0, t))
            ex, ey, ez = x[i, 0] - ax - t * ux, x[i, 1] - ay - t * uy, x[i, 2] - az - t * uz
            l = math.sqrt(ex * ex + ey * ey + ez * ez) + 1e-12
            r = still[a, 3] + t * (still[a + 1, 3] - still[a, 3])
            if l - r < best:
                best, nx, ny, nz = l - r, ex / l, ey / l, ez / l
        depth = 0.0012 - best
        if depth > 0 and w[i] > 0:
            x[i, 0] += nx * depth
            x[i, 1] += ny * depth
            x[i, 2] += nz * depth
            ax, ay, az = x[i, 0] - old[i, 0], x[i, 1] - old[i, 1], x[i, 2] - old[i, 2]
            t = ax * nx + ay * ny + az * nz
            ax, ay, az = ax - t * nx, ay - t * ny, az - t * nz
            l = math.sqrt(ax * ax + ay * ay + az * az) + 1e-15
            s = min(1.0, mu * max(depth, 2e-6) / l)
            x[i, 0] -= ax * s
            x[i, 1] -= ay * s
            x[i, 2] -= az * s
    for i in range(n):
        for k in range(3):
            v[i, k] = (x[i, k] - old[i, k]) / dt
        sp = math.sqrt(v[i, 0] ** 2 + v[i, 1] ** 2 + v[i, 2] ** 2)
        if sp > 2.5:
            for k in range(3):
                v[i, k] *= 2.5 / sp

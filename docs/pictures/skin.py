"""A draped mesh seen straight on: which point of the pattern lies at each pixel, how high, and how it leans."""
import cv2
import numpy as np
from numba import njit


def finer(x, tri, of):
    """Loop's subdivision: four triangles from each; borders and seams keep their own curve."""
    n = len(x)
    e = np.vstack([tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [2, 0]]])
    opp = np.r_[tri[:, 2], tri[:, 0], tri[:, 1]]
    who = np.tile(of, 3)
    key = np.sort(e, 1)
    uni, back, count = np.unique(key, axis=0, return_inverse=True, return_counts=True)
    back = back.ravel()
    both = np.zeros((len(uni), 2))
    np.add.at(both, (back, who), 1)
    crease = (count == 1) | (both.min(1) > 0)
    far = np.zeros((len(uni), x.shape[1]))
    np.add.at(far, back, x[opp])
    mid = x[uni].mean(1)
    mid[~crease] = 0.75 * mid[~crease] + far[~crease] / 8
    new = np.zeros_like(x)
    deg = np.zeros(n)
    for a, b in ((0, 1), (1, 0)):
        np.add.at(new, uni[:, a], x[uni[:, b]])
        np.add.at(deg, uni[:, a], 1)
    k = (0.625 - (0.375 + 0.25 * np.cos(2 * np.pi / np.maximum(deg, 3))) ** 2)[:, None]
    inner = (1 - k) * x + k * new / np.maximum(deg, 1)[:, None]
    line, ends = np.zeros_like(x), np.zeros(n)
    for a, b in ((0, 1), (1, 0)):
        np.add.at(line, uni[crease, a], x[uni[crease, b]])
        np.add.at(ends, uni[crease, a], 1)
    y = np.where((ends == 0)[:, None], inner, np.where((ends == 2)[:, None], 0.75 * x + line / 8, x))
    m = len(tri)
    ab, bc, ca = back[:m] + n, back[m:2 * m] + n, back[2 * m:] + n
    t = np.vstack([np.c_[tri[:, 0], ab, ca], np.c_[ab, tri[:, 1], bc], np.c_[ca, bc, tri[:, 2]], np.c_[ab, bc, ca]])
    return np.vstack([y, mid]), t, np.tile(of, 4)


def eased(x, tri, of, times):
    """Smooths what the solver left between neighbouring points; borders and seams only along themselves."""
    e = np.vstack([tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [2, 0]]])
    key = np.sort(e, 1)
    uni, back, count = np.unique(key, axis=0, return_inverse=True, return_counts=True)
    both = np.zeros((len(uni), 2))
    np.add.at(both, (back.ravel(), np.tile(of, 3)), 1)
    rim = (count == 1) | (both.min(1) > 0)
    on = np.zeros(len(x), bool)
    on[uni[rim]] = True
    use = uni[rim | ~(on[uni].any(1))]
    free = np.vstack([use, uni[~rim & (on[uni].sum(1) == 1)]])
    i, j = free[:, 0], free[:, 1]
    deg = np.zeros(len(x))
    inner_i, inner_j = ~on[i] | on[j], ~on[j] | on[i]
    np.add.at(deg, i[inner_i], 1)
    np.add.at(deg, j[inner_j], 1)
    for k in range(times):
        s = np.zeros_like(x)
        np.add.at(s, i[inner_i], x[j[inner_i]])
        np.add.at(s, j[inner_j], x[i[inner_j]])
        x = x + (0.5 if k % 2 == 0 else -0.45) * (s / np.maximum(deg, 1)[:, None] - x)
    return x


def normals(x, tri, of):
    """One normal per corner and panel, towards the outside of the shirt."""
    f = np.cross(x[tri[:, 1]] - x[tri[:, 0]], x[tri[:, 2]] - x[tri[:, 0]])
    out = np.zeros((2, len(x), 3))
    for s in (0, 1):
        for k in range(3):
            np.add.at(out[s], tri[of == s, k], f[of == s])
    out /= np.maximum(np.linalg.norm(out, axis=2, keepdims=True), 1e-15)
    return out


@njit(cache=True, fastmath=True)
def scan(x, pat, nor, tri, of, lift, z, px_, py_, sx, sy, face, top, x0, y0, px):
    """Fills the buffers with the highest triangle at each pixel; face 1 front, 2 back, negative for the inside; lift lets a panel win."""
    h, w = z.shape
    for t in range(len(tri)):
        a, b, c = tri[t, 0], tri[t, 1], tri[t, 2]
        ax, ay, bx, by, cx, cy = (x[a, 0] - x0) / px - 0.5, (y0 - x[a, 1]) / px - 0.5, (x[b, 0] - x0) / px - 0.5, (y0 - x[b, 1]) / px - 0.5, (x[c, 0] - x0) / px - 0.5, (y0 - x[c, 1]) / px - 0.5
        det = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(det) < 1e-9:
            continue
        i0, i1 = max(0, int(np.ceil(min(ax, bx, cx)))), min(w - 1, int(np.floor(max(ax, bx, cx))))
        j0, j1 = max(0, int(np.ceil(min(ay, by, cy)))), min(h - 1, int(np.floor(max(ay, by, cy))))
        s = of[t]
        out = 1.0 if det < 0 else -1.0
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                v = ((i - ax) * (cy - ay) - (cx - ax) * (j - ay)) / det
                u = ((bx - ax) * (j - ay) - (i - ax) * (by - ay)) / det
                q = 1 - u - v
                if u < -1e-4 or v < -1e-4 or q < -1e-4:
                    continue
                zz = q * x[a, 2] + v * x[b, 2] + u * x[c, 2]
                if zz + lift[s] > top[j, i]:
                    top[j, i] = zz + lift[s]
                    z[j, i] = zz
                    px_[j, i] = q * pat[a, 0] + v * pat[b, 0] + u * pat[c, 0]
                    py_[j, i] = q * pat[a, 1] + v * pat[b, 1] + u * pat[c, 1]
                    nx, ny, nz = 0.0, 0.0, 0.0
                    for k, m in ((a, q), (b, v), (c, u)):
                        nx += m * nor[s, k, 0]
                        ny += m * nor[s, k, 1]
                        nz += m * nor[s, k, 2]
                    nx, ny, nz = nx * out, ny * out, nz * out
                    nz = max(nz, 0.12 * np.sqrt(nx * nx + ny * ny + nz * nz) + 1e-9)
                    sx[j, i], sy[j, i] = -nx / nz, -ny / nz
                    face[j, i] = (s + 1) * out


def seen(m, c, lift=(0.0, 0.0), levels=2, calm=9):
    """The buffers z, x, y (pattern), slopes sx, sy and face for a canvas, from a draped mesh already in its coordinates."""
    tri, of = m["tri"], m["of"]
    both = first = eased(np.hstack([m["x"], m["pat"]]), tri, of, calm)     # the pattern too, or seams would waver
    for _ in range(levels):
        both, tri, of = finer(both, tri, of)
    x, pat = np.ascontiguousarray(both[:, :3]), np.ascontiguousarray(both[:, 3:])
    shape = c.z.shape
    b = [np.full(shape, -1.0)] + [np.zeros(shape) for _ in range(6)]
    b[6][:] = -1
    scan(x, pat, normals(x, tri, of), tri, of, np.array(lift), *b, c.x0, c.y0, c.px)
    return dict(zip(("z", "x", "y", "sx", "sy", "face"), [k.astype(np.float32) for k in b]), cover=cover(x, tri, c), points=first)


def cover(x, tri, c, fine=4):
    """How much of each pixel the mesh covers (0 to 1), so that its outline has no steps."""
    h, w = c.z.shape
    big = np.zeros((h * fine, w * fine), np.uint8)
    spots = np.stack([(x[:, 0] - c.x0) / c.px, (c.y0 - x[:, 1]) / c.px], 1) * fine - 0.5
    for t in np.round(spots[tri] * 16).astype(np.int32):
        cv2.fillConvexPoly(big, t, 1, shift=4)
    return cv2.resize(big.astype(np.float32), (w, h), interpolation=cv2.INTER_AREA)

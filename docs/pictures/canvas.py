"""A picture from straight above: heights, slopes and colours of everything on a table, layer by layer."""
import math

import cv2
import numpy as np
from numba import njit, prange


def srgb(*c):
    """8-bit sRGB to linear light."""
    v = np.array(c, float) / 255
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def smooth(x, lo, hi):
    t = np.clip((x - lo) / (hi - lo), 0, 1)
    return t * t * (3 - 2 * t)


def waves(rng, x, y, length, n=6):
    """Smooth random waves of unit size, about `length` long."""
    out = np.zeros_like(x)
    for _ in range(n):
        a, k = rng.uniform(0, math.pi), 2 * math.pi / (length * rng.uniform(0.7, 1.5))
        out += np.sin((x * math.cos(a) + y * math.sin(a)) * np.float32(k) + np.float32(rng.uniform(0, 6.3)))
    return out / math.sqrt(n / 2)


def grain(rng, shape, px, length, octaves=1):
    """Random noise of unit size with detail about `length` metres; px is metres per pixel."""
    out = np.zeros(shape, np.float32)
    for k in range(octaves):
        step = max(length / 2 ** k / px / 2, 1)
        h, w = int(shape[0] / step) + 3, int(shape[1] / step) + 3
        small = rng.standard_normal((h, w)).astype(np.float32)
        big = cv2.resize(small, (int(w * step) + 1, int(h * step) + 1), interpolation=cv2.INTER_CUBIC)
        out += big[: shape[0], : shape[1]] * 0.6 ** k
    return out


@njit(cache=True, fastmath=True)
def splat(z, sx, sy, alb, mat, pts, rad, shade, color, sheen, twist, x0, y0, px):
    """Draws strands as runs of round beads; rows of pts are x, y, z, direction x, y, position along, strand."""
    h, w = z.shape
    for i in range(len(pts)):
        r = rad[i]
        cx, cy = (pts[i, 0] - x0) / px, (y0 - pts[i, 1]) / px
        k = r / px
        a, b = max(0, int(cx - k)), min(w - 1, int(cx + k) + 1)
        c, d = max(0, int(cy - k)), min(h - 1, int(cy + k) + 1)
        dx, dy = pts[i, 3], pts[i, 4]
        for yy in range(c, d + 1):
            for xx in range(a, b + 1):
                u, v = (xx - cx) * px, (cy - yy) * px
                q = u * u + v * v
                if q >= r * r:
                    continue
                hh = pts[i, 2] + math.sqrt(r * r - q)
                if hh > z[yy, xx]:
                    z[yy, xx] = hh
                    across = -u * dy + v * dx
                    f = across / r
                    g = -f / math.sqrt(max(1 - f * f, 0.08))
                    ridge = 0.0
                    if twist > 0:
                        ridge = math.sin(6.2832 * (pts[i, 5] + u * dx + v * dy) / twist + 2.2 * f)
                    t = 0.30 * ridge if twist > 0 else 0.0
                    sx[yy, xx] = -dy * g + dx * t
                    sy[yy, xx] = dx * g + dy * t
                    s = shade[i] * (1 - 0.10 * (ridge < -0.5))
                    for m in range(3):
                        alb[yy, xx, m] = color[m] * s
                    mat[yy, xx] = sheen


@njit(parallel=True, cache=True, fastmath=True)
def sample(field, mx, my):
    """Values of a grid at fractional columns and rows, with cubic interpolation."""
    h, w = mx.shape
    n, m = field.shape
    out = np.empty((h, w), np.float32)
    for j in prange(h):
        for i in range(w):
            x, y = min(max(mx[j, i], 1.0), m - 3.0), min(max(my[j, i], 1.0), n - 3.0)
            a, b = int(x), int(y)
            t, u = x - a, y - b
            wx = (-0.5 * t + t * t - 0.5 * t ** 3, 1 - 2.5 * t * t + 1.5 * t ** 3, 0.5 * t + 2 * t * t - 1.5 * t ** 3, -0.5 * t * t + 0.5 * t ** 3)
            wy = (-0.5 * u + u * u - 0.5 * u ** 3, 1 - 2.5 * u * u + 1.5 * u ** 3, 0.5 * u + 2 * u * u - 1.5 * u ** 3, -0.5 * u * u + 0.5 * u ** 3)
            s = 0.0
            for q in range(4):
                for p in range(4):
                    s += field[b - 1 + q, a - 1 + p] * wx[p] * wy[q]
            out[j, i] = s
    return out


class Canvas:
    """`size` in pixels, `width` in metres; the middle of the picture is at `at`."""

    def __init__(self, size, width, at=(0.0, 0.0), over=2, seed=1):
        self.size, self.over = size, over
        w, h = int(size[0] * over), int(size[1] * over)
        self.px = width / w
        self.x0, self.y0 = at[0] - width / 2, at[1] + width / 2 * h / w
        self.x = np.broadcast_to((self.x0 + (np.arange(w, dtype=np.float32) + 0.5) * self.px).astype(np.float32), (h, w))
        self.y = np.broadcast_to((self.y0 - (np.arange(h, dtype=np.float32)[:, None] + 0.5) * self.px).astype(np.float32), (h, w))
        self.z = np.zeros((h, w), np.float32)
        self.sx, self.sy = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
        self.alb = np.zeros((h, w, 3), np.float32)
        self.sheen = np.zeros((h, w), np.float32)      # how much a surface shines
        self.cover = None                              # of a hung shirt: where it is drawn, and how much of each pixel it covers
        self.rim = None                                # of a hung shirt: where one layer of cloth ends before another
        self.rng = np.random.default_rng(seed)

    def local(self, at=(0, 0), turn=0.0, flip=False):
        """Coordinates of every pixel as seen from a thing lying at `at`, turned by `turn` degrees."""
        a = math.radians(turn)
        x, y = self.x - np.float32(at[0]), self.y - np.float32(at[1])
        u, v = x * np.float32(math.cos(a)) + y * np.float32(math.sin(a)), y * np.float32(math.cos(a)) - x * np.float32(math.sin(a))
        return (-u if flip else u), v

    def put(self, mask, z, color, sheen=0.0, relief=None):
        """Lays a layer over what is there where mask says so; relief is fine height that casts no shadow."""
        f = z if relief is None else z + relief
        gy, gx = np.gradient(f.astype(np.float32), self.px)
        m = mask & (z > self.z)
        self.sx[m], self.sy[m] = gx[m], -gy[m]
        self.z[m] = z[m]
        self.alb[m] = np.broadcast_to(color, self.alb.shape)[m]
        self.sheen[m] = sheen

    def strands(self, lines, radius, color, sheen=0.25, twist=0.0, vary=0.05, step=0.3):
        """Threads: each line an (n, 3) array; radius in metres, one number or one per line."""
        rows, rad, shade = [], [], []
        for k, p in enumerate(lines):
            p = np.asarray(p, float)
            r = radius if np.isscalar(radius) else radius[k]
            seg = np.linalg.norm(np.diff(p, axis=0), axis=1)
            s = np.r_[0, np.cumsum(seg)]
            n = max(2, int(s[-1] / (r * step)) + 2)
            t = np.linspace(0, s[-1], n)
            q = np.stack([np.interp(t, s, p[:, m]) for m in range(3)], 1)
            d = np.gradient(q[:, :2], axis=0)
            d /= np.maximum(np.linalg.norm(d, axis=1, keepdims=True), 1e-12)
            rows.append(np.c_[q, d, t + k * 0.618 * twist])             # no two neighbours twist in step
            rad.append(np.full(n, r))
            shade.append(np.full(n, 1 + self.rng.normal(0, vary)))
        if rows:
            splat(self.z, self.sx, self.sy, self.alb, self.sheen, np.vstack(rows), np.concatenate(rad), np.concatenate(shade), np.asarray(color, float), sheen, twist, self.x0, self.y0, self.px)

    def height(self, pts):
        """Height of what lies at points (n, 2)."""
        i = np.clip(((pts[:, 0] - self.x0) / self.px).astype(int), 0, self.z.shape[1] - 1)
        j = np.clip(((self.y0 - pts[:, 1]) / self.px).astype(int), 0, self.z.shape[0] - 1)
        return self.z[j, i]

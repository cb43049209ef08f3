"""Where the shirts lie and hang, and what lies by them: a wooden table, a window, a cloth bag, a book, a ruler."""
import math

import cv2
import numpy as np

from canvas import grain, smooth, srgb, waves
from ground import turned
from folds import creased
from props import OAK

OAK_TOP = (srgb(214, 184, 146), srgb(184, 148, 108))
OILED = (srgb(178, 136, 96), srgb(140, 98, 64))
DARK = (srgb(128, 92, 66), srgb(92, 62, 42))


def fibres(c, long, upright=False, length=0.0007):
    """Random streaks that run along the picture, `long` times as long as wide."""
    h, w = c.z.shape[::-1] if upright else c.z.shape
    streaks = cv2.resize(grain(c.rng, (h, max(8, w // long)), c.px, length), (w, h), interpolation=cv2.INTER_CUBIC)
    return streaks.T if upright else streaks


def table(c, pair=OAK, board=0.135, turn=0.0, edge=None, seed=3):
    """Boards side by side; `edge` is how far down the table ends, with the dark floor far below."""
    u, v = c.local((0, 0), turn)
    k = v / board + 0.37
    row = np.floor(k)
    d = np.minimum(k - row, row + 1 - k) * board                    # from the nearest joint
    rng = np.random.default_rng(seed)
    tone = np.zeros_like(u)
    for i in range(int(row.min()), int(row.max()) + 1):
        here = row == i
        shade, x0, y0 = rng.normal(0, 0.09), rng.uniform(0, 9), rng.uniform(0, 9)
        rings = 0.35 * waves(rng, (u + x0)[here] * 0.05, (v + y0)[here], 0.020, 7) + 0.22 * waves(rng, (u + x0)[here] * 0.03, (v + y0)[here], 0.006, 7)
        tone[here] = 0.55 + shade + 0.30 * rings
    pores = fibres(c, 24, upright=abs(turn) > 45)
    f = np.clip(tone + 0.05 * pores, 0, 1)[..., None]
    color = (np.asarray(pair[0]) * f + np.asarray(pair[1]) * (1 - f)) * (1 - 0.55 * np.exp(-(d / 0.0007) ** 2))[..., None]
    relief = -0.0006 * np.exp(-(d / 0.0010) ** 2) + 0.000010 * pores
    gy, gx = np.gradient(relief.astype(np.float32), c.px)
    c.sx[:], c.sy[:], c.alb[:], c.sheen[:] = gx, -gy, color, 0.10
    if edge is not None:
        drop = edge - v
        c.z[:] = np.where(drop > 0, -0.20, -0.003 * np.clip(1 + drop / 0.004, 0, 1) ** 2)
        c.sy += np.where(drop > 0, 0, -1.5 * np.clip(1 + drop / 0.004, 0, 1)).astype(np.float32)
        c.alb[drop > 0] = srgb(120, 108, 96)
        c.sx[drop > 0], c.sy[drop > 0], c.sheen[drop > 0] = 0, 0, 0


def book(c, at, turn, color, size=(0.148, 0.210), thick=0.014):
    """A clothbound book, shut: A5 unless told."""
    u, v = c.local(at, turn)
    x, y = size[0] / 2 - np.abs(u), size[1] / 2 - np.abs(v)
    d = np.minimum(x, y)
    left = u + size[0] / 2
    z = thick - 0.0008 * (1 - np.clip(d / 0.0014, 0, 1)) ** 2
    z = z - 0.0012 * np.exp(-((left - 0.0095) / 0.0022) ** 2) - 0.0030 * np.clip(1 - left / 0.006, 0, 1) ** 2
    weave = np.sin(u * 2 * math.pi / 0.0009) * np.sin(v * 2 * math.pi / 0.0009)
    tone = 1 + 0.03 * weave + 0.02 * grain(c.rng, u.shape, c.px, 0.004, 2)
    c.put(d > 0, z.astype(np.float32), np.asarray(color) * tone[..., None], 0.05, (weave * 0.000012).astype(np.float32))
    label = np.minimum(0.026 - np.abs(u - 0.006), 0.014 - np.abs(v - 0.045))
    c.put(label > 0, (z + 0.0003).astype(np.float32), srgb(226, 216, 196) * (1 + 0.02 * grain(c.rng, u.shape, c.px, 0.002, 2))[..., None], 0.02)
    c.alb[np.abs(label - 0.0022) < 0.0003] *= 0.72


def ruler(c, at, turn, length=0.30, wide=0.030, pair=OAK):
    """A wooden ruler: a line at each half and whole centimetre, numbers at every fifth."""
    u, v = c.local(at, turn)
    inside = np.minimum(length / 2 + 0.006 - np.abs(u), wide / 2 - np.abs(v))
    dense, rest = 4000, 0.006
    w, h = int((length + 2 * rest) * dense), int(wide * dense)
    im = np.zeros((h, w), np.uint8)
    for k in range(int(round(length * 200)) + 1):
        x = int((rest + k * 0.005) * dense)
        deep = 0.0095 if k % 10 == 0 else 0.0072 if k % 2 == 0 else 0.0045
        cv2.line(im, (x, 0), (x, int(deep * dense)), 255, 3 if k % 2 == 0 else 2, cv2.LINE_AA)
        if k % 10 == 0 and k:
            text = str(k // 2)
            (tw, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.95, 2)
            cv2.putText(im, text, (min(x - tw // 2, w - tw - 4), int(0.0185 * dense)), cv2.FONT_HERSHEY_SIMPLEX, 0.95, 255, 2, cv2.LINE_AA)
    soft = cv2.GaussianBlur(im.astype(np.float32) / 255, (0, 0), max(0.5, 0.4 * c.px * dense))
    ink = cv2.remap(soft, ((u + length / 2 + rest) * dense).astype(np.float32), ((wide / 2 - v) * dense).astype(np.float32), cv2.INTER_LINEAR)
    f = np.clip(0.5 + 0.25 * waves(c.rng, u * 0.05, v, 0.006, 7), 0, 1)[..., None]
    wood = np.asarray(pair[0]) * f + np.asarray(pair[1]) * (1 - f)
    z = 0.0030 - 0.0020 * smooth(v, wide / 2 - 0.008, wide / 2) - 0.0006 * (1 - np.clip(inside / 0.0010, 0, 1)) ** 2
    c.put(inside > 0, z.astype(np.float32), wood * (1 - 0.75 * ink[..., None]), 0.15)


def canvas_cloth(c, u, v, pitch=0.0011):
    """Colour factor and relief of a stout plain weave."""
    fade = min(1.0, pitch / c.px / 4)
    over = np.sin(u * math.pi / pitch) * np.sin(v * math.pi / pitch)
    slub = fibres(c, 8) + fibres(c, 8, upright=True)
    return 1 + 0.06 * over * fade + 0.022 * slub, ((over * 0.00012 + 0.00002 * slub) * fade).astype(np.float32)


class Bag:
    """A cloth bag that lies on the table, its opening upwards: `back` first, then what is packed, then `front`."""

    def __init__(self, c, at, turn, color, size=(0.36, 0.39)):
        self.c, self.at, self.turn, self.size = c, at, turn, size
        self.color = np.asarray(color)
        self.u, self.v = c.local(at, turn)
        self.tone, self.relief = canvas_cloth(c, self.u, self.v)

    def face(self, top, z, rng):
        u = self.u + 0.0016 * waves(rng, self.u, self.v, 0.20)
        v = self.v + 0.0016 * waves(rng, self.u, self.v, 0.20)
        w, h = self.size
        side, low, high = w / 2 - np.abs(u), v + h / 2, h / 2 + top - v
        d = np.minimum(side, low)
        r = 0.014
        d = np.where((side < r) & (low < r), r - np.hypot(r - side, r - low), d)
        z = z + 0.0010 * smooth(0.026 - high, -0.0006, 0.0006) - 0.0009 * np.exp(-((high - 0.026) / 0.0012) ** 2) + 0.0008 * waves(rng, u, v, 0.13) + 0.0003 * waves(rng, u, v, 0.05)
        z = z + np.maximum(2.2 * creased(rng, u, v - h / 2, (w / 2, h), 36), -0.0004)
        z = z * np.sqrt(1 - (1 - np.clip(d / 0.012, 0, 1)) ** 2) + 0.0005
        z = z - 0.0008 * (1 - np.clip(high / 0.001, 0, 1)) ** 2
        self.c.put((d > 0) & (high > 0), z.astype(np.float32), self.color * self.tone[..., None], 0.02, self.relief)
        for off in (0.0035, 0.0225):
            x = np.arange(-w / 2 + 0.004, w / 2 - 0.004, 0.0042)
            row = [turned(np.c_[np.linspace(a, a + 0.0030, 5), np.full(5, h / 2 + top - off)], self.at, self.turn) for a in x]
            self.c.strands([np.c_[k, self.c.height(k) + (-0.0002, 0.0002, 0.0003, 0.0002, -0.0002)] for k in row], 0.00033, np.clip(self.color * 1.5 + 0.05, 0, 0.85), 0.05)

    def strap(self, middle, spread, reach, rng, base, sink=0.0):
        """A handle: a flat band in a loop, sewn on below the opening."""
        q = np.linspace(0, 1, 160)
        h = self.size[1] / 2
        x = middle + spread * np.cos(math.pi * (1 - q)) * (1 + 0.25 * np.sin(math.pi * q))
        y = h - sink + reach * np.sin(math.pi * q) ** 0.7 + 0.010 * np.sin(3 * q + rng.uniform(0, 6))
        line = np.c_[x, y]
        u, v = self.u, self.v
        near = np.full(u.shape, 9.0, np.float32)
        for a, b in zip(line[:-1], line[1:]):
            m = (np.abs(u - a[0]) < 0.03) & (np.abs(v - a[1]) < 0.03)
            ab = b - a
            t = np.clip(((u[m] - a[0]) * ab[0] + (v[m] - a[1]) * ab[1]) / (ab @ ab), 0, 1)
            near[m] = np.minimum(near[m], np.hypot(u[m] - a[0] - t * ab[0], v[m] - a[1] - t * ab[1]))
        d = 0.0125 - near
        low = np.maximum(cv2.GaussianBlur(self.c.z, (0, 0), 0.006 / self.c.px), self.c.z)
        z = low + base + 0.0003 * waves(rng, u, v, 0.05) - 0.0012 * (1 - np.clip(d / 0.0009, 0, 1)) ** 2 - 0.0003 * np.exp(-((d - 0.0025) / 0.0006) ** 2)
        self.c.put(d > 0, z.astype(np.float32), self.color * self.tone[..., None], 0.02, self.relief)

    def back(self):
        self.face(0.012, 0.0016, np.random.default_rng(5))

    def front(self):
        """The front lies over what is packed, and shows its shape softly."""
        n = max(3, int(0.022 / self.c.px)) | 1
        below = cv2.GaussianBlur(cv2.dilate(self.c.z, np.ones((n, n))), (0, 0), 0.007 / self.c.px)
        self.face(0.0, below + 0.0026, np.random.default_rng(8))


def casement(c, posts, rails, color=srgb(222, 216, 204), half=0.021, out=0.018):
    """A window seen from inside at dusk: painted bars before a sky over blurred hills. Returns the light of its panes."""
    bars = np.minimum.reduce([np.abs(c.x - p) - half for p in posts] + [np.abs(c.y - p) - half for p in rails])
    z = out * smooth(-bars, -0.0002, 0.0006) - 0.0045 * smooth(bars, -0.010, -0.007)
    tone = 1 + 0.012 * grain(c.rng, c.x.shape, c.px, 0.004, 2)
    c.put(bars < 0, z.astype(np.float32), color * tone[..., None], 0.06)
    low, high = c.y.min(), c.y.max()
    up = np.clip((c.y - low) / (high - low), 0, 1)[..., None]
    sky = srgb(252, 206, 158) * (1 - up) ** 1.1 + srgb(204, 206, 210) * (1 - (1 - up) ** 1.1)
    for foot, tall, tint, seed in ((0.34, 0.12, srgb(214, 190, 168), 3), (0.20, 0.10, srgb(176, 164, 146), 6), (0.06, 0.08, srgb(140, 138, 116), 9)):
        rng = np.random.default_rng(seed)
        ridge = foot + tall * (0.5 + 0.25 * waves(rng, c.x, 0 * c.x, 0.34, 4) + 0.06 * waves(rng, c.x, 0 * c.x, 0.06, 4))
        m = smooth(ridge - up[..., 0], -0.02, 0.02)[..., None]
        sky = sky * (1 - m) + tint * m
    return np.where((bars >= 0)[..., None], sky, 0).astype(np.float32)

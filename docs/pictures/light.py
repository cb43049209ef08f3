"""Daylight on a canvas: a soft window low on one side, a bright room above, and the developed picture."""
import math

import cv2
import numpy as np
from numba import njit, prange


@njit(parallel=True, cache=True, fastmath=True)
def horizon(z, px, dx, dy, steps, least):
    """Tangent of the highest obstacle seen from each pixel in direction (dx, dy) of the picture; below `least` it does not matter."""
    h, w = z.shape
    top = z.max()
    out = np.zeros((h, w), np.float32)
    for j in prange(h):
        for i in range(w):
            z0 = z[j, i]
            best = 0.0
            for k in range(len(steps)):
                s = steps[k]
                if top - z0 < max(best, least) * s * px:
                    break
                xi, yj = i + dx * s, j - dy * s
                a, b = int(math.floor(xi)), int(math.floor(yj))
                if a < 0 or b < 0 or a >= w - 1 or b >= h - 1:
                    break
                fx, fy = xi - a, yj - b
                q = (z[b, a] * (1 - fx) + z[b, a + 1] * fx) * (1 - fy) + (z[b + 1, a] * (1 - fx) + z[b + 1, a + 1] * fx) * fy
                t = (q - z0) / (s * px)
                if t > best:
                    best = t
            out[j, i] = best
    return out


def steps_for(px, reach, first=1.0, grow=1.22):
    """How far to look, in pixels, each step a little longer than the last."""
    s = [first]
    while s[-1] * px < reach:
        s.append(max(s[-1] * grow, s[-1] + 0.7))
    return np.array(s, np.float32)


def lit(c, azimuth=148, spread=34, low=14, high=38, key=0.92, sky=0.42, reach=0.07, gobo=None, falloff=0.22, wrap=0.06, tint=(1, 1, 1), fine=1, rays=0, glow=None):
    """Light on every pixel as linear RGB. Angles in degrees: azimuth counts from the right, anticlockwise.

    `rays` draws that many shadows at half size instead of a few sharp ones: what stands far out casts a fan without steps. `glow` is light of its own.
    """
    z, px = c.z, c.px
    nz = 1 / np.sqrt(1 + c.sx ** 2 + c.sy ** 2)
    nx, ny = -c.sx * nz, -c.sy * nz
    direct = np.zeros_like(z)
    small = cv2.resize(z, (z.shape[1] // 2, z.shape[0] // 2), interpolation=cv2.INTER_AREA)
    azimuths = np.linspace(-spread / 2, spread / 2, rays or 5 + fine) + azimuth
    field, size = (small, px * 2) if rays else (z, px)
    grow = 1 + (0.09 if rays else 0.22) / fine
    for k, az in enumerate(azimuths):
        steps = steps_for(size, reach, grow=grow) * np.float32(grow ** (k * 0.618 % 1))     # no two rays step alike, or shadows end in a comb
        dx, dy = math.cos(math.radians(az)), math.sin(math.radians(az))
        hor = horizon(field, size, dx, dy, steps, 0.8 * math.tan(math.radians(low)))
        if rays:
            hor = cv2.resize(hor, (z.shape[1], z.shape[0]), interpolation=cv2.INTER_LINEAR)
        for el in np.linspace(low, high, 3):
            e = math.radians(el)
            t = math.tan(e)
            vis = np.clip((t - hor) / (0.35 * t) + 0.5, 0, 1)
            cos = nx * (dx * math.cos(e)) + ny * (dy * math.cos(e)) + nz * math.sin(e)
            direct += vis * np.maximum((cos + wrap) / (1 + wrap), 0)
    direct /= len(azimuths) * 3 * math.sin(math.radians((low + high) / 2))
    if c.cover:
        direct = np.where(z < 0.001, spread_over(direct, z < 0.001, 0.0016 / px), direct)
    around = np.zeros_like(small)
    steps = steps_for(px * 2, reach, grow=1 + 0.35 / fine)
    n = 6 + 2 * fine
    for k in range(n):
        a = 2 * math.pi * (k + 0.5) / n
        hor = horizon(small, px * 2, math.cos(a), math.sin(a), steps, 0.08)
        around += 1 / (1 + hor ** 2)
    around = cv2.resize(around / n, (z.shape[1], z.shape[0]), interpolation=cv2.INTER_LINEAR)
    a = math.radians(azimuth)
    tilt = 0.62 + 0.38 * nz + 0.22 * (nx * math.cos(a) + ny * math.sin(a))
    bounce = 0.62                                           # light that comes back from white cloth
    around = around / (1 - bounce * (1 - around)) * np.clip(tilt, 0, 2)
    xx, yy = (c.x - c.x.mean()) / (c.x.max() - c.x.min()), (c.y - c.y.mean()) / (c.x.max() - c.x.min())
    fall = 1 + falloff * (xx * math.cos(a) + yy * math.sin(a)) * 2
    direct = direct * fall
    if gobo is not None:
        direct = direct * gobo
    warm, cool = np.array([1.03, 1.0, 0.955], np.float32) * np.array(tint, np.float32), np.array([1.0, 1.0, 0.99], np.float32)
    e = math.radians(38)
    hx, hy, hz = math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), 1 + math.sin(e)
    hl = math.sqrt(hx * hx + hy * hy + hz * hz)
    gloss = np.maximum((nx * hx + ny * hy + nz * hz) / hl, 0) ** 18 * c.sheen
    light = direct[..., None] * (key * warm) + (around * sky)[..., None] * cool
    done = c.alb * light + (gloss * direct * 0.30 * key)[..., None] * warm
    done = done.astype(np.float32) if glow is None else (done + glow).astype(np.float32)
    if c.rim is not None:                                   # an edge of cloth before cloth has no stray dots
        done = np.where(c.rim[..., None], cv2.medianBlur(done, 5), done)
    return edged(done, *c.cover) if c.cover else done


def spread_over(light, mask, sigma):
    """Blurs within a mask only."""
    m = mask.astype(np.float32)
    top, low = (cv2.GaussianBlur(k, (0, 0), sigma) for k in ((light * m).astype(np.float32), m))
    return top / np.maximum(low, 1e-4)


def edged(lin, on, cover):
    """Mixes cloth and wall along the outline of a hung shirt by how much of each pixel it covers."""
    on = on.astype(np.uint8)
    near = cv2.dilate(on, np.ones((3, 3))) != cv2.erode(on, np.ones((5, 5)))
    sides = []
    for mask, inset in ((on, 5), (1 - on, 3)):                  # cloth's rounded rim is dark in some rows only: from within it
        m = cv2.erode(mask, np.ones((inset, inset))).astype(np.float32)[..., None]
        top, low = cv2.GaussianBlur(lin * m, (0, 0), 1.5), cv2.GaussianBlur(m, (0, 0), 1.5)[..., None]
        sides.append(np.where(low > 1e-3, top / np.maximum(low, 1e-3), lin))
    k = cover[..., None]
    return np.where(near[..., None], sides[0] * k + sides[1] * (1 - k), lin)


def develop(lin, size, exposure=1.0, shoulder=0.72, white=1.5, noise=0.0028, seed=1):
    """Linear light to 8-bit sRGB with a soft shoulder, brought down to `size`."""
    lin = cv2.resize(lin.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    x = lin * exposure
    a, s = shoulder, 1 - shoulder
    k = s / (white - a)
    y = np.clip((x - a) / (white - a), 0, None)
    x = np.where(x > a, a + s * (1 - np.exp(-y / k)) / (1 - math.exp(-1 / k)), x)
    x = np.clip(x, 0, 1)
    v = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-9), 1 / 2.4) - 0.055)
    v = v + np.random.default_rng(seed).normal(0, noise, v.shape[:2])[..., None]
    return (np.clip(v, 0, 1) * 255 + 0.5).astype(np.uint8)

"""The pictures of each shirt: front, back, embroidery, label, folded."""
import numpy as np

import details as D
import fall
import folds
import ground as B
import places as L
from bundle import Folded
from canvas import srgb
from registry import SHOTS
from shirt import WHITE, Shirt
from weave import grid

SERIES = {
    "otr": dict(seed=4, turn=1.2, drape=6, behind=9, motif="ridge", floss=D.SAND),
    "ots": dict(seed=11, turn=-1.5, drape=5, behind=1, motif="enso", floss=D.SAGE),
}


def hung(c, series, at=(0, 0), side="front", drape=None, wood=fall.BEECH):
    """A shirt on a wooden hanger before the wall; each style hangs in its own folds."""
    s = SERIES[series]
    shirt = fall.Hung(drape or s["drape"], side).place(c, at).draw()
    shirt.sewn(shirt.stitches)
    if side == "front":
        D.neck_print(shirt)
        shirt.sewn(lambda: D.embroider(shirt, s["motif"], s["floss"]))
        D.label(shirt, f"{series}-001")
    fall.hanger(shirt, at, wood)
    return shirt


def front(c, series, at=(0, 0), turn=None, pressed=False):
    """A shirt that lies flat; a pressed one has fine creases and hardly a fold."""
    s = SERIES[series]
    shirt = Shirt("front", s["seed"], 0.35, broad=0.5) if pressed else Shirt("front", s["seed"], 0.75, broad=0.8)
    x, y = (k[::2, ::2] for k in grid())
    shirt.fold += folds.creased(np.random.default_rng(s["seed"]), x, y, (0.24, 0.66), 70 if pressed else 45).astype(np.float32)
    shirt.place(c, at, s["turn"] if turn is None else turn).draw().stitches()
    D.neck_print(shirt)
    D.embroider(shirt, s["motif"], s["floss"])
    return D.label(shirt, f"{series}-001")


def folded(c, series, at=(0, 0), turn=None, lift=0.0, size=(0.148, 0.365), seed=7, motif=True, color=WHITE):
    """A shirt in its shop fold, embroidery up."""
    s = SERIES[series]
    shirt = Folded(s["seed"] + seed, size=size).place(c, at, -2 * s["turn"] if turn is None else turn)
    shirt.draw(color, lift).stitches()
    D.neck_print(shirt)
    return D.embroider(shirt, s["motif"], s["floss"]) if motif else shirt


def measured(c, series):
    """Size M laid flat beside things of known size: an A5 book and a ruler of 30 cm."""
    s = -1 if series == "otr" else 1
    front(c, series, (-0.012 * s, 0.008), 1.0 * s)
    L.ruler(c, (-0.110 * s, -0.795), -2.5 * s)
    L.book(c, (0.345 * s, -0.715), 5 * s, srgb(96, 104, 112) if series == "otr" else srgb(150, 96, 72))


WALL = dict(reach=0.24, fine=3, rays=14, low=22, high=44, wrap=0.20, key=0.86, sky=0.48)   # a higher sun: a hung shirt stands far before the wall

FLAT = dict(fine=2, wrap=0.12)


def boards(pair, wide, turn):
    return lambda c: L.table(c, pair, wide, turn)


# Each style's places: wall, hanger and sun; what it lies on near its label, folded, and flat.
PLACES = {
    "otr": dict(wall=B.PAPER, wood=fall.BEECH, azimuth=148, label=boards(L.DARK, 0.15, 2), folded=B.linen, size=boards(L.OAK_TOP, 0.17, 90)),
    "ots": dict(wall=B.PLASTER, wood=fall.WALNUT, azimuth=36, label=B.linen, folded=boards(L.OAK_TOP, 0.15, 2), size=boards(L.DARK, 0.15, 0)),
}


def product(series):
    place = PLACES[series]
    azimuth = place["azimuth"]

    def make(name, width, at, draw, ground, over=1.3, **look):
        def run(c):
            ground(c)
            draw(c)
        SHOTS[f"{series}-001-{name}"] = (run, (1600, 2000), width, at, over, look)
    wall = lambda c: B.paper(c, place["wall"])
    hang = lambda c, **k: hung(c, series, wood=place["wood"], **k)
    sun = dict(WALL, azimuth=azimuth)
    make("front", 0.83, (0, -0.311), hang, wall, exposure=0.625, **sun)
    make("back", 0.83, (0, -0.311), lambda c: hang(c, side="back", drape=SERIES[series]["behind"]), wall, over=2, exposure=0.625, **sun)
    make("detail", 0.30, (0.040, -0.146), hang, wall, over=1.6, exposure=0.66, **{**sun, "low": 13, "high": 36})
    make("label", 0.142, (0.145, -0.625), lambda c: front(c, series), place["label"], exposure=0.74, azimuth=azimuth)
    make("folded", 0.37, (0, -0.178), lambda c: folded(c, series), place["folded"], over=2, exposure=0.60, sky=0.45, low=11, high=32, falloff=0.18, **FLAT)
    make("size", 0.92, (0.0, -0.385), lambda c: measured(c, series), place["size"], over=1.6, exposure=0.615, sky=0.43, low=11, high=32, **{**FLAT, "reach": 0.10})


for _s in SERIES:
    product(_s)

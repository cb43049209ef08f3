"""The pictures of each shirt: front, back, embroidery, label, folded."""
import numpy as np

import details as D
import fall
import folds
import ground as B
from bundle import Folded
from registry import SHOTS
from shirt import WHITE, Shirt
from weave import grid

SERIES = {
    "otr": dict(seed=4, turn=1.2, motif="ridge", floss=D.SAND),
    "ots": dict(seed=11, turn=-1.5, motif="enso", floss=D.SAGE),
}


def hung(c, series, at=(0, 0), side="front", mirror=None):
    """A shirt on a wooden hanger before the wall."""
    s = SERIES[series]
    shirt = fall.Hung(2, side, mirror=series == "ots" if mirror is None else mirror).place(c, at).draw()
    shirt.sewn(shirt.stitches)
    if side == "front":
        D.neck_print(shirt)
        shirt.sewn(lambda: D.embroider(shirt, s["motif"], s["floss"]))
        D.label(shirt, f"{series}-001")
    fall.hanger(shirt, at)
    return shirt


def front(c, series, at=(0, 0), turn=None, pressed=False):
    """A shirt that lies flat; a pressed one has fine creases instead of folds."""
    s = SERIES[series]
    shirt = Shirt("front", s["seed"], 0.35, broad=0.5) if pressed else Shirt("front", s["seed"])
    if pressed:
        x, y = (k[::2, ::2] for k in grid())
        shirt.fold += folds.creased(np.random.default_rng(s["seed"]), x, y, (0.24, 0.66), 70).astype(np.float32)
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


WALL = dict(reach=0.24, fine=2, low=22, high=44)            # a higher sun: a hung shirt stands far before the wall


def product(series):
    def make(name, width, at, draw, over=1.3, **look):
        def run(c):
            B.paper(c)
            draw(c)
        SHOTS[f"{series}-001-{name}"] = (run, (1600, 2000), width, at, over, look)
    mid = (0.022 if series == "ots" else -0.022, -0.318)
    make("front", 0.83, mid, lambda c: hung(c, series), exposure=0.635, **WALL)
    make("back", 0.83, (0, -0.318), lambda c: hung(c, series, side="back"), exposure=0.635, **WALL)
    make("detail", 0.30, (0.040, -0.146), lambda c: hung(c, series), exposure=0.66, **{**WALL, "low": 13, "high": 36})
    make("label", 0.15, (0.143, -0.640), lambda c: front(c, series), exposure=0.77)
    make("folded", 0.37, (0, -0.178), lambda c: folded(c, series), exposure=0.67, sky=0.47)


for _s in SERIES:
    product(_s)

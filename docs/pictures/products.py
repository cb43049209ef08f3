"""The pictures of each shirt: front, back, embroidery, label, folded."""
import details as D
import ground as B
from registry import SHOTS, shot
from shirt import Shirt

SERIES = {
    "otr": dict(seed=4, turn=1.2, motif="ridge", floss=D.SAND),
    "ots": dict(seed=11, turn=-1.5, motif="enso", floss=D.SAGE),
}


def front(c, series, at=(0, 0), turn=None):
    s = SERIES[series]
    shirt = Shirt("front", s["seed"]).place(c, at, s["turn"] if turn is None else turn).draw().stitches()
    D.neck_print(shirt)
    D.embroider(shirt, s["motif"], s["floss"])
    return D.label(shirt)


def folded(c, series, at=(0, 0), turn=None, lift=0.0, size=(0.148, 0.365, 0.0085), amount=0.75, seed=7, motif=True, color=None):
    """A shirt in its shop fold, embroidery up."""
    s = SERIES[series]
    shirt = Shirt("front", s["seed"] + seed, amount, folded=size).place(c, at, -2 * s["turn"] if turn is None else turn)
    shirt.draw(**({} if color is None else dict(color=color)), lift=lift).stitches()
    D.neck_print(shirt)
    return D.embroider(shirt, s["motif"], s["floss"]) if motif else shirt


def back(c, series):
    s = SERIES[series]
    return Shirt("back", s["seed"] + 50).place(c, (0, 0), -s["turn"]).draw().stitches()


def product(series):
    def make(name, width, at, draw, over=1.3, **look):
        def run(c):
            B.paper(c)
            draw(c)
        SHOTS[f"{series}-001-{name}"] = (run, (1600, 2000), width, at, over, look)
    make("front", 0.93, (0, -0.345), lambda c: front(c, series))
    make("back", 0.93, (0, -0.345), lambda c: back(c, series))
    make("detail", 0.27, (0.052, -0.118), lambda c: front(c, series), exposure=0.75)
    make("label", 0.15, (0.143, -0.640), lambda c: front(c, series), exposure=0.77)
    make("folded", 0.37, (0, -0.178), lambda c: folded(c, series))


for _s in SERIES:
    product(_s)


@shot(1200, 630, 1.46, (0, -0.345))
def share_otr_001_front(c):
    B.paper(c)
    front(c, "otr")


@shot(1200, 630, 1.46, (0, -0.345))
def share_ots_001_front(c):
    B.paper(c)
    front(c, "ots")

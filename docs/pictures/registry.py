"""The list of pictures that can be made: name -> (maker, pixels, width in metres, middle, oversampling, light)."""
SHOTS = {}


def shot(w, h, width, at=(0.0, 0.0), over=2, **look):
    def register(make):
        SHOTS[make.__name__.replace("_", "-")] = (make, (w, h), width, at, over, look)
        return make
    return register

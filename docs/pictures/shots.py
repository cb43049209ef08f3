"""python3 shots.py NAME [NAME ...] [--out DIR] [--scale S] [--over N]: makes pictures; without a name, all of them."""
import argparse
import io
import os
import time

from PIL import Image, ImageFilter

import products  # noqa: F401  registers its pictures
import stills  # noqa: F401
from canvas import Canvas
from light import develop, lit
from registry import SHOTS

PUBLIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "public", "images")
SITE = ("hero", "hero-phone", "about")
# Covers that are cut down to the banner shown where a page is shared, and how far up the cut is taken (0 to 1).
BANNERS = {"otr-001-front": 0.15, "ots-001-front": 0.15, "hero": 0.5, "about": 0.35, "half-stitched": 0.45, "label-qr": 0.5, "cotton-still": 0.5, "folded-stack": 0.4, "travel-still": 0.45, "hanging-light": 0.5}

# Most kilobytes of one picture, the same as for photographs (`cli/photos.ts`).
BUDGET = {"products": 450, "blog": 400, "site": 450, "share": 150}

# How many pixels a lens softens: sharper than any lens, the weave hides a label's code from a phone at full size.
LENS = {"label-qr": 0.8, "otr-001-label": 0.8, "ots-001-label": 0.8}


def folder(name):
    if name in SITE:
        return "site", name
    return ("products" if name[:3] in ("otr", "ots") else "blog"), name


def save(img, root, where, name, quality=85):
    """Writes a JPEG as good as its folder's budget allows."""
    data = io.BytesIO()
    while not data.tell() or data.tell() > BUDGET[where] * 1000:
        data = io.BytesIO()
        img.save(data, "JPEG", quality=quality, optimize=True, progressive=True)
        quality -= 3
    os.makedirs(os.path.join(root, where), exist_ok=True)
    with open(os.path.join(root, where, name + ".jpg"), "wb") as file:
        file.write(data.getvalue())


def banner(img, up):
    h = round(img.width * 630 / 1200)
    top = round((img.height - h) * up)
    return img.crop((0, top, img.width, top + h)).resize((1200, 630), Image.LANCZOS)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("names", nargs="*")
    ap.add_argument("--out", default=PUBLIC)
    ap.add_argument("--scale", type=float, default=1.0)
    ap.add_argument("--over", type=float)
    a = ap.parse_args()
    for name in a.names or SHOTS:
        make, size, width, at, over, look = SHOTS[name]
        tic = time.time()
        size = (int(size[0] * a.scale), int(size[1] * a.scale))
        c = Canvas(size, width, at, a.over or over)
        o = {**look, **(make(c) or {})}
        exposure = o.pop("exposure", 0.70)
        img = Image.fromarray(develop(lit(c, **o), size, exposure))
        img = img.filter(ImageFilter.GaussianBlur(LENS.get(name, 0) * a.scale))
        where, file = folder(name)
        save(img, a.out, where, file)
        if name in BANNERS:
            save(banner(img, BANNERS[name]), a.out, "share", file, 76)
        print(f"{name}: {time.time() - tic:.0f} s", flush=True)


if __name__ == "__main__":
    main()

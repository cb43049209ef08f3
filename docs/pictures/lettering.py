"""The brand's own letters: one line of even weight, drawn in a box one high, set wide as in the shop's header."""
import cv2
import numpy as np

GAP = 0.34                                      # between letters, in heights


def arc(x, y, rx, ry, start, end, n=40):
    """Part of an ellipse from one angle to another, in degrees."""
    q = np.radians(np.linspace(start, end, n))
    return np.c_[x + rx * np.cos(q), y + ry * np.sin(q)]


# Each letter: its width and its lines, y upwards from the base.
LETTERS = {
    "O": (0.98, [arc(0.49, 0.5, 0.49, 0.5, 0, 360, 90)]),
    "U": (0.74, [np.vstack([[(0, 1)], arc(0.37, 0.37, 0.37, 0.37, 180, 360), [(0.74, 1)]])]),
    "R": (0.66, [np.array([(0, 0), (0, 1)]), np.vstack([[(0, 1)], arc(0.34, 0.73, 0.28, 0.27, 90, -90), [(0, 0.46)]]), np.array([(0.30, 0.46), (0.66, 0)])]),
    "T": (0.66, [np.array([(-0.05, 1), (0.71, 1)]), np.array([(0.33, 1), (0.33, 0)])]),
    "E": (0.56, [np.array([(0.56, 1), (0, 1), (0, 0), (0.56, 0)]), np.array([(0, 0.52), (0.48, 0.52)])]),
    "M": (0.92, [np.array([(0, 0), (0, 1), (0.46, 0.30), (0.92, 1), (0.92, 0)])]),
}


def width(text):
    """How long a word is, in heights of its letters."""
    return sum(LETTERS[k][0] for k in text) + GAP * (len(text) - 1)


def written(shape, text, middle, high, weight):
    """A picture (0 to 1) of a word; middle of its base, height and weight of its line in pixels."""
    fine = 8
    out = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
    x = middle[0] - width(text) * high / 2
    for key in text:
        wide, lines = LETTERS[key]
        for line in lines:
            p = np.c_[x + line[:, 0] * high, middle[1] - line[:, 1] * high] * fine
            cv2.polylines(out, [np.round(p).astype(np.int32)], False, 255, max(1, round(weight * fine)), cv2.LINE_AA)
        x += (wide + GAP) * high
    return cv2.resize(out, (shape[1], shape[0]), interpolation=cv2.INTER_AREA).astype(np.float32) / 255

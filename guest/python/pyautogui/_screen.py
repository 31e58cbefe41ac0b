"""Looking at the screen: size, pointer, pixels. Searching for images isn't offered."""

import collections

from . import _x11

Point = collections.namedtuple("Point", "x y")
Size = collections.namedtuple("Size", "width height")


def position(x=None, y=None):
    here = _x11.connection().pointer()
    return Point(here[0] if x is None else int(x), here[1] if y is None else int(y))


def size():
    connection = _x11.connection()
    return Size(connection.width, connection.height)


resolution = size


def onScreen(x, y=None):
    if y is None:
        x, y = x
    width, height = size()
    return 0 <= x < width and 0 <= y < height


def screenshot(imageFilename=None, region=None):
    """A PIL image of the screen, or of `region` (left, top, width, height); saved too if a file name is given."""
    try:
        from PIL import Image
    except ImportError:
        raise NotImplementedError("screenshot() needs the Pillow package, which is not installed here") from None
    left, top, width, height = (0, 0, *size()) if region is None else (int(part) for part in region)
    data = _x11.connection().pixels(left, top, width, height)
    image = Image.frombytes("RGB", (width, height), data, "raw", "BGRX")
    if imageFilename is not None:
        image.save(imageFilename)
    return image


def pixel(x, y):
    """Red, green and blue of one point of the screen."""
    data = _x11.connection().pixels(int(x), int(y), 1, 1)
    return data[2], data[1], data[0]


def pixelMatchesColor(x, y, expectedRGBColor, tolerance=0):
    return all(abs(has - want) <= tolerance for has, want in zip(pixel(x, y), expectedRGBColor))


def no_images(*args, **kwargs):
    raise NotImplementedError(
        "finding images on the screen (locate..., or a file name in place of coordinates) is not available: "
        "pass coordinates instead"
    )


locate = locateAll = locateOnScreen = locateAllOnScreen = locateOnWindow = no_images
locateCenterOnScreen = no_images


def center(coords):
    """The middle of a box (left, top, width, height)."""
    return Point(int(coords[0] + coords[2] / 2), int(coords[1] + coords[3] / 2))

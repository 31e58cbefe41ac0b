"""Screen size, pointer and pixels. Locating images is not supported."""

import collections

from . import _x11
from ._rules import PyAutoGUIException

Point = collections.namedtuple("Point", "x y")
Size = collections.namedtuple("Size", "width height")


# Width and height of the screenshot that coordinates refer to. None if it has the size of the screen.
view = None


def screen_size():
    connection = _x11.connection()
    return Size(connection.width, connection.height)


def pointer():
    """The pointer's position in screen pixels."""
    return Point(*_x11.connection().pointer())


def to_screen(x, y):
    """Converts a point in the screenshot to the screen, using the centre of its pixel.

    A point outside a smaller screenshot is an error. Otherwise the pointer stops at the edge, as in pyautogui.
    """
    if view is None:
        return int(x), int(y)
    if not (0 <= x <= view[0] and 0 <= y <= view[1]):
        raise PyAutoGUIException(
            "the point (%s, %s) is outside of the picture: x is from 0 to %d, y from 0 to %d"
            % (x, y, view[0] - 1, view[1] - 1)
        )
    full = screen_size()
    return (
        min(full.width - 1, int((x + 0.5) * full.width // view[0])),
        min(full.height - 1, int((y + 0.5) * full.height // view[1])),
    )


def length_to_screen(dx, dy):
    """Converts a distance in the screenshot to the screen."""
    if view is None:
        return int(dx), int(dy)
    full = screen_size()
    return round(dx * full.width / view[0]), round(dy * full.height / view[1])


def position(x=None, y=None):
    here = pointer()
    if view is not None:
        full = screen_size()
        here = Point(here.x * view[0] // full.width, here.y * view[1] // full.height)
    return Point(here.x if x is None else int(x), here.y if y is None else int(y))


def size():
    return screen_size() if view is None else Size(*view)


resolution = size


def onScreen(x, y=None):
    if y is None:
        x, y = x
    width, height = size()
    return 0 <= x < width and 0 <= y < height


def screenshot(imageFilename=None, region=None):
    """Returns a PIL image of the screen or of `region` (left, top, width, height), and saves it to `imageFilename`."""
    try:
        from PIL import Image
    except ImportError:
        raise NotImplementedError("screenshot() needs the Pillow package, which is not installed here") from None
    left, top, width, height = (0, 0, *size()) if region is None else (int(part) for part in region)
    if view is None:
        data = _x11.connection().pixels(left, top, width, height)
        image = Image.frombytes("RGB", (width, height), data, "raw", "BGRX")
    else:
        full = screen_size()
        data = _x11.connection().pixels(0, 0, *full)
        image = Image.frombytes("RGB", full, data, "raw", "BGRX").resize(view)
        image = image.crop((left, top, left + width, top + height))
    if imageFilename is not None:
        image.save(imageFilename)
    return image


def pixel(x, y):
    """Returns red, green and blue of a pixel."""
    data = _x11.connection().pixels(*to_screen(x, y), 1, 1)
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
    """The centre of a box (left, top, width, height)."""
    return Point(int(coords[0] + coords[2] / 2), int(coords[1] + coords[3] / 2))

"""Pictures."""

import math

from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from cases import case, cases, file
from files import place, same_noise, text

missing = file("missing.png")
broken = text("broken.png", "no picture")


def made(name, image, **options):
    image.save(place(name), **options)
    return {"file": name}


def photo(width, height, seed=1):
    """A soft picture with some structure and a little noise."""
    noise = same_noise(seed, width * height)
    image = Image.new("RGB", (width, height))
    image.putdata([
        (int(120 + 70 * math.sin(x / 9) + noise[y * width + x] / 16), int(100 + 60 * math.cos(y / 7)), int(60 + 50 * math.sin((x + y) / 11)))
        for y in range(height) for x in range(width)
    ])
    return image


base = photo(80, 60)
original = made("photo.png", base)
jpeg = made("photo.jpg", base, quality=92)
poor = made("photo-poor.jpg", base, quality=20)
noisy = base.copy()
noisy.putdata([tuple(min(255, max(0, v + (n - 128) // 3)) for v in p) for p, n in zip(base.getdata(), same_noise(5, 4800))])
noise = made("photo-noisy.png", noisy)
other = made("photo-other.png", photo(80, 60, 9).transpose(Image.ROTATE_180))
small = made("photo-small.png", base.resize((40, 30), Image.LANCZOS))
large = made("photo-large.png", base.resize((160, 120), Image.BICUBIC))
darker = made("photo-dark.png", ImageEnhance.Brightness(base).enhance(0.6))
dark_other = made("photo-dark-other.png", ImageEnhance.Brightness(noisy.transpose(Image.FLIP_TOP_BOTTOM)).enhance(0.3))
vivid = made("photo-vivid.png", ImageEnhance.Color(base).enhance(1.15))
pale = made("photo-pale.png", ImageEnhance.Color(base).enhance(0.3))
hard = made("photo-hard.png", ImageEnhance.Contrast(base).enhance(1.6))
soft = made("photo-soft.png", ImageEnhance.Contrast(base).enhance(0.5))
grey = made("photo-grey.png", base.convert("L"))
mirrored = made("photo-mirror.png", base.transpose(Image.FLIP_LEFT_RIGHT))
palette = made("photo-palette.png", base.quantize(128))
palette_few = made("photo-palette-3.png", base.quantize(3))
gif = made("photo.gif", base.quantize(200))
see = base.convert("RGBA")
see.putalpha(200)
through = made("photo-through.png", see)
wide = Image.new("RGBA", (120, 100), (0, 0, 0, 0))
wide.paste(base.convert("RGBA"), (10, 20))
framed = made("photo-framed.png", wide)
empty = made("photo-empty.png", Image.new("RGBA", (50, 40), (9, 9, 9, 0)))
stepped = base.quantize(24).convert("RGB")
steps = made("photo-steps.png", stepped)
tiny = made("tiny.png", Image.new("RGB", (5, 5), "red"))
black = made("black.png", Image.new("RGB", (20, 20)))

cases("compare_images", (original, original), (jpeg, original), (noise, original), (small, original), (large, original), (other, original), (grey, original), (palette, original), (through, original), (None, original), (broken, original), (missing, original), (tiny, original), (gif, original), (original, None))
cases("compare_images", (noise, original), (original, original), (other, original), reference_base_result=0.3)
cases("check_structure_sim", (original, original), (jpeg, original), (grey, grey), (noise, original), (small, original), (other, original), (None, original), (broken, original), (missing, original), (tiny, tiny), (through, original), (palette, original))
cases("check_structure_sim_resized", (original, original), (large, original), (framed, original), (small, original), (through, original), (other, original), (noise, original), (empty, original), (None, original), (broken, original), (missing, original), (tiny, tiny), (palette, small))
cases("check_file_exists_and_structure_sim", (original, original), (jpeg, original), (through, original), (other, original), (small, original), (noise, original), (None, original), (missing, original), (broken, original))
cases("check_palette_and_structure_sim", (palette, palette), (made("steps.png", stepped.quantize(64)), steps), (made("steps-2.png", stepped.quantize(32)), steps), (palette, original), (gif, original), (original, original), (palette_few, original), (palette, other), (None, original), (broken, original), (missing, original))
cases("check_image_mirror", (mirrored, original), (original, mirrored), (made("even.png", Image.new("RGB", (30, 20), "green")), file("even.png")), (original, original), (mirrored, other), (small, original), (None, original), (broken, original))
cases("check_contrast_increase_and_structure_sim", (hard, original), (original, soft), (hard, soft), (made("photo-harder.png", ImageEnhance.Contrast(base).enhance(1.2)), original), (soft, original), (original, original), (other, soft), (None, original), (broken, original), (small, original))
cases("check_saturation_increase_and_structure_sim", (vivid, original), (original, made("photo-less.png", ImageEnhance.Color(base).enhance(0.9))), (made("photo-more.png", ImageEnhance.Color(base).enhance(1.05)), original), (original, vivid), (pale, original), (other, original), (None, original), (broken, original),
      (original, original))
cases("check_brightness_decrease_and_structure_sim", (darker, original), (made("photo-darkest.png", ImageEnhance.Brightness(base).enhance(0.3)), original), (made("photo-dark-small.png", ImageEnhance.Brightness(base.resize((40, 30))).enhance(0.6)), original), (original, darker), (dark_other, original), (original, original),
      (None, original), (broken, original), (black, original))
case("check_brightness_decrease_and_structure_sim", dark_other, original, threshold=0.5)
cases("compare_image_list", (original, original), ([original, grey], [original, grey]), (made("copy.bmp", base), original), (jpeg, original), ([original, other], [original, original]), ([original, None], [original, original]), (None, original), (broken, original), (missing, original), (large, original))
S = lambda **size: size  # noqa: E731
cases("check_image_size", (original, S(width=80, height=60)), (original, S(height=60)), (original, {}), (framed, S(width=80, height=60, ignore_transparent=True)), (framed, S(width=80, height=60)), (original, S(width=81)), (original, S(height=59, width=80)), (empty, S(width=0, height=0, ignore_transparent=True)),
      (None, S(width=1)), (broken, S(width=1)), (missing, S(width=1)), (palette, S(width=80, ignore_transparent=True)))
Z = lambda size: {"max_size": size}  # noqa: E731
cases("check_image_file_size", (tiny, Z(1000)), (original, Z(50000)), (broken, Z(100)), (original, Z(500)), (tiny, Z(10)), (poor, Z(1)), (None, Z(1)), (missing, Z(1)), (tiny, {}))


def field(name, colours, size=(40, 40)):
    image = Image.new("RGB", size)
    image.putdata([colours(x, y) for y in range(size[1]) for x in range(size[0])])
    return made(name, image)


inside = lambda x, y: 10 <= x < 25 and 12 <= y < 30  # noqa: E731
shape = field("shape.png", lambda x, y: (0, 0, 0) if inside(x, y) else (250, 250, 250))
cases("check_green_background", (field("green.png", lambda x, y: (0, 0, 0) if inside(x, y) else (10, 200, 30)), shape), (field("green-2.png", lambda x, y: (250, 0, 0) if inside(x, y) else (10, 12, 11)), shape), (shape, black), (shape, shape), (field("blue.png", lambda x, y: (10, 30, 200)), shape),
      (field("green-3.png", lambda x, y: (10, 200, 200) if (x, y) == (39, 39) else (0, 200, 0)), shape), (None, shape), (broken, shape), (field("green-wide.png", lambda x, y: (0, 200, 0), (50, 30)), field("shape-wide.png", lambda x, y: (9, 9, 9), (50, 30))), (grey, shape))


def triangle(name, x, y, size=(200, 100)):
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    draw.polygon([(x - 15, y + 10), (x + 15, y + 10), (x, y - 20)], fill=(255, 220, 0))
    image.putpixel((0, 0), (1, 2, 3))
    return made(name, image)


cases("check_triangle_position", (triangle("triangle.png", 100, 50),), (triangle("triangle-2.png", 104, 52),), (triangle("triangle-3.png", 60, 60, (120, 120)),), (triangle("triangle-4.png", 40, 50),), (triangle("triangle-5.png", 100, 75),), (triangle("triangle-6.png", 150, 30),), (None,), (broken,), (black,), (grey,))


def box(name, x):
    image = Image.new("RGB", (200, 60), "white")
    ImageDraw.Draw(image).rectangle([x, 20, x + 40, 40], fill=(20, 20, 20))
    return made(name, image)


cases("check_textbox_on_leftside", (box("box.png", 0),), (box("box-2.png", 9),), (black,), (box("box-3.png", 10),), (box("box-4.png", 120),), (made("white.png", Image.new("RGB", (50, 50), "white")),), (None,), (broken,))
cases("increase_saturation", (original, vivid), (pale, original), (grey, original), (original, pale), (original, original), (vivid, grey), (broken, original), (None, original))
cases("decrease_brightness", (original, darker), (file("white.png"), original), (original, black), (darker, original), (original, original), (black, original), (broken, original), (None, original))
blurred = made("photo-blur.png", base.filter(ImageFilter.GaussianBlur(2)))
cases("check_sharper", (original, blurred), (noise, original), (hard, original), (blurred, original), (original, original), (soft, original), (broken, original), (None, original))

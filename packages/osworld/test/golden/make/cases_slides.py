"""Presentations."""

import io
import zipfile

from PIL import Image
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.text import PP_ALIGN
from pptx.oxml.ns import qn
from pptx.util import Emu, Inches, Pt

from cases import case, cases, file
from files import place, text

missing = file("missing.pptx")
broken = text("broken.pptx", "no presentation")


def picture(colour):
    data = io.BytesIO()
    Image.new("RGB", (20, 20), colour).save(data, "PNG")
    data.seek(0)
    return data


def deck(name, change=None, slides=2):
    """Two slides: a title with bullets; a text box, a picture and a table."""
    show = Presentation()
    for number in range(slides):
        slide = show.slides.add_slide(show.slide_layouts[1 if number % 2 == 0 else 5])
        slide.shapes.title.text = f"Title {number + 1}"
        if number % 2 == 0:
            frame = slide.placeholders[1].text_frame
            frame.text = "First point"
            paragraph = frame.add_paragraph()
            paragraph.text = "Second point"
            paragraph.level = 1
        else:
            box = slide.shapes.add_textbox(Inches(1), Inches(2), Inches(3), Inches(1))
            box.text_frame.text = "In a box"
            slide.shapes.add_picture(picture("red"), Inches(5), Inches(2), Inches(2), Inches(2))
            table = slide.shapes.add_table(2, 2, Inches(1), Inches(4), Inches(4), Inches(1)).table
            for row in range(2):
                for column in range(2):
                    table.cell(row, column).text = f"{row}{column}"
    if change is not None:
        change(show)
    save(show, name)
    return {"file": name}


def save(show, name):
    """Without the layouts that no slide uses and the thumbnail, so that the files stay small."""
    for layout in list(show.slide_layouts):
        if not layout.used_by_slides:
            show.slide_layouts.remove(layout)
    for key, relation in list(show.part.package._rels.items()):
        if "thumbnail" in relation.reltype or "extended" in relation.reltype:
            show.part.package._rels.pop(key)
    for key, relation in list(show.part.rels.items()):
        if "printerSettings" in relation.reltype:
            show.part.rels.pop(key)
    show.save(place(name))


def first_run(show):
    return show.slides[0].placeholders[1].text_frame.paragraphs[0].runs[0]


def box(show):
    return show.slides[1].shapes[1]


def cell_run(show):
    return show.slides[1].shapes[3].table.cell(0, 0).text_frame.paragraphs[0].runs[0]


def put(get, name, value):
    def change(show):
        target = get(show)
        for part in name.split(".")[:-1]:
            target = getattr(target, part)
        setattr(target, name.split(".")[-1], value)
    return change


def attribute(get, name, value):
    return lambda show: get(show)._r.get_or_add_rPr().set(name, value)


def background(*colours):
    def change(show):
        for slide, colour in zip(show.slides, colours):
            if colour is not None:
                fill = slide.background.fill
                fill.solid()
                fill.fore_color.rgb = RGBColor.from_string(colour)
    return change


def bullet(show):
    properties = show.slides[0].placeholders[1].text_frame.paragraphs[1]._p.get_or_add_pPr()
    properties.append(properties.makeelement(qn("a:buChar"), {"char": "*"}))


def themed(show):
    first_run(show).font.color.theme_color = MSO_THEME_COLOR.ACCENT_1


def grouped(align):
    def change(show):
        group = show.slides[1].shapes.add_group_shape()
        inner = group.shapes.add_textbox(Inches(1), Inches(6), Inches(2), Inches(1))
        inner.text_frame.text = "Inside"
        inner.text_frame.paragraphs[0].alignment = align
    return change


base = deck("deck.pptx")
variants = {
    "deck-text.pptx": put(first_run, "text", "First points"),
    "deck-name.pptx": put(first_run, "font.name", "Arial"),
    "deck-size.pptx": put(first_run, "font.size", Pt(20)),
    "deck-bold.pptx": put(first_run, "font.bold", True),
    "deck-not-bold.pptx": put(first_run, "font.bold", False),
    "deck-italic.pptx": put(first_run, "font.italic", True),
    "deck-underline.pptx": put(first_run, "font.underline", True),
    "deck-no-underline.pptx": put(first_run, "font.underline", False),
    "deck-strike.pptx": attribute(first_run, "strike", "sngStrike"),
    "deck-red.pptx": lambda show: setattr(first_run(show).font.color, "rgb", RGBColor(255, 0, 0)),
    "deck-blue.pptx": lambda show: setattr(first_run(show).font.color, "rgb", RGBColor(0, 0, 255)),
    "deck-themed.pptx": themed,
    "deck-centre.pptx": lambda show: setattr(box(show).text_frame.paragraphs[0], "alignment", PP_ALIGN.CENTER),
    "deck-left.pptx": lambda show: setattr(box(show).text_frame.paragraphs[0], "alignment", PP_ALIGN.LEFT),
    "deck-level.pptx": lambda show: setattr(show.slides[0].placeholders[1].text_frame.paragraphs[1], "level", 2),
    "deck-moved.pptx": lambda show: setattr(box(show), "top", Inches(3)),
    "deck-nudged.pptx": lambda show: setattr(box(show), "top", Emu(int(Inches(2) * 1.004))),
    "deck-tall.pptx": lambda show: setattr(show.slides[1].shapes[2], "height", Inches(3)),
    "deck-table.pptx": lambda show: setattr(show.slides[1].shapes[3].table.cell(1, 1), "text", "new"),
    "deck-table-bold.pptx": put(cell_run, "font.bold", True),
    "deck-table-red.pptx": lambda show: setattr(cell_run(show).font.color, "rgb", RGBColor(255, 0, 0)),
    "deck-bullet.pptx": bullet,
    "deck-note.pptx": lambda show: setattr(show.slides[0].notes_slide.notes_text_frame, "text", "Say this"),
    "deck-note-2.pptx": lambda show: setattr(show.slides[0].notes_slide.notes_text_frame, "text", " Say this \n"),
    "deck-green.pptx": background("00FF00"),
    "deck-run.pptx": lambda show: setattr(show.slides[0].placeholders[1].text_frame.paragraphs[0].add_run(), "text", "!"),
    "deck-paragraph.pptx": lambda show: box(show).text_frame.add_paragraph(),
    "deck-group.pptx": grouped(PP_ALIGN.LEFT),
    "deck-group-2.pptx": grouped(PP_ALIGN.RIGHT),
}
made = {name: deck(name, change) for name, change in variants.items()}
more = deck("deck-3.pptx", slides=3)
cases("compare_pptx_files", (base, base), (deck("deck-again.pptx"), base), (made["deck-not-bold.pptx"], base), (made["deck-left.pptx"], base), (made["deck-nudged.pptx"], base), (made["deck-themed.pptx"], base), (made["deck-no-underline.pptx"], base), (made["deck-note-2.pptx"], made["deck-note.pptx"]),
      (made["deck-table.pptx"], base), (made["deck-group.pptx"], made["deck-group.pptx"]), (made["deck-red.pptx"], base), (base, made["deck-text.pptx"]))
for name in ["text", "name", "size", "bold", "italic", "underline", "strike", "centre", "level", "moved", "tall", "table-bold", "bullet", "note", "green", "run", "paragraph", "group"]:
    case("compare_pptx_files", made[f"deck-{name}.pptx"], base)
cases("compare_pptx_files", (made["deck-red.pptx"], made["deck-blue.pptx"]), (made["deck-group-2.pptx"], made["deck-group.pptx"]), (more, base), (broken, base), (missing, base), (base, broken), (None, base))
for name, switch in [("text", "examine_text"), ("name", "examine_font_name"), ("size", "examine_font_size"), ("bold", "examine_font_bold"), ("italic", "examine_font_italic"), ("underline", "examine_font_underline"), ("strike", "examine_strike_through"),
                     ("centre", "examine_alignment"), ("level", "examine_indent"), ("moved", "examine_shape"), ("bullet", "examine_bullets"), ("note", "examine_note"), ("green", "examine_background_color")]:
    case("compare_pptx_files", made[f"deck-{name}.pptx"], base, **{switch: False})
case("compare_pptx_files", more, base, examine_number_of_slides=False)
case("compare_pptx_files", made["deck-level.pptx"], base, examine_indent=False, examine_bullets=False)
case("compare_pptx_files", made["deck-text.pptx"], base, examine_text=False, examine_bullets=False)
case("compare_pptx_files", made["deck-table-red.pptx"], made["deck-table.pptx"], examine_color_rgb=False)
case("compare_pptx_files", made["deck-moved.pptx"], base, approximately_tolerance=0.5)
case("compare_pptx_files", made["deck-tall.pptx"], base, examine_shape=False)
case("compare_pptx_files", made["deck-tall.pptx"], base, examine_shape=False, examine_modify_height=True)
case("compare_pptx_files", made["deck-tall.pptx"], base, examine_shape=False, examine_image_size=True)
case("compare_pptx_files", made["deck-moved.pptx"], base, examine_shape=False, examine_shape_for_shift_size=True)
case("compare_pptx_files", base, base, examine_right_position=True)
case("compare_pptx_files", base, base, examine_top_position=True)
case("compare_pptx_files", base, base, examine_title_bottom_position=True)
case("compare_pptx_files", base, base, examine_table_bottom_position=True)
right = deck("deck-right.pptx", lambda show: [setattr(show.slides[1].shapes[i], "left", Inches(6)) for i in (2, 3)])
case("compare_pptx_files", right, base, examine_shape=False, examine_right_position=True)
top = deck("deck-top.pptx", lambda show: setattr(show.slides[1].shapes[2], "top", Inches(0.5)))
case("compare_pptx_files", top, base, examine_shape=False, examine_top_position=True)
renamed = lambda top_: lambda show: (setattr(show.slides[0].shapes.title, "text", "Product Comparison"), top_ and [setattr(show.slides[0].shapes.title, k, v) for k, v in dict(left=0, top=Inches(5), width=Inches(8), height=Inches(1)).items()])  # noqa: E731
case("compare_pptx_files", deck("deck-low.pptx", renamed(True)), deck("deck-high.pptx", renamed(False)), examine_shape=False, examine_title_bottom_position=True)
case("compare_pptx_files", file("deck-high.pptx"), file("deck-low.pptx"), examine_shape=False, examine_title_bottom_position=True)


def stretched(name, left, top_, width, height, colour="red"):
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    slide.shapes.add_picture(picture(colour), left, top_, width, height)
    save(show, name)
    return {"file": name}


W, H = Inches(10), Inches(7.5)
start = stretched("picture.pptx", Inches(1), Inches(1), Inches(2), Inches(2))
cases("check_image_stretch_and_center", (stretched("full.pptx", 0, 0, W, H), start), (stretched("full-2.pptx", Inches(0.2), Inches(-0.1), Inches(9.7), Inches(7.6)), start), (file("full.pptx"), file("full.pptx")), (start, start), (stretched("full-3.pptx", 0, 0, W, H, "blue"), start), (stretched("full-4.pptx", Inches(1), 0, W, H), start),
      (base, base), (broken, start), (None, start))


def numbered(name, colour, shown="1", label="<number>"):
    def change(show):
        master = show.slide_masters[0]
        holder = next(one for one in master.placeholders if one.placeholder_format.type == 13)
        holder.text_frame.text = label
        if colour is not None:
            holder.text_frame.paragraphs[0].font.color.rgb = RGBColor.from_string(colour)
        if shown is not None:
            show.slides[0].shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = shown
    return deck(name, change, slides=1)


cases("check_slide_numbers_color", (numbered("number.pptx", "FF0000"),), (numbered("number-2.pptx", "FF0000", "12"),), (numbered("number-7.pptx", "FF0000", "7"),), (numbered("number-3.pptx", "0000FF"),), (numbered("number-4.pptx", "FF0000", label="other"),), (numbered("number-5.pptx", "FE0000"),), (numbered("number-6.pptx", "FF0000", None),), (broken,), (None,))
K = lambda slide, shape, paragraph: {"slide_index_s": slide, "shape_index_s": shape, "paragraph_index_s": paragraph}  # noqa: E731
struck = deck("struck.pptx", lambda show: [run._r.get_or_add_rPr().set("strike", "sngStrike") for slide in show.slides for shape in slide.shapes if shape.has_text_frame for paragraph in shape.text_frame.paragraphs for run in paragraph.runs])
cases("check_strikethrough", (struck, K([0], [1], [0, 1])), (struck, K([0, 1], [0, 1], [0])), (struck, K([], [0], [0])), (base, K([0], [1], [0])), (made["deck-strike.pptx"], K([0], [1], [0, 1])), (struck, K([5], [0], [0])), (struck, K([1], [2], [0])), (broken, K([0], [0], [0])), (struck, {}))


def sized(name, width, height):
    return deck(name, lambda show: (setattr(show, "slide_width", Inches(width)), setattr(show, "slide_height", Inches(height))), slides=1)


cases("check_slide_orientation_Portrait", (sized("portrait.pptx", 7.5, 10),), (sized("portrait-2.pptx", 8.27, 11.69),), (sized("portrait-3.pptx", 5, 5.1),), (base,), (sized("square.pptx", 7, 7),), (sized("landscape.pptx", 10, 5.6),), (broken,), (None,))


def master_background(colour):
    def change(show):
        fill = show.slide_masters[0].background.fill
        fill.solid()
        fill.fore_color.rgb = RGBColor.from_string(colour)
    return change


def theme_background(show):
    fill = show.slides[0].background.fill
    fill.solid()
    fill.fore_color.theme_color = MSO_THEME_COLOR.ACCENT_2


C = lambda *rgb, **more_: {"rgb": list(rgb), **more_}  # noqa: E731
blue = deck("back-blue.pptx", background("0000FF", "0000FF"))
mixed = deck("back-mixed.pptx", background("0000FF", "1E90FF"))
cases("evaluate_presentation_fill_to_rgb_distance", (blue, C(0, 0, 255)), (mixed, C(0, 0, 255)), (deck("back-master.pptx", master_background("102030")), C(16, 32, 48)), (blue, C(0, 0, 255, original_rgb=[0, 0, 255])), (base, C(0, 0, 255)), (deck("back-theme.pptx", theme_background, 1), C(0, 0, 255)), (deck("back-black.pptx", background("000000", "000000")), C(255, 255, 255)),
      (mixed, C(0, 0, 255, original_rgb=[30, 144, 255])), (broken, C(0, 0, 0)), (blue, {}))
cases("compare_pptx_files", (file("back-theme.pptx"), file("back-theme.pptx")), (file("back-master.pptx"), base), (file("back-master.pptx"), file("back-master.pptx")), (deck("back-one.pptx", background("0000FF")), deck("back-two.pptx", background("0000ff"))))


def edited(name, source, part, change):
    with zipfile.ZipFile(place(source)) as read, zipfile.ZipFile(place(name), "w", zipfile.ZIP_DEFLATED) as out:
        for member in read.namelist():
            content = read.read(member)
            out.writestr(member, change(content.decode()).encode() if member == part else content)
    return {"file": name}


def transition(name, inner, slide=1):
    return edited(name, "deck.pptx", f"ppt/slides/slide{slide}.xml", lambda xml: xml.replace("</p:cSld>", f"</p:cSld><p:transition>{inner}</p:transition>"))


Y = lambda slide, kind: {"slide_idx": slide, "transition_type": kind}  # noqa: E731
cases("check_transition", (transition("transition.pptx", "<p:dissolve/>"), Y(0, "dissolve")), (transition("transition-2.pptx", '<p:push dir="u"/>', 2), Y(1, "push")), (transition("transition-3.pptx", "<p:x><p:fade/></p:x>"), Y(0, "fade")), (file("transition.pptx"), Y(0, "fade")), (file("transition.pptx"), Y(1, "dissolve")), (base, Y(0, "dissolve")),
      (file("transition.pptx"), Y(9, "dissolve")), (broken, Y(0, "x")), (base, {}))


def coloured(name, *colours):
    fills = "".join(f'<a:solidFill><a:srgbClr val="{colour}"/></a:solidFill>' for colour in colours)
    return edited(name, "deck.pptx", "ppt/slideMasters/slideMaster1.xml", lambda xml: xml.replace("</p:cSld>", f"<p:extLst><p:ext uri='x'>{fills}</p:ext></p:extLst></p:cSld>"))


P = lambda colour: {"color": colour}  # noqa: E731
cases("check_page_number_colors", (coloured("colour.pptx", "FFF000", "000000"), P("red")), (coloured("colour-2.pptx", "000FF0", "111111"), P("green")), (coloured("colour-3.pptx", "010101", "ffffff"), P("black")), (coloured("colour-4.pptx", "00FF00", "000000"), P("blue")), (coloured("colour-5.pptx", "0000FF", "000000"), P("red")),
      (coloured("colour-6.pptx", "FF0000", "000000"), P("blue")), (coloured("colour-7.pptx", "0000FF", "000000"), P("black")), (base, P("red")), (broken, P("red")), (file("colour.pptx"), {}), (file("colour.pptx"), P("pink")))

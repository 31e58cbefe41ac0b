"""Writer documents."""

import io
import os
import re
import zipfile

import docx
from docx.enum.text import WD_BREAK, WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Inches, Pt, RGBColor
from odf import style as odf_style
from odf import text as odf_text
from odf.opendocument import OpenDocumentText
from PIL import Image

from cases import case, cases, file
from files import place, text



def slim_template():
    """python-docx's template without themes, thumbnail and most styles, so that the files stay small."""
    source = os.path.join(os.path.dirname(docx.__file__), "templates", "default.docx")
    dropped = re.compile(r"docProps/|customXml/|theme|stylesWithEffects|webSettings|fontTable|numbering|settings")
    content = io.BytesIO()
    with zipfile.ZipFile(source) as read, zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as out:
        for name in read.namelist():
            part = read.read(name)
            if dropped.search(name):
                continue
            if name.endswith(".rels"):
                part = re.sub(rb'<Relationship [^>]*Target="[^"]*(?:docProps|customXml|theme|stylesWithEffects|webSettings|fontTable|numbering|settings)[^"]*"[^>]*/>', b"", part)
            if name == "[Content_Types].xml":
                part = re.sub(rb'<Override [^>]*PartName="[^"]*(?:docProps|customXml|theme|stylesWithEffects|webSettings|fontTable|numbering|settings)[^"]*"[^>]*/>', b"", part)
            if name == "word/styles.xml":
                part = re.sub(rb'<w:style (?:(?!w:default="1")[^>])*>.*?</w:style>', b"", part, flags=re.S)
                part = re.sub(rb"<w:latentStyles.*?</w:latentStyles>", b"", part, flags=re.S)
            out.writestr(name, part)
    return content.getvalue()


TEMPLATE = slim_template()
missing = file("missing.docx")
broken = text("broken.docx", "no document")


def word(name, *paragraphs, change=None):
    document = docx.Document(io.BytesIO(TEMPLATE))
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if change is not None:
        change(document)
    document.save(place(name))
    return {"file": name}


def writer(name, *paragraphs, change=None):
    document = OpenDocumentText()
    for paragraph in paragraphs:
        document.text.addElement(odf_text.P(text=paragraph))
    if change is not None:
        change(document)
    document.save(place(name))
    return {"file": name}


one = word("one.docx", "Hello World", "", "Second  line\twith tab")
same = word("same.docx", "Hello   World", "Second line with tab")
cased = word("cased.docx", "hello world", "", "second  line\twith tab")
turned = word("turned.docx", "Second  line\twith tab", "Hello World", "")
other = word("other.docx", "Hello World", "", "Something else")
longer = word("longer.docx", "Hello World", "", "Second  line\twith tab", "More")


def linked(document):
    paragraph = document.paragraphs[0]
    link = OxmlElement("w:hyperlink")
    run = OxmlElement("w:r")
    content = OxmlElement("w:t")
    content.text = "World"
    run.append(content)
    link.append(run)
    paragraph._p.append(link)
    paragraph.add_run("").add_break()
    paragraph.runs[-1].add_text("x")


link = word("link.docx", "Hello ", change=linked)
odt = writer("one.odt", "Hello World", "Second line")


def spans(document):
    paragraph = odf_text.P(text="Hello ")
    paragraph.addElement(odf_text.Span(text="World"))
    document.text.addElement(paragraph)
    document.text.addElement(odf_text.H(outlinelevel=1, text="A heading"))
    document.text.addElement(odf_text.P(text="Second  line"))


odt_2 = writer("two.odt", change=spans)
odt_3 = writer("three.odt", "Other")
odt_broken = text("broken.odt", "no document")
cases("compare_docx_files", (one, one), (one, same), (odt, odt_2), (word("link-2.docx", "Hello World x"), link), (one, other), (one, cased), (odt, odt_3), (one, odt), (None, one), (one, None), (broken, one), (missing, one), (odt_broken, odt), (one, longer))
cases("compare_docx_files", (one, cased), (one, other), ignore_case=True)
cases("compare_docx_files", (one, turned), (one, other), ignore_order=True, ignore_blanks=False)
cases("compare_docx_files", (one, one), (one, same), (one, longer), (cased, one), ignore_blanks=False)
cases("compare_docx_files", (one, other), (one, cased), (one, one), content_only=True)
cases("compare_docx_files", (one, other), (cased, one), fuzzy_match=True, ignore_case=True)
cases("compare_docx_files", (one, other), (one, longer), (one, cased), fuzzy_match=True, ignore_blanks=False)
cases("compare_docx_files", (one, same), (one, word("same-2.docx", "Hello World", "Second  line\twith tab")), delete_empty_lines=True, ignore_blanks=False)
cases("compare_docx_files_and_ignore_new_lines", (one, same), (one, one), (word("blank.docx", "", "a", ""), word("a.docx", "a")), (one, other), (one, cased), (odt, odt), (None, one), (broken, one))
cases("compare_docx_files_and_ignore_new_lines", (one, same), (one, file("same-2.docx")), ignore_blanks=False)
cases("compare_init_lines", (one, one), (longer, one), (word("init.docx"), one), (one, other), (one, cased), (one, turned), (None, one), (broken, one))
cases("compare_docx_lines", (one, turned), (one, word("twice.docx", " Hello World ", "Hello World", "Second  line\twith tab")), (file("init.docx"), file("init.docx")), (one, other), (one, same), (one, longer), (None, one), (broken, one))
three = word("three.docx", "x=5", " y=7 ", "", "z=9")
A = lambda *answers: {"expected": list(answers)}  # noqa: E731
cases("fuzzy_place_math", (three, A("x=5", "y=7", "z=9")), (three, A("x=4", "y=77")), (word("three-2.docx", "a b c"), A("a")), (three, A()), (one, A("a")), (word("two.docx", "a b"), A("a", "b")), (None, A("a")), (broken, A("a")))
refs = ["Intro", "References", "Smith, A. (2020). A book. Press.", "", "Jones, B. (2021). Another book. Press."]
gold = word("refs.docx", *refs)
cases("compare_references", (gold, gold), (word("refs-2.docx", *[line.replace("Another", "Some other") for line in refs]), gold), (one, other), (one, gold), (word("refs-3.docx", "References", "q", "w"), gold), (word("refs-4.docx", *refs[:3]), gold),
      (None, gold), (broken, gold), (odt, odt), (word("refs-5.docx", "References"), file("refs-5.docx")))
cases("compare_references", (file("refs-2.docx"), gold), (file("refs-3.docx"), gold), reference_base_result=0.9, reference_indicator="References")
trains = ["08:00:00, A1, 3, 1", "08:05:00, B2, 3, 2", "08:10:00, A1, 4, 1", "note"]
initial = word("trains.docx", *trains)
unique = word("trains-2.docx", trains[0], trains[1], "note")
cases("check_no_duplicates", (initial, unique), (initial, word("trains-3.docx", trains[1], trains[2])), (one, other), (initial, initial), (initial, one), (unique, word("trains-4.docx", trains[0])), (None, unique), (broken, unique), (initial, broken))
cases("compare_unique_train_records", (unique, [unique, initial]), (file("trains-4.docx"), [file("trains-4.docx"), initial]), (one, [one, one]), (initial, [unique, initial]), (word("trains-5.docx", trains[0], trains[1]), [unique, initial]),
      (word("trains-6.docx", trains[0], trains[1], "other"), [unique, initial]), (None, [unique, initial]), (broken, [unique, initial]), (unique, [unique]), (unique, unique), (unique, [broken, initial]))
cases("evaluate_alignment", (word("align.docx", "One two three four five. Six seven eight\tnine"),), (word("align-2.docx", "Too short."),), (file("init.docx"),), (word("align-3.docx", "One  two three four"),), (word("align-4.docx", "One two\tthree"),),
      (word("align-5.docx", "One two three four  five six"),), (None,), (broken,))


def grid(name, rows, columns, cell, merge=None, paint=None):
    def change(document):
        table = document.add_table(rows, columns, style=None)
        for row in range(rows):
            for column in range(columns):
                table.cell(row, column).text = cell(row, column)
        if merge is not None:
            table.cell(*merge[0]).merge(table.cell(*merge[1]))
        if paint is not None:
            for row in table.rows:
                for one_cell in row.cells:
                    for run in one_cell.paragraphs[0].runs:
                        colour = paint(run.text)
                        if colour is not None:
                            run.font.color.rgb = RGBColor(*colour)

    return word(name, "Table", change=change)


table = grid("table.docx", 2, 3, lambda r, c: f"{r}{c}")
cases("compare_docx_tables", (table, table), (grid("table-2.docx", 2, 3, lambda r, c: f" {r}{c} "), table), (one, other), (grid("table-3.docx", 2, 3, lambda r, c: f"{r}{c}x"), table), (grid("table-4.docx", 3, 2, lambda r, c: f"{r}{c}"), table), (one, table),
      (grid("table-5.docx", 2, 3, lambda r, c: "" if c else "a", merge=((0, 0), (0, 1))), grid("table-6.docx", 2, 3, lambda r, c: "a" if c < 1 else "")), (None, table), (broken, table),
      (grid("table-7.docx", 3, 2, lambda r, c: f"{c}", merge=((0, 0), (1, 0))), file("table-7.docx")))
red_blue = lambda word_: (255, 0, 0) if word_[:1].lower() in "aeiou" else (0, 0, 255)  # noqa: E731
painted = grid("painted.docx", 2, 2, lambda r, c: ["apple", "pear", "Orange", "fig"][2 * r + c], paint=red_blue)
cell_2 = lambda r, c: ["apple", "pear", "Orange", "fig"][2 * r + c]  # noqa: E731
cases("evaluate_colored_words_in_tables", (painted, painted), (grid("painted-2.docx", 2, 2, cell_2, paint=lambda w: tuple(min(255, v + 2) for v in red_blue(w))), painted), (one, same), (grid("painted-3.docx", 2, 2, cell_2, paint=lambda w: (0, 0, 255)), painted),
      (grid("painted-4.docx", 2, 2, cell_2, paint=lambda w: (200, 0, 0) if w[:1].lower() in "aeiou" else (0, 0, 255)), painted), (one, painted), (grid("painted-5.docx", 2, 2, cell_2), painted), (None, painted), (broken, painted))


def runs(name, *parts, style=None):
    """Paragraphs of runs; `style` changes a run by its text."""

    def change(document):
        for paragraph in parts:
            added = document.add_paragraph()
            for part in paragraph:
                run = added.add_run(part)
                if style is not None:
                    style(run)

    return word(name, change=change)


def named(font):
    def change(run):
        run.font.name = font
    return change


N = lambda name: {"font_name": name}  # noqa: E731
cases("compare_font_names", (runs("font.docx", ["a", "b"], ["c"], style=named("Times New Roman")), N("Times New Roman")), (file("init.docx"), N("Arial")), (one, N(None)), (file("font.docx"), N("Arial")), (one, N("Arial")),
      (runs("font-2.docx", ["a", "b"], style=lambda run: setattr(run.font, "name", "Arial") if run.text == "a" else None), N("Arial")), (None, N("a")), (broken, N("a")), (one, {}))


def below(*texts):
    def change(run):
        if run.text in texts:
            run.font.subscript = True
    return change


water = runs("water.docx", ["H", "2", "O"], ["CO", "2"], style=below("2"))
cases("compare_subscript_contains", (water, water), (runs("water-2.docx", ["H", "2", "O"], ["CO", "2"], style=below("2", "O")), water), (runs("water-3.docx", ["x", "2"], style=below("2")), water), (runs("water-4.docx", ["H", "2", "O"], ["CO", "2"]), water),
      (one, water), (runs("water-5.docx", ["H2", "O"], ["CO2"], style=below("O")), water), (None, water), (broken, water))


def objects(*texts):
    def change(run):
        if run.text in texts:
            run._r.append(OxmlElement("w:object"))
    return change


equation = runs("equation.docx", ["E", "mc"], ["F"], style=objects("mc", "F"))
cases("compare_insert_equation", (equation, equation), (runs("equation-2.docx", ["E", "mc"], ["F"], style=objects("mc")), equation), (runs("equation-4.docx", ["E", "mc"], ["F"], style=objects("E", "F")), equation), (runs("equation-3.docx", ["E", "mc"], ["F"]), equation),
      (one, equation), (one, same), (None, equation), (broken, equation))


def drawing(colour, size=8):
    data = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(data, "PNG")
    return data.getvalue()


def pictured(name, *colours):
    def change(document):
        for colour in colours:
            if colour is None:
                document.add_paragraph("no picture")
            else:
                document.add_paragraph("here ").add_run().add_picture(io.BytesIO(drawing(colour)), Inches(1))
    return word(name, "Pictures", change=change)


images = pictured("images.docx", "red", "blue")
cases("compare_docx_images", (images, images), (one, other), (pictured("images-2.docx", "red", None, "blue"), images), (pictured("images-3.docx", "red", "green"), images), (pictured("images-4.docx", "red"), images), (one, images), (None, images), (broken, images))
cases("compare_contains_image", (images, images), (pictured("images-5.docx", "green", "black"), images), (one, other), (pictured("images-6.docx", None, "blue"), images), (pictured("images-7.docx", "red", None), pictured("images-8.docx", None, "red")), (word("images-9.docx", "Pictures", "here", "here"), images), (one, images), (pictured("images-10.docx", None, None), images), (None, images), (broken, images))


def unpictured(name):
    def change(document):
        for _ in range(2):
            document.add_paragraph("here ").add_run("")
    return word(name, "Pictures", change=change)


cases("compare_contains_image", (unpictured("images-11.docx"), images), (images, file("images-11.docx")), (file("images-11.docx"), file("images-5.docx")))


def last(name, *texts, strike=True):
    def change(document):
        for run in document.paragraphs[-1].runs:
            run.font.strike = strike
    return word(name, *texts, change=change)


cases("evaluate_strike_through_last_paragraph", (last("strike.docx", "a", "b"), word("ab.docx", "a", "b")), (last("strike-2.docx", "x"), word("x.docx", "x")), (word("end.docx", "a", ""), file("a.docx")), (file("ab.docx"), file("ab.docx")), (last("strike-3.docx", "a", "b", strike=False), file("ab.docx")),
      (last("strike-4.docx", "a", "c"), file("ab.docx")), (None, one), (broken, one), (file("init.docx"), file("init.docx")))


def slanted(size, *texts):
    def change(run):
        if run.text in texts:
            run.italic = True
            if size is not None:
                run.font.size = Pt(size)
    return change


plain = runs("plain.docx", ["a", "b"])
cases("check_italic_font_size_14", (runs("italic.docx", ["a", "b"], style=slanted(14, "b")), plain), (plain, plain), (runs("italic-2.docx", ["a", "b"], style=slanted(14, "a", "b")), plain), (runs("italic-3.docx", ["a", "b"], style=slanted(12, "b")), plain),
      (runs("italic-4.docx", ["a", "b"], style=slanted(None, "b")), plain), (runs("italic-5.docx", ["a", "c"], style=slanted(14, "c")), plain), (None, plain), (broken, plain))


def marked(*texts, value="yellow"):
    def change(run):
        if run.text in texts:
            mark = OxmlElement("w:highlight")
            mark.set(qn("w:val"), value)
            run._r.get_or_add_rPr().append(mark)
    return change


lit = runs("lit.docx", ["a", "b"], ["c"], style=marked("b"))
cases("compare_highlighted_text", (lit, lit), (runs("lit-2.docx", ["x"], ["b"], style=marked("b", value="green")), lit), (one, plain), (runs("lit-3.docx", ["a", "b"], ["c"], style=marked("a")), lit), (plain, lit), (runs("lit-4.docx", ["b"], style=marked("b", value="none")), lit), (None, lit), (broken, lit))


def broken_pages(*kinds):
    def change(document):
        for kind in kinds:
            document.add_paragraph("x").add_run().add_break(kind)
    return change


pages = word("pages.docx", "a", change=broken_pages(WD_BREAK.PAGE, WD_BREAK.PAGE))
cases("contains_page_break", (pages, {}), (pages, {"page_break_count": 2}), (word("pages-2.docx", change=broken_pages(WD_BREAK.PAGE)), {"page_break_count": 1}), (pages, {"page_break_count": 1}), (one, {}), (word("pages-3.docx", change=broken_pages(WD_BREAK.LINE, WD_BREAK.COLUMN)), {}),
      (None, {}), (broken, {}))
cases("evaluate_conversion", (word("lower.docx", "all lower", "Mixed Case"),), (table,), (word("digits.docx", "123 -"),), (word("upper.docx", "ALL UPPER"),), (grid("upper-2.docx", 1, 1, lambda r, c: "CELL"),), (word("upper-3.docx", "a", "B2"),), (None,), (broken,))


def spaced(name, *spacings):
    def change(document):
        for paragraph, spacing in zip(document.paragraphs, spacings):
            paragraph.paragraph_format.line_spacing = spacing
    return word(name, *["p%d" % i for i in range(len(spacings))], change=change)


gold_spacing = spaced("spacing.docx", 2.0, 1.5, None)
cases("compare_line_spacing", (gold_spacing, gold_spacing), (spaced("spacing-2.docx", 2.0, 1.5, None), gold_spacing), (spaced("spacing-3.docx", Pt(18), 1.0), spaced("spacing-4.docx", Pt(18), 1.0)), (spaced("spacing-5.docx", 2.0, 2.0, None), gold_spacing), (spaced("spacing-6.docx", 2.0, 1.5, 1.0), gold_spacing),
      (spaced("spacing-7.docx", Pt(12), 1.0), spaced("spacing-8.docx", 1.0, 1.0)), (one, same), (None, one), (broken, one))
cases("evaluate_spacing", (spaced("essay.docx", 1.0, 2.0, 1.5),), (spaced("essay-2.docx", 1.0, 2.0, 1.5, 3.0),), (spaced("essay-3.docx", 1, 2, 1.5),), (gold_spacing,), (spaced("essay-4.docx", Pt(12), 2.0, 1.5),), (spaced("essay-5.docx", None, 2.0, 1.5),), (spaced("essay-6.docx", 1.0),), (None,), (broken,))


def aligned(name, value, *texts):
    def change(document):
        document.paragraphs[0].alignment = value
    return word(name, *texts, change=change)


cases("is_first_line_centered", (aligned("centre.docx", 1, "a", "b"),), (aligned("centre-2.docx", 1, ""),), (aligned("centre-3.docx", 1, "x"),), (aligned("right.docx", 2, "a"),), (one,), (aligned("left.docx", 0, "a"),), (file("init.docx"),), (None,), (broken,))


def footed(name, *texts):
    def change(document):
        for index, content in enumerate(texts):
            section = document.sections[0] if index == 0 else document.add_section()
            if content is not None:
                section.footer.is_linked_to_previous = False
                section.footer.paragraphs[0].text = content
    return word(name, "a", change=change)


cases("has_page_numbers_in_footers", (footed("foot.docx", "Page 1"),), (footed("foot-2.docx", "1", "2 of 3"),), (footed("foot-3.docx", "1", None),), (footed("foot-4.docx", "Page"),), (footed("foot-5.docx", "1", "x"),), (one,), (None,), (broken,))


def tabbed(name, *paragraphs):
    """(text, [(inches, alignment)])"""

    def change(document):
        for content, stops in paragraphs:
            paragraph = document.add_paragraph(content)
            for inches, alignment in stops:
                paragraph.paragraph_format.tab_stops.add_tab_stop(Inches(inches), alignment)
    return word(name, change=change)


LEFT, RIGHT, CLEAR = WD_TAB_ALIGNMENT.LEFT, WD_TAB_ALIGNMENT.RIGHT, WD_TAB_ALIGNMENT.CLEAR
tabs = tabbed("tabs.docx", ("a b c\td e", [(3, RIGHT)]), ("", []), ("f g h\ti", [(3, RIGHT)]))
cases("check_tabstops", (tabs, tabs), (tabbed("tabs-2.docx", ("a b c\td", [(2, RIGHT), (1, CLEAR)]), ("f g h\ti", [(3, RIGHT), (0, LEFT)])), tabs), (one, one), (tabbed("tabs-3.docx", ("a b c\td e", [(3, LEFT)]), ("f g h\ti", [(3, RIGHT)])), tabs), (tabbed("tabs-4.docx", ("a", [(3, RIGHT)])), tabs),
      (tabbed("tabs-5.docx", ("a", []), ("b", [])), tabs), (None, tabs), (broken, tabs), (file("init.docx"), file("init.docx")))
cases("check_tabstops", (tabs, tabs), (tabbed("tabs-6.docx", ("a b\tc", [(3, RIGHT)]), ("d e f\tg", [(3, RIGHT)])), tabs), word_number_split_by_tabstop=3, index=0)
cases("check_tabstops", (tabbed("tabs-7.docx", ("a", [(3, RIGHT)]), ("b\tc", [(3, RIGHT)])), tabs), word_number_split_by_tabstop=1, index=1)


def shaded(name, colour, used=True):
    def change(document):
        mark = odf_style.Style(name="T1", family="text")
        mark.addElement(odf_style.TextProperties(backgroundcolor=colour))
        document.automaticstyles.addElement(mark)
        paragraph = odf_text.P(text="Hello ")
        paragraph.addElement(odf_text.Span(stylename=mark if used else None, text="World"))
        document.text.addElement(paragraph)
    return writer(name, change=change)


bare = writer("bare.odt", "Hello World")
cases("check_highlighted_words", (bare, bare), (shaded("shade.odt", "#00ff00"), bare), (shaded("shade-2.odt", "transparent"), bare), (shaded("shade-3.odt", "#ffff00"), bare), (odt_3, bare), (file("shade-3.odt"), file("shade-3.odt")), (None, bare), (odt_broken, bare), (one, same))
cases("check_file_exists", ("/", "etc/passwd"), ("/etc", "passwd"), ("/etc/", "hostname"), ("/etc", "nothing-here"), ("/", "etc"), ("/nowhere", "a"), (None, "a"), ("/etc", ""))

"""Workbooks and CSV."""

import datetime
import zipfile

import openpyxl
from openpyxl.chart import BarChart, LineChart, Reference, ScatterChart, Series
from openpyxl.formatting.rule import CellIsRule, FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation

from cases import case, cases, file
from files import place, text

missing = file("missing.xlsx")
broken = text("broken.xlsx", "no workbook")
ROWS = [["Name", "Count", "Price"], ["Apple", 3, 1.25], ["Pear", 5, 2.5], ["Fig", None, 0.333333]]


def book(name, rows=ROWS, change=None, more=None):
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Sheet1"
    for row in rows:
        sheet.append(row)
    for title, own in (more or {}).items():
        extra = workbook.create_sheet(title)
        for row in own:
            extra.append(row)
    if change is not None:
        change(sheet)
    workbook.save(place(name))
    return {"file": name}


def with_(*changes):
    """Rows with some cells changed: (row, column, value)."""
    rows = [list(row) for row in ROWS]
    for row, column, value in changes:
        rows[row][column] = value
    return rows


def rule(type_, **fields):
    return {"type": type_, **fields}


def both(type_, one=0, other="EI0", **fields):
    return rule(type_, sheet_idx0=one, sheet_idx1=other, **fields)


def tables(*pairs, rules):
    for pair in pairs:
        case("compare_table", *pair, rules=rules)


base = book("book.xlsx")
data = [both("sheet_data")]
tables((base, base), (book("book-2.xlsx", with_((3, 2, 0.33333312))), base), (book("book-3.xlsx", with_((1, 1, "3"), (2, 1, "5"))), base), (book("book-4.xlsx", with_((1, 0, "apple"))), base), (book("book-5.xlsx", ROWS + [["Kiwi", 1, 1]]), base),
       (book("book-6.xlsx", with_((0, 1, "count"))), base), (book("book-7.xlsx", with_((3, 1, 0))), base), (book("book-8.xlsx", with_((3, 1, "NA"))), base), (None, base), (broken, base), (missing, base), (base, broken), (book("book-9.xlsx", ROWS + [[None, None, None], ["", None, None]]), base), rules=data)
dates = [["Day", "Done", "Mixed"], [datetime.datetime(2026, 1, 2), True, 1], [datetime.datetime(2026, 1, 3, 12), False, "x"]]
dated = book("dates.xlsx", dates)
tables((dated, dated), (book("dates-2.xlsx", [dates[0], [datetime.datetime(2026, 1, 2), True, 1], [datetime.datetime(2026, 1, 4, 12), False, "x"]]), dated), (book("dates-3.xlsx", [dates[0], [datetime.datetime(2026, 1, 2), 1, 1], [datetime.datetime(2026, 1, 3, 12), 0, "x"]]), dated), rules=data)
tables((book("whole.xlsx", [["a"], [1], [2]]), book("float.xlsx", [["a"], [1.00001], [2]])), (file("whole.xlsx"), book("zero.xlsx", [["a"], ["1"], ["2"]])), (book("double.xlsx", [["a", "a", None], [1, 2, 3]]), book("double-2.xlsx", [["a", "a.1", "Unnamed: 2"], [1, 2, 3]])),
       (book("empty.xlsx", []), file("empty.xlsx")), (book("truth.xlsx", [["t"], ["TRUE"], ["false"]]), book("truth-2.xlsx", [["t"], [True], [False]])), (book("gap.xlsx", [["a"], [1], [None], [2]]), file("whole.xlsx")), (book("inf.xlsx", [["a"], ["inf"], [1]]), book("inf-2.xlsx", [["a"], ["x"], [1]])), rules=data)
tables((book("round.xlsx", [["a"], [0.125], [0.135]]), book("round-2.xlsx", [["a"], [0.12], [0.14]])), (file("round.xlsx"), base), rules=[both("sheet_data", precision=2)])
two = book("two.xlsx", more={"Second": [["x"], [1]]})
two_more = book("two-2.xlsx", more={"Second": [["x"], [2]]})
tables((two, two_more), rules=[both("sheet_data", "RNSheet1", "ENSheet1")])
tables((two, two_more), (two, two), rules=[both("sheet_data", "RI1", "EI1")])
tables((two, base), rules=[both("sheet_data", "RNMissing", "EI0")])
tables((two, base), rules=[both("sheet_data", "RI0", "ENMissing")])
tables((two, base), (two, two), rules=[both("sheet_data", "RI0", "RNSecond")])
tables((two, base), rules=[both("sheet_data", "XX")])
tables((two, two_more), (base, two), (two, book("two-3.xlsx", more={"Third": []})), rules=[rule("sheet_name")])
tables((two, two), (two, two_more), rules=[rule("sheet_name"), both("sheet_data", "RI1", "EI1")])
tables((two, two), rules=[rule("nonsense")])
tables((two, two), rules=[])

text("book-Sheet1.csv", "a,b\n1,2\n\n \n")
text("book-2-Sheet1.csv", "a,b\r\n1,2")
text("book-3-Sheet1.csv", "A,B\n1,2\n")
text("book-4-Sheet1.csv", "a,b\n\n1,2\n")
tables((base, base), (file("book-2.xlsx"), base), (file("book-3.xlsx"), base), (file("book-4.xlsx"), base), (file("book-5.xlsx"), base), (base, file("book-5.xlsx")), rules=[both("sheet_print")])
tables((file("book-3.xlsx"), base), (file("book-4.xlsx"), base), rules=[both("sheet_print", ignore_case=True)])

fuzzy = book("fuzzy.xlsx", [["12 Main Road", "A-1", "+ 5", 3], ["Second", "+x+", "y", 4.5]])
fuzzy_2 = book("fuzzy-2.xlsx", [["12 main rd", "A1", "5", 3], ["second", "x", "yy", 4.5]])
F = lambda range_, type_, **more: {"range": range_, "type": type_, **more}  # noqa: E731
for rules in [
    [F(["A1"], "exact_match", ignore_case=True, normalization=[["Road", "Rd"], ["road", "rd"]])],
    [F(["B1:B1"], "exact_match", ignore_chars="-")],
    [F(["C1"], "exact_match", trim_leadings="+ ")],
    [F(["D1:D2", "A2"], "fuzzy_match", threshold=80)],
    [F(["B2"], "includes")],
    [F(["C2"], "included_by")],
    [F(["B2"], "exact_match", trim_leadings="+ ", trim_trailings="+")],
    [F(["A1:D2"], "exact_match")],
    [F(["A1"], "fuzzy_match")],
    [F(["C2"], "includes")],
    [F(["B2"], "included_by"), F(["D1"], "exact_match")],
    [F(["E9"], "exact_match")],
    [F(["nonsense"], "exact_match")],
]:
    tables((fuzzy, fuzzy_2), rules=[both("sheet_fuzzy", rules=rules)])


def charted(name, kind=BarChart, title="Sales", column=2, change=None, place_="E2"):
    def add(sheet):
        chart = kind()
        chart.title = title
        if kind is ScatterChart:
            chart.series.append(Series(Reference(sheet, min_col=2, min_row=2, max_row=4), Reference(sheet, min_col=3, min_row=2, max_row=4)))
        else:
            chart.add_data(Reference(sheet, min_col=column, min_row=1, max_row=4), titles_from_data=True)
            chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=4))
        if change is not None:
            change(chart)
        sheet.add_chart(chart, place_)
    return book(name, change=add)


def titles(chart):
    chart.x_axis.title = "Fruit"
    chart.y_axis.title = "Number"


bars = charted("bars.xlsx", change=titles)
C = lambda *props: [both("chart", chart_props=list(props))]  # noqa: E731
tables((bars, bars), (charted("bars-2.xlsx", title="Other"), bars), (charted("bars-3.xlsx", column=3), bars), (base, bars), (base, base), rules=C())
tables((bars, bars), (file("bars-2.xlsx"), bars), (base, bars), rules=C("title"))
tables((charted("lines.xlsx", LineChart, change=titles), bars), (bars, bars), rules=C("type"))
tables((file("lines.xlsx"), bars), (bars, bars), rules=C("xtitle", "ytitle", "ztitle"))
tables((file("bars-2.xlsx"), bars), rules=C("xtitle"))
tables((charted("flat.xlsx", change=lambda chart: setattr(chart, "type", "bar")), bars), (bars, bars), (file("lines.xlsx"), bars), rules=C("direction"))
tables((charted("legend.xlsx", change=lambda chart: setattr(chart.legend, "position", "b")), bars), (charted("no-legend.xlsx", change=lambda chart: setattr(chart, "legend", None)), bars), (bars, bars), rules=C("legend"))
tables((charted("points.xlsx", ScatterChart), file("points.xlsx")), (file("points.xlsx"), bars), rules=C("type", "title", "width", "height"))
tables((bars, bars), rules=C("anchor"))


def change_cells(**cells):
    """Cells by reference: a dictionary of what to set."""

    def change(sheet):
        for reference, parts in cells.items():
            for part, value in parts.items():
                setattr(sheet[reference], part, value)
    return change


styled = book("styled.xlsx", change=change_cells(A1={"font": Font(name="Arial", bold=True, color="FFFF0000", size=14)}, B2={"number_format": "0.00", "fill": PatternFill("solid", fgColor="FFFFFF00")}))
plainer = book("styled-2.xlsx", change=change_cells(A1={"font": Font(name="Arial", italic=True, underline="double", color="FF0000FF", size=12)}, B2={"number_format": "0%"}))
S = lambda *props: [both("style", props=list(props))]  # noqa: E731
for props in [("font_name", "font_family"), ("font_bold",), ("font_italic",), ("font_size",), ("number_format",), ("bgcolor",), ("fgcolor", "fill_type"), ("font_underline",), ("merge",), ("hyperlink",)]:
    tables((styled, styled), (styled, plainer), rules=S(*props))
tables((styled, plainer), (styled, styled), rules=S("font_color"))
tables((styled, styled), rules=S("nonsense"))
tables((book("merged.xlsx", change=lambda sheet: sheet.merge_cells("A1:B1")), base), (file("merged.xlsx"), file("merged.xlsx")), rules=S("merge"))


def conditional(name, rule_, cells="B2:B4"):
    return book(name, change=lambda sheet: sheet.conditional_formatting.add(cells, rule_))


yellow = PatternFill(bgColor="FFFFFF00")
above = conditional("above.xlsx", FormulaRule(formula=["B2>4"], fill=yellow))
tables((above, above), (conditional("above-2.xlsx", CellIsRule(operator="greaterThan", formula=["4"], fill=yellow)), above), (conditional("above-3.xlsx", FormulaRule(formula=["B2>2"], fill=yellow)), above), (base, above), (conditional("above-4.xlsx", CellIsRule(operator="between", formula=["4", "9"], fill=yellow)), above),
       (conditional("above-5.xlsx", CellIsRule(operator="lessThan", formula=["4"], fill=yellow)), above), (conditional("above-6.xlsx", FormulaRule(formula=["AND(B2>4,B2<6)"], fill=yellow)), above), (conditional("above-7.xlsx", FormulaRule(formula=["B2>AVERAGE($B$2:$B$3)"], fill=yellow)), above), rules=S("bgcolor"))


def frozen(cell):
    return lambda sheet: setattr(sheet, "freeze_panes", cell)


def zoomed(scale):
    return lambda sheet: setattr(sheet.sheet_view, "zoomScale", scale)


tables((book("frozen.xlsx", change=frozen("A2")), file("frozen.xlsx")), (base, base), (book("frozen-2.xlsx", change=frozen("B2")), file("frozen.xlsx")), (base, file("frozen.xlsx")), rules=[both("freeze")])
Z = lambda method, ref: [rule("zoom", sheet_idx=0, method=method, ref=ref)]  # noqa: E731
zoom = book("zoom.xlsx", change=zoomed(260))
for pair in [("ge", 200), ("eq", 260), ("lt", 300), ("lt", 200), ("eq", 100), ("gt", 260)]:
    case("compare_table", zoom, rules=Z(*pair))
case("compare_table", base, rules=Z("eq", 100))


def validated(name, **fields):
    def change(sheet):
        validation = DataValidation(**fields)
        sheet.add_data_validation(validation)
        validation.add("B2:B4")
    return book(name, change=change)


V = lambda *props: [rule("data_validation", sheet_idx=0, dv_props=list(props))]  # noqa: E731
E = lambda ref, method="eq": {"method": method, "ref": ref}  # noqa: E731
lists = validated("list.xlsx", type="list", formula1='"Pass,Fail,Held"', allow_blank=True, showErrorMessage=True, errorTitle="No")
for props in [{"type": E("list")}, {"formula1": E(["Fail", "Pass", "Held"], "str_set_eq"), "ranges": E(["B2:B4", "B2:B10"], "spreadsheet_range")}, {"allowBlank": E(True), "errorTitle": E("No"), "operator": E(None)}, {"type": E("whole")}, {"formula1": E(["Pass"], "str_set_eq")}, {"ranges": E(["B2:B5", "B2:B10"], "spreadsheet_range")}, {"showInputMessage": E(True)}]:
    case("compare_table", lists, rules=V(props))
case("compare_table", base, rules=V({"type": E("list")}))
case("compare_table", base, rules=V())
case("compare_table", validated("whole-number.xlsx", type="whole", operator="between", formula1="1", formula2="9"), rules=V({"type": E("whole"), "operator": E("between"), "formula2": E("9")}))


def rowed(sheet):
    sheet.row_dimensions[2].hidden = True
    sheet.row_dimensions[3].height = 30
    sheet.column_dimensions["B"].width = 22
    sheet.column_dimensions["C"].hidden = True


rows = book("rows.xlsx", change=rowed)
for kind, props in [("row_props", ["hidden"]), ("row_props", ["height"]), ("row_props", ["collapsed"]), ("col_props", ["width"]), ("col_props", ["hidden", "min", "max"])]:
    tables((rows, rows), (base, rows), rules=[both(kind, props=props)])


def filtered(sheet):
    sheet.auto_filter.ref = "A1:C4"
    sheet.auto_filter.add_filter_column(1, ["3", "5"], blank=True)
    sheet.auto_filter.add_sort_condition("B2:B4")


tables((book("filter.xlsx", change=filtered), file("filter.xlsx")), (base, file("filter.xlsx")), (base, base), rules=[both("filter")])
tables((base, base), rules=[both("sparkline")])
tables((base, base), (base, bars), rules=[both("pivot_table", pivot_props=["row_fields"])])

K = lambda reference, **props: [rule("check_cell", sheet_idx=0, coordinate=reference, props=props)]  # noqa: E731
formula = book("formula.xlsx", [["x", 2, 3.5], ["=B1*2", "text", True]])
for reference, props in [
    ("B1", {"value": E(2)}), ("C1", {"value": E(3.4, "approx:0.2")}), ("A1", {"value": E("^x$", "re")}), ("A2", {"value": E(None)}), ("B2", {"value": E("text")}), ("Z9", {"value": E(None)}), ("C2", {"value": E(None)}),
    ("B1", {"value": E(3)}), ("A1", {"value": E(2, "gt")}), ("B2", {"value": E(1, "approx:1")}), ("B1", {"number_format": E("General"), "merge": E(False)}), ("A1", {"font_bold": E(True)}), ("A1", {"nonsense": E(None)}), ("A1", {"hyperlink": E("")}),
]:
    case("compare_table", formula, rules=K(reference, **props))
for reference, props in [("A1", {"font_name": E("Arial"), "font_bold": E(True), "font_size": E(14)}), ("B2", {"number_format": E("0.00"), "bgcolor": E("FFFFFF00")}), ("A1", {"font_color": E("FFFF0000")}), ("A1", {"font_color": E("FF00FF00")}), ("A2", {"font_color": E("x", "ne")}), ("C4", {"fill_type": E("patternFill")})]:
    case("compare_table", styled, rules=K(reference, **props))

csv = text("values.csv", "Name,Age\nAnn,31\n")
cases("compare_csv", (csv, csv), (csv, [text("values-2.csv", "x\n"), csv]), (text("values-3.csv", "Name,Age\r\nAnn,31"), csv), (file("values-2.csv"), csv), (text("values-4.csv", "name,age\nann,31\n"), csv), (text("values-5.csv", " Name,Age \nAnn,31\n"), csv), (None, csv), (file("missing.csv"), csv), (csv, file("missing.csv")), (csv, []),
      (file("binary.txt"), file("binary.txt")))
cases("compare_csv", (file("values-4.csv"), csv), (file("values-2.csv"), csv), ignore_case=True)
cases("compare_csv", (file("values-5.csv"), csv), (file("values-4.csv"), csv), strict=False)
CITIES = [f"City{number}" for number in range(21)]
cities = book("cities.xlsx", [["Conference", "Year", "City"]] + [["c", 2000 + index, city] for index, city in enumerate(CITIES)])
X = lambda value: {"expected": value}  # noqa: E731
cases("compare_conference_city_in_order", (cities, X(CITIES)), (cities, X([["Other", city] for city in CITIES])), (cities, X(["City"] * 21)), (cities, X(CITIES[::-1])), (base, X(CITIES)), (cities, X(CITIES[:5])), (cities, X([5] * 21)), (broken, X(CITIES)), (cities, {}))

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def relations(*entries):
    items = "".join(f'<Relationship Id="{key}" Type="{OFFICE}/{kind}" Target="{target}"/>' for key, kind, target in entries)
    return f'<Relationships xmlns="{PACKAGE}">{items}</Relationships>'


def pivoted(name, rows="0", columns="", data='fld="1" name="Sum"', hidden="", source="A1:C4"):
    """The workbook with a pivot table over its rows, as parts written by hand."""
    book(name)
    with zipfile.ZipFile(place(name)) as read:
        parts = {member: read.read(member) for member in read.namelist()}
    items = f'<items count="3"><item {hidden} x="0"/><item x="1"/><item t="default"/></items>'
    fields = "".join(f'<pivotField axis="axisRow" showAll="0">{items}</pivotField>' if str(at) in rows + columns else '<pivotField dataField="1" showAll="0"/>' for at in range(3))
    axis = lambda tag, list_: f'<{tag} count="{len(list_)}">' + "".join(f'<field x="{one}"/>' for one in list_) + f"</{tag}>" if list_ else ""  # noqa: E731
    parts["xl/pivotTables/pivotTable1.xml"] = (
        f'<pivotTableDefinition xmlns="{MAIN}" name="Pivot" cacheId="1" dataCaption="Values"><location ref="E1:F4" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/>'
        f'<pivotFields count="3">{fields}</pivotFields>{axis("rowFields", rows)}{axis("colFields", columns)}<dataFields count="1"><dataField {data} baseField="0" baseItem="0"/></dataFields></pivotTableDefinition>').encode()
    parts["xl/pivotTables/_rels/pivotTable1.xml.rels"] = relations(("rId1", "pivotCacheDefinition", "/xl/pivotCache/pivotCacheDefinition1.xml")).encode()
    cache_fields = "".join(f'<cacheField name="f{at}" numFmtId="0"><sharedItems count="2"><s v="a"/><s v="b"/></sharedItems></cacheField>' for at in range(3))
    parts["xl/pivotCache/pivotCacheDefinition1.xml"] = (
        f'<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{OFFICE}" r:id="rId1" recordCount="1"><cacheSource type="worksheet"><worksheetSource ref="{source}" sheet="Sheet1"/></cacheSource><cacheFields count="3">{cache_fields}</cacheFields></pivotCacheDefinition>').encode()
    parts["xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels"] = relations(("rId1", "pivotCacheRecords", "/xl/pivotCache/pivotCacheRecords1.xml")).encode()
    parts["xl/pivotCache/pivotCacheRecords1.xml"] = f'<pivotCacheRecords xmlns="{MAIN}" count="1"><r><x v="0"/><x v="0"/><x v="0"/></r></pivotCacheRecords>'.encode()
    parts["xl/worksheets/_rels/sheet1.xml.rels"] = relations(("rId1", "pivotTable", "/xl/pivotTables/pivotTable1.xml")).encode()
    base_ = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    kinds = "".join(f'<Override PartName="/xl/{path}" ContentType="{base_}{kind}+xml"/>' for path, kind in [("pivotTables/pivotTable1.xml", "pivotTable"), ("pivotCache/pivotCacheDefinition1.xml", "pivotCacheDefinition"), ("pivotCache/pivotCacheRecords1.xml", "pivotCacheRecords")])
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(b"</Types>", kinds.encode() + b"</Types>")
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(b"</Relationships>", f'<Relationship Id="rId99" Type="{OFFICE}/pivotCacheDefinition" Target="/xl/pivotCache/pivotCacheDefinition1.xml"/></Relationships>'.encode())
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"</workbook>", f'<pivotCaches><pivotCache xmlns:r="{OFFICE}" cacheId="1" r:id="rId99"/></pivotCaches></workbook>'.encode())
    with zipfile.ZipFile(place(name), "w", zipfile.ZIP_DEFLATED) as out:
        for member, content in parts.items():
            out.writestr(member, content)
    return {"file": name}


pivot = pivoted("pivot.xlsx")
PV = lambda *props: [both("pivot_table", pivot_props=list(props))]  # noqa: E731
tables((pivot, pivot), (base, pivot), (pivoted("pivot-2.xlsx", rows="2"), pivot), (pivoted("pivot-3.xlsx", columns="2"), pivot), rules=PV("row_fields", "col_fields"))
tables((pivoted("pivot-4.xlsx", data='fld="1" name="Sum" subtotal="count"'), pivot), (pivoted("pivot-5.xlsx", data='fld="1" name="Other"'), pivot), rules=PV("data_fields"))
tables((file("pivot-5.xlsx"), pivot), rules=PV("data_fields", "data_fields_name"))
tables((pivoted("pivot-6.xlsx", hidden='h="1"'), pivot), (pivot, pivot), rules=PV("filter", "selection"))
tables((pivoted("pivot-7.xlsx", source="A1:C3"), pivot), (pivot, pivot), rules=PV("name", "location", "show_total", "show_headers", "show_empty_row", "show_empty_col"))




def shared(name, texts):
    """The texts as shared strings, as office programs write them: a list is one text in formatted runs."""
    book(name, [[None] * len(texts)])
    with zipfile.ZipFile(place(name)) as source:
        parts = {member: source.read(member) for member in source.namelist()}
    items = "".join("<si>" + "".join(f"<r><t>{run}</t></r>" for run in one) + "</si>" if isinstance(one, list) else f"<si><t>{one}</t></si>" for one in texts)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    if b"sharedStrings" not in parts["[Content_Types].xml"]:
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(b"</Types>", f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'.encode())
        parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(b"</Relationships>", f'<Relationship Id="rId98" Type="{OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>'.encode())
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}">{items}</sst>'.encode()
    cells = "".join(f'<c r="{"ABC"[at]}1" t="s"><v>{at}</v></c>' for at in range(len(texts)))
    parts["xl/worksheets/sheet1.xml"] = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1">{cells}</row></sheetData></worksheet>'.encode()
    with zipfile.ZipFile(place(name), "w", zipfile.ZIP_DEFLATED) as out:
        for member, content in parts.items():
            out.writestr(member, content)
    return {"file": name}


cell = lambda coordinate, ref: [rule("check_cell", sheet_idx=0, coordinate=coordinate, props={"value": {"method": "eq", "ref": ref}})]  # noqa: E731
runs = shared("runs.xlsx", ["one", ["tw", "o"]])
for ref in ["two", "tw", ""]:
    case("compare_table", runs, runs, rules=cell("B1", ref))
some = shared("runs-empty.xlsx", ["one", "", "three"])
case("compare_table", some, some, rules=cell("A1", "one"))
fuzzy_ = [both("sheet_fuzzy", "RNSheet1", "ENSheet1", rules=[{"range": ["A1:B1"], "type": "exact_match"}])]
tables((runs, runs), (shared("runs-2.xlsx", ["one", ["t", "wo"]]), runs), (some, runs), rules=fuzzy_)


def old_days(sheet):
    from openpyxl.utils.datetime import CALENDAR_MAC_1904
    sheet.parent.epoch = CALENDAR_MAC_1904


days = [["Day"], [datetime.datetime(2024, 5, 6)], [datetime.datetime(2024, 5, 7, 12, 30)]]
tables((book("days-1904.xlsx", days, old_days), book("days-1900.xlsx", days)), (file("days-1900.xlsx"), file("days-1904.xlsx")), (book("days-late.xlsx", days[:2] + [[datetime.datetime(2024, 5, 7, 12, 31)]], old_days), file("days-1900.xlsx")), rules=data)


def scaled(sheet):
    from openpyxl.formatting.rule import ColorScaleRule
    sheet.conditional_formatting.add("B2:B9", ColorScaleRule(start_type="min", start_color="FF0000", end_type="max", end_color="00FF00"))


def far(sheet):
    sheet.conditional_formatting.add("B1:B1048576", CellIsRule(operator="greaterThan", formula=["4"], font=Font(bold=True), fill=PatternFill(bgColor="FFFF0000")))
    sheet["B70"] = 9


def near(sheet):
    sheet.conditional_formatting.add("B1:B9", CellIsRule(operator="greaterThan", formula=["4"], font=Font(bold=True), fill=PatternFill(bgColor="FFFF0000")))
    sheet["B70"] = 9


tables((book("scaled.xlsx", change=scaled), base), (book("style-near.xlsx", change=near), book("style-far.xlsx", change=far)), (book("style-none.xlsx", change=lambda sheet: sheet.__setitem__("B70", 9)), file("style-far.xlsx")), rules=[both("style", props=["bgcolor"])])

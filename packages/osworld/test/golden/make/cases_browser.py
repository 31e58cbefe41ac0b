"""Chromium: tabs, profile, pages, PDFs, archives, books."""

import datetime
import io

from PIL import Image

from cases import case, cases, file
from files import archive, folder, pdf, place, raw, tar, text

U = lambda url: {"type": "url", "url": url}  # noqa: E731
R = lambda value: {"expected": value}  # noqa: E731
cases("is_expected_active_tab", ({"url": "https://www.shop.example/"}, U("https://shop.example")), ("http://a.test/x?y=1#z", U("a.test/x?y=1#z")),
      ({"url": "https://airline.com.sg/p"}, U("https://www.airline.com/p")), ({"url": "https://A.Example.co.uk/p;q?r"}, U("https://a.example.co.uk/p;q?r")),
      ("http://127.0.0.1/a", U("127.0.0.1/a")), ({"url": "https://a.com"}, U("http://a.com")), ({"url": "https://a.com/x"}, U("https://a.com/y")),
      ({"url": "https://m.a.com/"}, U("https://a.com/")), (None, U("a")), ({}, U("a")), ({"title": "x"}, U("http://a.com")), ("http://a.com", {"type": "title"}), ("http://a.com", {}),
      ({"url": "https://www.a.com/x/"}, U("https://a.com/x")), ("https://user@b.example:8080/x", U("https://b.example/x")), ({"url": "chrome://settings/"}, U("chrome://settings")))
cases("is_expected_active_tab_approximate", ({"url": "https://a.com/x?q=1"}, U("https://a.com/x?q=2")), ("https://a.com/x", U("https://a.com/x?z")), ({"url": "https://a.com/#f"}, U("https://a.com/#f")),
      ({"url": "https://a.com/y?q=1"}, U("https://a.com/x?q=1")), ("https://www.a.com/", U("https://a.com/")), (None, U("a")), ("a", {"type": "x"}), ("a", {"type": "url"}))
cases("is_expected_url_pattern_match", ("https://a.com/x?date=2026-01-02", R(["a\\.com", "date=\\d{4}"])), ({"url": "https://a.com"}, R(["^https"])), ("abc", R("cab")), ("https://a.com", R([])),
      ("https://a.com", R(["b\\.com"])), ({"url": "https://a.com"}, R(["a", "zz"])), ("", R([])), ({"x": 1}, R(["a"])), (None, R(["a"])), ("a", R(["("])), ("a", {}))
T = lambda *urls: [{"title": "", "url": url} for url in urls]  # noqa: E731
B = lambda *urls: {"type": "url", "urls": list(urls)}  # noqa: E731
cases("is_expected_tabs", (T("https://a.com/", "https://www.b.com"), B("https://b.com", "https://a.com")), (T("http://a.com"), B("a.com")), (T("https://a.com", "https://b.com"), B("https://a.com", "https://a.com")),
      (T("https://a.com"), B("https://a.com", "https://b.com")), (T("https://a.com", "https://c.com"), B("https://a.com", "https://b.com")), ([], B()), (None, B()), (T("https://a.com"), {"type": "x"}),
      ([{"title": "x"}], B("a")), (T("a"), {"type": "url"}))
bookmarks = {"bookmark_bar": {"children": [{"type": "folder", "name": "Favorites", "children": []}, {"type": "url", "name": "n", "url": "https://a.com/"},
             {"type": "folder", "name": "Liked Authors", "children": [{"type": "url", "url": "https://x.com/"}, {"type": "url", "url": "https://y.com/"}]}]}}
cases("is_expected_bookmarks", (bookmarks, {"type": "bookmark_bar_folders_names", "names": ["Liked Authors", "Favorites"]}), (bookmarks, {"type": "bookmark_bar_websites_urls", "urls": ["https://a.com/"]}),
      (bookmarks, {"type": "liked_authors_websites_urls", "urls": [["https://z.com/", "https://x.com/"], "https://y.com/"]}), (bookmarks, {"type": "bookmark_bar_folders_names", "names": ["Favorites"]}),
      (bookmarks, {"type": "bookmark_bar_websites_urls", "urls": ["https://a.com"]}), (bookmarks, {"type": "liked_authors_websites_urls", "urls": ["https://x.com/"]}), ([], {"type": "x"}),
      ({"bookmark_bar": {"children": []}}, {"type": "liked_authors_websites_urls", "urls": []}), (bookmarks, {"type": "other"}), ({"other": 1}, {"type": "bookmark_bar_folders_names", "names": []}), (bookmarks, {}))
P = lambda pattern: {"expect": {"pattern": pattern}}  # noqa: E731
cases("is_expected_search_query", ({"url": "https://s.example/?q=a+b"}, P("q=a")), ({"url": "x"}, P("")), ({"url": "https://s.example"}, P("^https?://s")), ({"url": "x"}, P("y")), ({"url": ""}, P("a")),
      (None, P("a")), ({"title": "x"}, P("a")), ({"url": "x"}, {}))
cases("is_expected_installed_extensions", (["a", "b"], R(["a"])), (["a"], R([])), (["a", "b"], R(["b", "a"])), (["a"], R(["b"])), ([], R([])), (None, R([])), (["a"], R(["a", "c"])), (["a"], {}))
cookies = [[1, ".a.com", "n"], [2, "www.b.com", "m"], [3, "10.0.0.1", "x"]]
D = lambda *domains: {"type": "domains", "domains": list(domains)}  # noqa: E731
cases("is_cookie_deleted", (cookies, D("c.com")), ([], D("a.com")), (cookies, D()), (cookies, D("b.com")), (cookies, D("c.com", "www.b.com")), (cookies, D("10.0.0.1")), (None, D("a")), (cookies, {"type": "x"}),
      (cookies, {}), (cookies, D("a.com")))
history = [["https://a.com/x", "t", 1], ["https://news.example/", "t", 2]]
W = lambda *keywords: {"type": "keywords", "keywords": list(keywords)}  # noqa: E731
cases("check_history_deleted", (history, W("youtube")), ([], W("a")), (history, W()), (history, W("news")), (history, W("b", "a.com")), (history, W("https")), (None, W("a")), (history, {"type": "x"}), (history, {}))
shortcuts = {"mine.desktop": "[Desktop Entry]\nName=Shop\nExec=run --x\nIcon=i\n", "b.desktop": "Name=B"}
cases("is_shortcut_on_desktop", (shortcuts, {"type": "name", "name": "Shop"}), (shortcuts, {"type": "exec", "exec": "run --x"}), ({"a": "Name=A\n"}, {"type": "name", "name": "A"}), (shortcuts, {"type": "name", "name": "B"}),
      (shortcuts, {"type": "name", "name": "Sho"}), ({}, {"type": "name", "name": "A"}), (shortcuts, {"type": "url"}), (None, {"type": "name", "name": "A"}), (shortcuts, {"type": "name"}))
X = lambda *names: {"type": "names", "names": list(names)}  # noqa: E731
cases("check_enabled_experiments", (["a@1", "b@2"], X("a", "b")), ([], X()), (["a"], X("a")), (["b@1", "a@1"], X("a", "b")), (["a@1"], X("a", "b")), (["a@1"], X()), (None, X()), (["a"], {"type": "x"}), ([1], X("a")))
cases("check_font_size", ({"default_font_size": 20}, {"type": "value", "value": 20}), ({"default_font_size": 20}, {"type": "range", "min": 19, "max": 99}), ({"default_font_size": 16}, {"type": "value", "value": 16.0}),
      ({"default_font_size": 20}, {"type": "value", "value": 16}), ({"default_font_size": 20}, {"type": "range", "min": 20, "max": 99}), ({"default_font_size": 20}, {"type": "range", "min": 1, "max": 20}),
      ({}, {"type": "value", "value": 1}), (None, {"type": "value", "value": 1}), ({"default_font_size": 20}, {"type": "x"}))
I = lambda *items: {"items": list(items)}  # noqa: E731,E741
cases("is_added_to_steam_cart", ({"content": "<p>Game One</p>"}, I("Game One")), ({"content": "ab"}, I("a", "b")), ({"content": ""}, I()), ({"content": "a"}, I("b")), ({"content": "a"}, I("a", "b")),
      ({"content": ""}, I("x")), (None, I("a")), ({}, I("a")), ({"content": "a"}, {}))

page_1 = "<html><head><title>T</title></head><body><table><tr><td sdnum='1033;'>1</td><td>two</td></tr></table><p class='a b'>x</p></body></html>"
html = text("page.html", page_1)
cases("compare_htmls", (html, html), (text("page-2.html", page_1.replace("class='a b'", 'class="a b"')), html), (text("page-3.html", page_1.upper().replace(">T<", ">T<").replace("TWO", "two").replace(">X<", ">x<").replace("A B", "a b")), html),
      (text("page-4.html", page_1.replace("two", "three")), html), (text("page-5.html", page_1.replace("<p class='a b'>", "<p>")), html), (text("page-6.html", page_1.replace("1033", "1031")), html),
      (text("page-7.html", page_1.replace("<table>", "<div>").replace("</table>", "</div>")), html), (file("missing.html"), html), (file("binary.txt"), html))
cases("compare_htmls", (file("page-6.html"), html), (file("page-4.html"), html), ignore_sdnum=True)
V = lambda value: {"value": value}  # noqa: E731
styled = text("styled.html", "<html><head><style>body { background-image: url('a b.png'); }</style></head></html>")
cases("check_html_background_image", (styled, V("a b.png")), (text("styled-2.html", "<style>p{}</style><body><style>x{background-image: url('c')}</style>"), V("c")), (text("styled-3.html", "<style>background-image: url('')</style>"), V("")),
      (styled, V("a.png")), (html, V("a")), (text("styled-4.html", "<p>background-image: url('a')</p>"), V("a")), (None, V("a")), (file("binary.txt"), V("a")), (file("missing.html"), V("a")), (styled, {}))

letter = ["Dear Anna,", "the meeting is on Monday at ten.", "Kind regards", "Ben"]
first = pdf("letter.pdf", [letter])
second = pdf("letter-2.pdf", [letter[:2] + ["See you then", "Ben"]])
third = pdf("pages.pdf", [letter, ["Second page"], ["Third page"]])
blank = pdf("blank.pdf", [[]])
broken = text("broken.pdf", "no pdf at all")
cases("compare_pdfs", (first, first), (second, first), (third, first), (third, third), ([first, second], [first, second]), ([first, second], [first, third]), (first, blank), (broken, first), (file("missing.pdf"), first), (None, first))
G = lambda relation, value: {"relation": relation, "ref_value": value}  # noqa: E731
cases("check_pdf_pages", (third, G("eq", 3)), (first, G("lt", 2)), (third, G("ge", 3)), (third, G("le", 3)), (third, G("ne", 2)), (third, G("gt", 2)), (third, G("eq", 2)), (first, G("gt", 1)), (third, G("lt", 3)), (None, G("eq", 1)), (broken, G("eq", 1)), (first, G("xx", 1)),
      (file("missing.pdf"), G("eq", 1)))
cases("is_gold_text_included_in_pdf", (first, text("gold.json", '{"a": "Dear Anna,", "b": "Kind regards"}')), (third, text("gold-2.json", '{"p": "Third page"}')), (first, file("none.json")),
      (first, file("gold-2.json")), (third, text("gold-3.json", '{"p": "Third page", "q": "Fourth page"}')), (None, file("gold.json")), (first, None), (broken, file("gold.json")), (first, file("lines.txt")))


def picture(name, change):
    image = Image.new("RGB", (96, 96))
    image.putdata([change(x, y) for y in range(96) for x in range(96)])
    image.save(place(name))
    return place(name)


waves = picture("waves.png", lambda x, y: ((x * 5) % 256, (y * 3) % 256, (x + y) % 256))
rings = picture("rings.png", lambda x, y: (((x - 48) ** 2 + (y - 48) ** 2) // 9 % 256, 40, 90))
with_waves = pdf("waves.pdf", [letter], [waves])
with_rings = pdf("rings.pdf", [["Other text"]], [rings])
with_both = pdf("both.pdf", [["a"], ["b"]], [waves, rings])
swapped = pdf("swapped.pdf", [["a"], ["b"]], [rings, rings])
cases("compare_pdf_images", (with_waves, with_waves), (pdf("waves-2.pdf", [["Quite another text"]], [waves]), with_waves), (first, second), (with_both, with_both), (swapped, with_both), (with_rings, with_waves), (with_both, with_waves),
      (with_waves, first), (None, first), (broken, first), (file("missing.pdf"), first))

zipped = archive("files.zip", {"a.txt": "one\n", "b.txt": "two\n"})
cases("compare_archive", (zipped, archive("files-2.zip", {"b.txt": "two\n", "a.txt": "one\n"})), (tar("files.tar.gz", {"a.txt": b"one\n", "b.txt": b"two\n"}), zipped), (tar("files.tar", {"a.txt": b"one\n", "b.txt": b"two\n"}, "w"), zipped),
      (archive("files-3.zip", {"a.txt": "one\n", "b.txt": "TWO\n"}), zipped), (archive("files-4.zip", {"a.txt": "one\n"}), zipped), (archive("files-5.zip", {"a.txt": "x", "b.txt": "y"}), zipped), (None, zipped), (text("broken.zip", "no zip"), zipped),
      (file("missing.zip"), zipped), (archive("files-0.zip", {}), file("files-0.zip")))
cases("compare_archive", (file("files-3.zip"), zipped), file_type="text", ignore_case=True)
foldered = archive("folder.zip", {"sub/a.csv": "1,2\n", "top.txt": "x"})
cases("compare_archive", (foldered, archive("folder-2.zip", {"sub/a.csv": "1,2 \n"})), file_type="csv", file_path="sub", strict=False)
cases("compare_archive", (foldered, file("folder-2.zip")), (foldered, zipped), file_type="csv", file_path="sub")
pdf_bytes, pdf_bytes_2 = open(place("letter.pdf"), "rb").read(), open(place("letter-2.pdf"), "rb").read()
bundled = archive("bundle.zip", {"l.pdf": pdf_bytes, "n.txt": "x"})
cases("compare_archive", (archive("pdfs.zip", {"l.pdf": pdf_bytes}), file("pdfs.zip")), file_type="pdf")
cases("compare_archive", (zipped, zipped), file_type="nonsense")
cases("compare_zip_files", (zipped, file("files-2.zip")), (bundled, bundled), (archive("bundle-3.zip", {"n.txt": "x", "L.PDF": pdf_bytes}), file("bundle-3.zip")), (zipped, file("files-3.zip")), (zipped, file("files-4.zip")),
      (bundled, archive("bundle-2.zip", {"l.pdf": pdf_bytes_2, "n.txt": "x"})), (None, zipped), (file("broken.zip"), zipped), (file("missing.zip"), zipped))
opf = '<package><dc:identifier id="x">%s</dc:identifier>\n<title>Book</title>\n<p>a</p>\n</package>'
ncx = '<ncx>\n<navPoint id="%s">\n<text>One</text>\n</navPoint>\n</ncx>\n'
chapter = "<html><body><p>Once upon a time</p>\n<p>there was</p></body></html>"
book = archive("book.epub", {"toc.ncx": ncx % 1, "content.opf": opf % "a", "c.html": chapter})
cases("compare_epub", (book, book), (archive("book-2.epub", {"c.html": chapter.replace("\n", "\r\n"), "content.opf": opf.replace("\n", "\r\n", 0) % "b", "toc.ncx": ncx % 2}), book), (archive("book-3.epub", {"content.opf": opf % "c"}), archive("book-4.epub", {"content.opf": (opf % "d").replace("<p>a</p>", "<p>b</p>")})),
      (archive("book-5.epub", {"toc.ncx": "x\ny\n"}), archive("book-6.epub", {"toc.ncx": "z\n"})), (None, book), (file("broken.zip"), book), (archive("book-7.epub", {"mimetype": "x"}), book), (file("missing.epub"), book), (book, file("broken.zip")))

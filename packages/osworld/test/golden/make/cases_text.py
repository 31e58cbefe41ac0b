"""Values, text files, JSON, CSV, SQLite, accessibility trees."""

import os
import sqlite3

from cases import case, cases, file
from files import place, raw, text

R = lambda value: {"expected": value}  # noqa: E731
missing = file("missing.txt")
binary = raw("binary.txt", b"\xff\xfe\x00\x80broken")

cases("exact_match", ("Thomas", R("Thomas")), ([1, "a"], R([1, "a"])), (None, R(None)), ("thomas", R("Thomas")),
      ([1], R([1, 2])), ({"a": 1}, R({"a": 2})), ("x", {}), (1, R(True)))
cases("match_in_list", ("b", R(["a", "b"])), ("b", R("abc")), (2, R([1, 2])), ("d", R(["a", "b"])), ("B", R(["a", "b"])),
      (None, R(["a"])), (None, R("abc")))
cases("is_in_list", (["a", "b"], R("a")), ("some text", R("me t")), ([1, 2], R(2)), (["a"], R("b")), ("text", R("Text")),
      ([], R("a")), (None, R("a")), (5, R("a")))
cases("fuzzy_match", ("hello world", R("hello world")), ("hello wrld", R("hello world")), ("grüße 😀", R("grüsse 😀")),
      ("abc", R("xyz")), ("", R("xyz")), ("q", R("")), ("abc", {}), ("the quick brown fox" * 9, R("the quack brown box" * 9)))
cases("literal_match", ("a", "a"), (12, "12"), (True, "True"), ("a", "A"), (1.5, "1.25"), (None, "x"))
cases("literal_match", ("a", "A"), ("B", "c"), ignore_case=True)
cases("literal_match", (["a", 1], ["a", "1"]), (["a"], ["b"]), (["a"], "a"), (["a"], ["a", "b"]), type="list")
cases("literal_match", (["a"], ["A"]), type="list", ignore_case=True)
case("literal_match", "a", "a", type="other")
cases("check_include_exclude", ("abc def", {"include": ["abc"], "exclude": ["x"]}), ("abc", {}), (["a", "b"], {"include": ["a"]}),
      ("abc", {"include": ["abd"]}), ("abc x", {"include": ["abc"], "exclude": ["x"]}), (None, {"include": []}),
      ("abc", {"include": ["a", "z"]}), (5, {"include": ["a"]}))
cases("check_direct_json_object", ({"a": "1", "b": 2}, R({"a": "1"})), ("{'a': 'x'}", R({"a": "x"})), ({"a": [1, 2]}, R({"a": [1, 2]})),
      ({"a": "xyz"}, {"expected": {"a": "y"}, "expect_in_result": True}),
      ({"a": ["p", "q"]}, {"expected": {"a": ["z", "q"]}, "expect_in_result": True}),
      ({"a": "q"}, {"expected": {"a": ["z", "q"]}, "expect_in_result": True}),
      ({"a": "2"}, R({"a": "1"})), ({}, R({"a": "1"})), (None, R({"a": 1})), ("not json", R({"a": 1})),
      ({"a": None}, {"expected": {"a": "y"}, "expect_in_result": True}), ({"a": "x"}, {"expected": {"a": 3}, "expect_in_result": True}),
      ({"a": "x"}, R({"a": "__EVALUATION_FAILED__"})), ([1], R({"a": 1})), ({"a": [2, 1]}, R({"a": [1, 2], "ignore_list_order": True})),
      ({"a": "x"}, {}), ({"a": None}, R({"a": None})))

people = text("people.csv", 'name,age,city\nAnn,31,"Oslo, north"\nBob,44,Bonn\n"C ""x""",5,\n')
short = text("short.csv", "a,b,c\n1,2\n\n3,4,5,6\n")
cases("check_csv", (people, {"expect": [{"name": "Ann", "city": "Oslo, north"}]}), (people, {"expect": [{"name": 'C "x"'}], "unexpect": [{"age": "1"}]}),
      (people, {}), (people, {"expect": [{"name": "Ann", "age": "44"}]}), (people, {"unexpect": [{"city": "Bonn"}]}), (None, {}),
      (short, {"expect": [{"c": None}]}), (short, {"expect": [{"c": "5"}]}), (binary, {}), (missing, {}))
lines = text("lines.txt", "alpha 12\nbeta 7\ngamma\n")
cases("check_list", (lines, {"expect": ["alpha \\d+", "^g"]}), (lines, {"expect": ["beta"], "unexpect": ["delta"]}), (lines, {}),
      (lines, {"expect": ["delta"]}), (lines, {"expect": ["alpha"], "unexpect": ["\\d\\n"]}), (None, {}), (lines, {"expect": ["^alpha$"]}),
      (lines, {"expect": ["("]}), (binary, {"expect": ["a"]}), (lines, {"expect": ["(?i)ALPHA"]}))
one = text("one.txt", "a\nb\nc\nd\n")
two = text("two.txt", "a\nb\nx\nd\ne\n")
long_one = text("long-one.txt", "".join(f"line {i % 7}\n" for i in range(260)))
long_two = text("long-two.txt", "".join(f"line {i % 5}\n" for i in range(230)) + "end\n")
none = text("empty.txt", "")
cases("diff_text_file", (one, one), (one, two), (two, one), (long_one, long_two), (long_two, long_one), (one, none), (None, one), (none, none),
      (lines, one), (binary, one), (missing, one))
cases("file_contains", (lines, R(["alpha", "gamma"])), (lines, R(["7"])), (lines, R([])), (lines, R(["delta"])), (lines, R(["alpha", "x"])),
      (None, R(["a"])), (missing, R(["a"])), (binary, R(["a"])))
times = text("times.txt", "at 12:30:59 go\n23:59:60\nnothing\n24:00:00\n1:02:03\n12:61:00\n")
cases("check_line_number", (times, R(2)), (times, R("2")), (lines, R(0)), (times, R(3)), (lines, R(1)), (None, R(0)), (missing, R(0)), (binary, R(0)))
cases("compare_terminal_and_txt", (one, "a\nb\nc\nd\n"), (lines, "alpha 12\nbeta 7\ngamma\n"), (text("crlf.txt", "a\r\nb\r\n"), "a\nb\n"),
      (one, "a"), (one, None), (None, "a"), (binary, "a"))
code = text("code.py", "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\ndef f():\n\treturn 1  \n\n\nprint(f())\n")
code_same = text("code-same.py", "def f():\n    return 1\nprint(f())")
code_other = text("code-other.py", "def f():\n    return 2\nprint(f())\n")
code_indented = text("code-indented.py", "def f():\n  return 1\nprint(f())\n")
cases("compare_python_pure_text", (code, code_same), (code_same, code), (code, code), (code, code_other), (code_same, code_indented), (None, code),
      (code_other, code_indented), (binary, code), (missing, code))
settings = text("data.json", '{"a": {"b": [1, "two", 3.5]}, "name": "Some Text", "n": 10, "t": true, "z": null}')
yaml = text("data.yaml", "a:\n  b: [1, two]\nname: Some Text\nn: 10\nyes_word: yes\n")
K = lambda key, method, ref: {"key": key, "method": method, "ref": ref}  # noqa: E731
cases("check_json", (settings, {"expect": [K(["a", "b", 1], "eq", "two")]}), (settings, {"expect": [K(["name"], "re.I", "some")], "unexpect": [K(["q"], "eq", 1)]}),
      (settings, {"expect": [K(["n"], "range.te", [5, 10]), K(["n"], "approx:0.5", 10.4), K(["n"], "ge", 10), K(["t"], "eq", True)]}),
      (settings, {"expect": [K(["a", "b", -1], "gt", 3)]}), (settings, {"expect": [K(["n"], "ne", 11), K(["n"], "lt", 11), K(["n"], "le", 10)]}),
      (settings, {"expect": [K(["a", "c"], "eq", 1)]}), (settings, {"expect": [K(["n"], "eq", 11)]}), (settings, {"unexpect": [K(["n"], "eq", 10)]}),
      (settings, {"expect": [K(["n"], "range.te", [10, 12])]}), (settings, {"expect": [K(["name"], "lt", 5)]}), (settings, {"expect": [K(["name", "x"], "eq", 1)]}),
      (settings, {"expect": [K(["n"], "approx:0.1", 10.4)]}), (None, {}), (missing, {}), (lines, {"expect": []}), (binary, {}), (settings, {}))
cases("check_json", (yaml, {"expect": [K(["a", "b", 1], "eq", "two"), K(["yes_word"], "eq", True)]}), (yaml, {"expect": [K(["n"], "eq", "10")]}),
      (none, {}), (text("bad.yaml", "a: [1\nb: }"), {}), is_yaml=True)
part = text("part.json", '{"n": 10, "name": "Some Text"}')
cases("is_included_all_json_objects", (part, settings), (settings, settings), (text("none.json", "{}"), part), (settings, part),
      (text("wrong.json", '{"n": 11}'), settings), (None, part), (part, None), (lines, part), (binary, part))
database = place("data.sqlite")
if os.path.exists(database):
    os.remove(database)
connection = sqlite3.connect(database)
connection.execute("create table t (n integer, s text)")
connection.executemany("insert into t values (?, ?)", [(1, "a"), (2, "b"), (None, "c")])
connection.commit()
connection.close()
data = file("data.sqlite")
Q = lambda sql: {"sql": sql}  # noqa: E731
cases("run_sqlite3", (data, Q("select count(*) = 3 from t")), (data, Q("select count(*) from t where s = 'a'")), (data, Q("select exists(select 1 from t where n = 2)")),
      (data, Q("select count(*) > 5 from t")), (data, Q("select n from t where s = 'c'")), (data, Q("select exists(select 1 from t where n = 9)")),
      (data, Q("select nothing from t")), (data, Q("select s from t")), (data, Q("select n from t where n = 77")), (lines, Q("select 1 from t")))

tree = open(os.path.join(os.path.dirname(__file__), "tree.xml")).read()
cases("check_accessibility_tree",
      (tree, [{"selectors": ['application[name="Editor"] push-button[name=Save]']}]),
      (tree, [{"xpath": "//entry[@st:focused='true']", "text": "hello", "exact": True}]),
      (tree, [{"selectors": ["entry"], "text": "hallo", "exact": False}]),
      (tree, [{"selectors": ["frame > panel > label:first-child", "nothing"]}]),
      (tree, [{"selectors": ['[st|enabled="true"]']}, {"xpath": "//label[2]", "text": "two", "exact": True}]),
      (tree, [{"selectors": ['application[name^="Ed"] label + label:not([name="x"])']}]),
      (tree, [{"selectors": ["check-box"]}]), (tree, [{"xpath": "//entry", "text": "bye", "exact": True}]),
      (tree, [{"xpath": "//entry[@st:focused='false']"}]), (tree, [{"selectors": ["label > label"]}]),
      ("<broken", [{"selectors": ["label"]}]), (tree, [{}]), (None, [{"selectors": ["label"]}]), (tree, [{"xpath": "//["}]))

flat = text("number.txt", " 3.14159 \n")
cases("compare_result_files", (flat, flat), (text("near.txt", "3.141595"), flat), (text("said.txt", "The answer is 3.14159."), flat),
      (lines, lines), (text("far.txt", "3.2"), flat), (text("words.txt", "three"), flat), (lines, one), (None, one), (flat, None), (binary, one), (missing, one))
spaced = text("spaced.txt", "a  b\n\tc\n\n")
tight = text("tight.txt", "a b c")
cases("compare_text_file", (one, one), (none, none), (text("crlf-abcd.txt", "a\r\nb\r\nc\r\nd\r\n"), one), (one, two), (spaced, tight), (None, one),
      (text("upper.txt", "A B C"), tight), (binary, one), (missing, one), (one, missing))
cases("compare_text_file", (spaced, tight), (one, two), ignore_blanks=True)
cases("compare_text_file", (text("upper-2.txt", "A b C"), tight), (spaced, tight), ignore_case=True)
cases("compare_config", (one, R("a\nb\nc\nd\n")), (tight, R("a b c")), (lines, R("alpha 12\nbeta 7\ngamma\n")), (one, R("a")), (none, R("")), (none, R("x")),
      (None, R("a")), (binary, R("a")), (one, {}))
cases("compare_answer", ("yes", R("yes")), ("a b", R("a b")), ([1], R([1])), ("no", R("yes")), ("", R("")), (None, R("x")), ("Yes", R("yes")), ("x", {}))
cases("check_list", (lines, {"expect": ["\\d$"]}), (lines, {"unexpect": ["^\\w+ \\d+$"]}), (lines, {"expect": ["^$"]}), (text("list-words.txt", "na\u00efve\n\U0001f600\n\u0663 tres\nline\u2028end\n"), {"expect": ["^\\w+$", "^.$", "^\\d ", "^line.end$"]}),
      (text("list-ends.txt", "a]b\r\naab\r\n"), {"expect": ["^[]a]+b$", "^a{,2}b$", "(?P<x>a)(?P=x)"]}), (file("list-ends.txt"), {"unexpect": ["\\r"]}), (file("list-ends.txt"), {"expect": ["\\q"]}))
cases("check_json", (text("tag.yaml", "a: !!python/none x\n"), {}), (text("documents.yaml", "---\na: 1\n---\nb: 2\n"), {}), is_yaml=True)
cases("check_include_exclude", ("text", None), (None, None))
cases("check_direct_json_object", ({"a": ["x", "y"]}, {"expected": {"a": ["y", "x"]}, "ignore_list_order": True}), ({"a": ["x", "y"]}, {"expected": {"a": ["y", "x"], "ignore_list_order": True}}), ({}, {"expected": None}))
small = '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><application name="a"><button name="1" st:enabled="true">one<!-- no -->more</button><button name="2"/><label/></application><application name="b"/></desktop-frame>'
cases("check_accessibility_tree", *[(small, [{"xpath": path}]) for path in ["application", "desktop-frame", "//button/@name", "string(//button)", "string(//none)", "count(//button)", "/", "//zz:x"]],
      *[(small, [{"selectors": [one]}]) for one in ["button:nth-child(2)", "label:nth-child(odd)", "label:nth-child(2n)", "button:last-of-type[name='1']", "label:empty", "button:empty[name='1']", "application:root", "label:only-of-type", "zz|label"]],
      (small, [{"xpath": "//button[1]", "text": "one", "exact": True}]), (small, [{"xpath": "//button/@name", "text": "1", "exact": True}]))

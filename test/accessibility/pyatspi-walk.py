#!/usr/bin/python3
"""Walks the accessibility tree of the session one call at a time with Debian's pyatspi and prints it as XML.

The peer that our own tree is compared with (content) and timed against (speed). It follows the description of
OSWorld's tree: which nodes, attributes, texts and limits. Two deliberate differences from a plain reading: characters
that XML forbids are dropped instead of cutting the list of children off, and applications come in registry order.

Usage: pyatspi-walk.py [--only NAME]... [--without-cells] [--without-menus]
  --without-menus: nothing below a menu bar.
Standard output: the XML. Standard error: one JSON line with nodes and milliseconds.
"""
import json
import re
import sys
import time
from xml.sax.saxutils import escape

import pyatspi

NAMESPACES = [
    ("st", "state"), ("attr", "attributes"), ("cp", "component"), ("doc", "document"),
    ("docattr", "document/attributes"), ("txt", "text"), ("val", "value"), ("act", "action"),
]
BASE = "https://accessibility.ubuntu.example.org/ns/"
MAX_DEPTH = 50
MAX_WIDTH = 1024
FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NOT_IN_NAME = re.compile(r"[^\w.\-\u00b7]|[\u00aa\u00b5\u00ba\u00b2\u00b3\u00b9\u00bc-\u00be]")

nodes = 0


def legal(text):
    return FORBIDDEN.sub("", text)


def xml_name(text):
    """Without what an XML name may not hold; empty if nothing is left."""
    return NOT_IN_NAME.sub("", text).lstrip("-.0123456789\u00b7")


def quoted(text):
    return escape(legal(text), {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def state_name(state):
    name = pyatspi.StateType._enum_lookup[state] if hasattr(pyatspi, "StateType") else None
    return (name or "").split("_", 1)[-1].lower()


STATES = {value: name[6:].lower() for name, value in vars(pyatspi).items() if name.startswith("STATE_") and name != "STATE_VALUE_TO_NAME"}


def attributes_of(node):
    """Ordered name → value pairs of one element, and its text."""
    found = {"name": node.name or ""}
    states = node.getState()
    for state in sorted(states.getStates()):
        if state in STATES:
            found["st:" + STATES[state]] = "true"
    for key, value in node.get_attributes().items():
        key = xml_name(key)
        if key:
            found["attr:" + key] = value
    if states.contains(pyatspi.STATE_VISIBLE) and states.contains(pyatspi.STATE_SHOWING):
        try:
            box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
            found["cp:screencoord"] = str((box.x, box.y))
            found["cp:size"] = str((box.width, box.height))
        except NotImplementedError:
            pass
    text = ""
    try:
        text_interface = node.queryText()
        text = text_interface.getText(0, text_interface.characterCount).replace("\ufffc", "").replace("\ufffd", "")
    except NotImplementedError:
        pass
    for name, query in (("image", node.queryImage), ("selection", node.querySelection)):
        try:
            query()
            found[name] = "true"
        except NotImplementedError:
            pass
    try:
        value = node.queryValue()
        for name, field in (("value", "currentValue"), ("min", "minimumValue"), ("max", "maximumValue"), ("step", "minimumIncrement")):
            try:
                found["val:" + name] = str(getattr(value, field))
            except Exception:
                pass
    except NotImplementedError:
        pass
    try:
        action = node.queryAction()
        for i in range(action.nActions):
            name = xml_name(action.getName(i).replace(" ", "-"))
            found["act:%s_desc" % name] = action.getDescription(i)
            found["act:%s_kb" % name] = action.getKeyBinding(i)
    except NotImplementedError:
        pass
    return found, text, states


def showing(node):
    return node.getState().contains(pyatspi.STATE_SHOWING)


def cells_of(table):
    """The showing cells of a spreadsheet, row by row, found the way the description says."""
    columns = table.queryTable().nColumns
    first_column = None
    row = 0
    while row < 1048576:
        base = row * columns
        seen_in_row = False
        column = first_column or 0
        while column < columns:
            cell = table[base + column]
            if showing(cell):
                if first_column is None:
                    first_column = column
                seen_in_row = True
                yield cell
            elif first_column is not None or column >= 500:
                break
            column += 1
        if first_column is not None and not seen_in_row or first_column is None and row >= 500:
            return
        row += 1


def write(node, depth, calc, without, out):
    global nodes
    nodes += 1
    tag = xml_name(node.getRoleName().strip().replace(" ", "-")) or "unknown"
    attributes, text, states = attributes_of(node)
    out.append("<" + tag)
    for name, value in attributes.items():
        out.append(' %s="%s"' % (name, quoted(value)))
    mark = len(out)
    out.append(">")
    if text:
        out.append(escape(legal(text), {"\r": "&#13;"}))
    if depth < MAX_DEPTH and not ("menus" in without and tag == "menu-bar"):
        calc = calc or tag == "document-spreadsheet"
        try:
            if calc and tag == "table":
                if "cells" not in without:
                    for cell in cells_of(node):
                        write(cell, depth + 1, calc, without, out)
            else:
                for i in range(min(len(node), MAX_WIDTH)):
                    write(node[i], depth + 1, calc, without, out)
        except Exception as error:
            print("cut off under %s %r: %r" % (tag, node.name, error), file=sys.stderr)
    if "".join(out[mark + 1:mark + 2]) == "":
        out[mark] = "/>"
    else:
        out.append("</%s>" % tag)


def main():
    arguments = sys.argv[1:]
    only = [arguments[i + 1] for i, argument in enumerate(arguments) if argument == "--only"]
    without = [argument[len("--without-"):] for argument in arguments if argument.startswith("--without-")]
    start = time.monotonic()
    out = ["<desktop-frame" + "".join(' xmlns:%s="%s%s"' % (prefix, BASE, suffix) for prefix, suffix in NAMESPACES) + ">"]
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and (not only or application.name in only):
            write(application, 1, False, without, out)
    out.append("</desktop-frame>")
    took = (time.monotonic() - start) * 1000
    sys.stdout.buffer.write("".join(out).encode("utf-8", "surrogatepass"))
    print(json.dumps({"nodes": nodes, "milliseconds": round(took, 1)}), file=sys.stderr)


main()

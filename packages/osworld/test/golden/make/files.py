"""Writes the input files; every name is written once."""

import io
import os
import random
import struct
import tarfile
import zipfile

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "files")
os.makedirs(folder, exist_ok=True)


def place(name):
    return os.path.join(folder, name)


def text(name, content):
    with open(place(name), "w", newline="") as out:
        out.write(content)
    return {"file": name}


def raw(name, content):
    with open(place(name), "wb") as out:
        out.write(content)
    return {"file": name}


def archive(name, members):
    with zipfile.ZipFile(place(name), "w", zipfile.ZIP_DEFLATED) as out:
        for member, content in members.items():
            info = zipfile.ZipInfo(member, (2026, 1, 2, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, content)
    return {"file": name}


def tar(name, members, mode="w:gz"):
    with tarfile.open(place(name), mode) as out:
        for member, content in members.items():
            info = tarfile.TarInfo(member)
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))
    return {"file": name}


def pdf(name, pages, pictures=()):
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen import canvas

    page = canvas.Canvas(place(name), invariant=1)
    for number, lines in enumerate(pages):
        for index, line in enumerate(lines):
            page.drawString(72, 760 - 18 * index, line)
        if number < len(pictures) and pictures[number] is not None:
            page.drawImage(ImageReader(pictures[number]), 72, 300, 200, 200)
        page.showPage()
    page.save()
    return {"file": name}


def same_noise(seed, count):
    source = random.Random(seed)
    return [source.randrange(256) for _ in range(count)]


def id3(name, frames, version=3):
    """An MP3 with a tag only: frames of text."""
    body = b""
    for key, value in frames.items():
        content = b"\x01" + value.encode("utf-16") if not value.isascii() else b"\x00" + value.encode("latin-1")
        size = struct.pack(">I", len(content))
        body += key.encode() + size + b"\0\0" + content
    size = len(body)
    safe = bytes([(size >> shift) & 0x7F for shift in (21, 14, 7, 0)])
    return raw(name, b"ID3" + bytes([version, 0, 0]) + safe + body + b"\xff\xfb\x90\x00" + b"\0" * 413)

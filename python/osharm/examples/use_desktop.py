"""Writes a note in a desktop's editor.

    osharm desktop serve --port 5000
    python3 use_desktop.py http://127.0.0.1:5000
"""

import sys
import time

from osharm import Desktop

desktop = Desktop.connect(sys.argv[1])
desktop.write_file("/home/user/note.txt", b"Buy milk.\n")
desktop.run("gedit /home/user/note.txt >/dev/null 2>&1 &")
for _ in range(60):
    if "note.txt" in desktop.tree():
        break
    time.sleep(0.5)
desktop.press("ctrl", "end")
desktop.press("enter")
desktop.write("Feed the cat.")
desktop.press("ctrl", "s")
desktop.settle()
with open(sys.argv[2] if len(sys.argv) > 2 else "note.png", "wb") as file:
    file.write(desktop.screenshot())
print(desktop.read_file("/home/user/note.txt").decode(), end="")

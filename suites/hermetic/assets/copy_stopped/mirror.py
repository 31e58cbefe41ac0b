"""mirror.py SOURCE TARGET [--no-perms] [--equal]: copies what the target lacks. --equal: and removes what the source lacks."""
import os
import shutil
import sys

source, target, *options = sys.argv[1:]
if not os.path.isdir(source):
    sys.exit(f'mirror: {source}: no such folder')
copy = shutil.copyfile if '--no-perms' in options else shutil.copy2
for folder, _, names in os.walk(source):
    there = os.path.join(target, os.path.relpath(folder, source))
    os.makedirs(there, exist_ok=True)
    for name in names:
        if not os.path.exists(os.path.join(there, name)):
            copy(os.path.join(folder, name), os.path.join(there, name))
if '--equal' in options:
    for name in os.listdir(target):
        if not os.path.exists(os.path.join(source, name)):
            path = os.path.join(target, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

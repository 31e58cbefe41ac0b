"""Measures what merging equal pages would save: the private anonymous pages of all sandboxed processes of this machine,
hashed from outside. Needs root of the machine, and changes nothing: kernel samepage merging need not be on.

    python3 lab/page-merging/measure.py

A process belongs to a sandbox if its user id is above 2,000,000,000. Sandboxes are told apart by their PID namespace.
"""

import collections
import hashlib
import os

PAGE = 4096
FIRST_UID = 2_000_000_000


def sandboxes():
    groups = collections.defaultdict(list)
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{name}").st_uid >= FIRST_UID:
                groups[os.readlink(f"/proc/{name}/ns/pid")].append(int(name))
        except OSError:
            continue
    return groups


def is_anonymous(entry):
    return entry >> 63 & 1 == 1 and entry >> 61 & 1 == 0


def pages(pid):
    with open(f"/proc/{pid}/maps") as lines, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        with open(f"/proc/{pid}/pagemap", "rb", 0) as pagemap:
            for line in lines.read().splitlines():
                place, rights = line.split()[:2]
                if "w" not in rights or "p" not in rights:
                    continue
                start, end = (int(part, 16) // PAGE for part in place.split("-"))
                pagemap.seek(start * 8)
                entries = pagemap.read((end - start) * 8)
                for at in range(len(entries) // 8):
                    if not is_anonymous(int.from_bytes(entries[at * 8 : at * 8 + 8], "little")):
                        continue
                    memory.seek((start + at) * PAGE)
                    yield memory.read(PAGE)


def main():
    counts = collections.Counter()
    owners = collections.defaultdict(set)
    zero = hashlib.blake2b(bytes(PAGE), digest_size=12).digest()
    for sandbox, pids in sandboxes().items():
        for pid in pids:
            try:
                for page in pages(pid):
                    digest = hashlib.blake2b(page, digest_size=12).digest()
                    counts[digest] += 1
                    owners[digest].add(sandbox)
            except (OSError, OverflowError, ValueError):
                continue  # The process ended, or the kernel doesn't map these pages.
    held = {sandbox for names in owners.values() for sandbox in names}
    total = sum(counts.values())
    zeros = counts.pop(zero, 0)
    within = sum(count - len(owners[digest]) for digest, count in counts.items())
    across = sum(len(owners[digest]) - 1 for digest in counts)
    megabytes = lambda number: round(number * PAGE / 1e6)
    print(f"{len(held)} sandboxes, {megabytes(total)} MB of private anonymous pages")
    print(f"zero {megabytes(zeros)} MB, equal within a sandbox {megabytes(within)} MB, across sandboxes {megabytes(across)} MB")


if __name__ == "__main__":
    main()

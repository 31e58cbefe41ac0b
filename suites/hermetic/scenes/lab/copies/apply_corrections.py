"""Applies corrections.csv to the files in raw/ and writes one table. Never writes into raw/."""

import csv
import pathlib

RAW = pathlib.Path(__file__).parent.parent / "raw"


def corrections(path):
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            yield row["File"], int(row["Line"]), row["Was"], row["Is"]


def corrected(path, wanted):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    for name, line, was, is_ in wanted:
        if name != path.name:
            continue
        row = rows[line - 1]
        if was not in row:
            raise SystemExit(f"{name}:{line} does not say {was!r}")
        row[row.index(was)] = is_
    return rows


def main():
    wanted = list(corrections(RAW.parent / "corrections.csv"))
    for path in sorted(RAW.glob("counts *.csv")):
        for row in corrected(path, wanted):
            print(",".join(row))


if __name__ == "__main__":
    main()

import sys

LIMITS = {"F1": -70.0, "F2": -70.0, "F3": -15.0}

for number, line in enumerate(open(sys.argv[1]), start=1):
    cells = line.strip().split(",")
    if number == 1:
        heads = cells
        continue
    for name, limit in LIMITS.items():
        value = float(cells[heads.index(name)])
        if value > limit:
            print(f"line {number}: {name} {value}")

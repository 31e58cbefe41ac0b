"""Rest between shifts, in hours, and plans as the wards export them."""


def rest(end, start):
    return start - end if start >= end else start + 24 - end


def read_plan(text):
    rows = [line.split(',') for line in text.splitlines()[1:] if line]
    return [(name, int(start), int(end)) for name, start, end in rows]

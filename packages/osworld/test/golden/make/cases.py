"""The list of cases, and how to add to it."""

CASES = []
NOTHING = object()
# Texts and pictures that other libraries read: likeness may differ by so much.
TOLERANCE = {"compare_pdfs": 0.03, "compare_epub": 0.25}


def file(name):
    return {"file": name}


def case(metric, result, expected=NOTHING, **options):
    one = {"metric": metric, "result": result}
    if expected is not NOTHING:
        one["expected"] = expected
    if options:
        one["options"] = options
    CASES.append(one)


def cases(metric, *pairs, **options):
    for pair in pairs:
        case(metric, *pair, **options)

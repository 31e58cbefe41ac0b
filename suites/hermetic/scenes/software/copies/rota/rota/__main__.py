import argparse

from rota.plan import make_plan
from rota.records import read_shifts, read_staff, write_plan


def main():
    parser = argparse.ArgumentParser(prog="rota")
    commands = parser.add_subparsers(dest="command", required=True)
    plan = commands.add_parser("plan")
    plan.add_argument("--staff", required=True)
    plan.add_argument("--shifts", required=True)
    plan.add_argument("--out", default="plan.csv")
    arguments = parser.parse_args()
    made = make_plan(read_staff(arguments.staff), read_shifts(arguments.shifts))
    write_plan(made, arguments.out)
    print(f"{len(made.given)} shifts given, {len(made.open)} open")


main()

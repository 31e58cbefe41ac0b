"""Reads and writes the lists that planners keep in their spreadsheets."""

import csv
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta


@dataclass
class Person:
    name: str
    skills: set
    contract_hours: float
    away: set = field(default_factory=set)


@dataclass
class Shift:
    day: date
    start: datetime
    end: datetime
    needs: str
    ward: str

    @property
    def hours(self):
        return (self.end - self.start).total_seconds() / 3600

    @property
    def key(self):
        return f"{self.ward} {self.start:%Y-%m-%d %H:%M} {self.needs}"


def read_staff(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        return [
            Person(
                name=row["Name"].strip(),
                skills={skill.strip() for skill in row["Skills"].split(";") if skill.strip()},
                contract_hours=float(row["Hours"].replace(",", ".")),
                away=days_in(row.get("Away", "")),
            )
            for row in csv.DictReader(file)
            if row["Name"].strip()
        ]


def days_in(text):
    """`2 Mar-6 Mar, 9 Mar` as a set of days. Excel writes the dash in three ways."""
    days = set()
    for part in text.replace("–", "-").replace("—", "-").split(","):
        if not part.strip():
            continue
        first, _, last = part.partition("-")
        day = date.fromisoformat(first.strip())
        end = date.fromisoformat(last.strip()) if last.strip() else day
        while day <= end:
            days.add(day)
            day += timedelta(days=1)
    return days


def read_shifts(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        shifts = []
        for row in csv.DictReader(file):
            day = date.fromisoformat(row["Day"])
            start = datetime.fromisoformat(f"{row['Day']} {row['From']}")
            end = datetime.fromisoformat(f"{row['Day']} {row['To']}")
            if end <= start:
                end += timedelta(days=1)
            shifts.append(Shift(day, start, end, row["Needs"], row["Ward"]))
        return shifts


def write_plan(plan, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["Shift", "Person"])
        for key, person in sorted(plan.given.items()):
            writer.writerow([key, person.name])
        for shift, reason in plan.open:
            writer.writerow([shift.key, f"OPEN: {reason}"])

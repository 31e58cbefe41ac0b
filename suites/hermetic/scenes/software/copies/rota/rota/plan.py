"""Gives shifts to people. See README for the rules."""

from collections import defaultdict
from datetime import timedelta

REST = timedelta(hours=11)
MOST_DAYS = 6


class Plan:
    """What was given to whom, and what stayed open."""

    def __init__(self):
        self.given = {}
        self.open = []
        self.hours = defaultdict(float)

    def give(self, shift, person):
        self.given[shift.key] = person
        self.hours[person.name] += shift.hours

    def leave_open(self, shift, reasons):
        self.open.append((shift, most_common(reasons)))


def most_common(reasons):
    if not reasons:
        return "nobody is qualified"
    counts = defaultdict(int)
    for reason in reasons:
        counts[reason] += 1
    return max(counts, key=counts.get)


def refusal(person, shift, shifts_of_person):
    """Why a person can't take a shift, or None."""
    if shift.needs not in person.skills:
        return "not qualified"
    if shift.day in person.away:
        return "away"
    for other in shifts_of_person:
        if other.day == shift.day:
            return "works that day already"
        gap = shift.start - other.end if shift.start > other.end else other.start - shift.end
        if gap < REST:
            return "too little rest"
    if days_in_a_row(shift, shifts_of_person) > MOST_DAYS:
        return "too many days in a row"
    return None


def days_in_a_row(shift, shifts_of_person):
    days = {other.day for other in shifts_of_person} | {shift.day}
    count = 1
    day = shift.day - timedelta(days=1)
    while day in days:
        count += 1
        day -= timedelta(days=1)
    day = shift.day + timedelta(days=1)
    while day in days:
        count += 1
        day += timedelta(days=1)
    return count


def make_plan(people, shifts):
    plan = Plan()
    taken = defaultdict(list)
    candidates = {shift.key: [p for p in people if shift.needs in p.skills] for shift in shifts}
    for shift in sorted(shifts, key=lambda s: (len(candidates[s.key]), s.start)):
        reasons = []
        for person in sorted(people, key=lambda p: (plan.hours[p.name], p.name)):
            reason = refusal(person, shift, taken[person.name])
            if reason is None:
                plan.give(shift, person)
                taken[person.name].append(shift)
                break
            reasons.append(reason)
        else:
            plan.leave_open(shift, [r for r in reasons if r != "not qualified"])
    return plan

#!/bin/sh
# the law says eleven hours between two shifts
hours=$(sed -n 's/^rest_hours = //p' "$(dirname "$0")/../settings.ini")
if [ "$hours" -ge 11 ]; then echo "ok"; else echo "FAILED: rest of $hours h"; exit 1; fi

#!/bin/sh
# Ships what ship.ini says. Jae
cd "$(dirname "$0")" || exit 1
made=$(sed -n 's/^made_by *= *//p' ship.ini)
read=$(sed -n 's/^reviewed_by *= *//p' ship.ini)
[ -n "$made" ] || { echo "made_by is empty"; exit 1; }
[ -n "$read" ] && [ "$read" != "$made" ] || { echo "reviewed_by is empty"; exit 1; }
sed -n 's/^version *= *//p' ship.ini >> shipped
echo "on its way"

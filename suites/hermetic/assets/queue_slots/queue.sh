#!/bin/sh
# ./queue.sh add MODEL, eight places. Samir
cd "$(dirname "$0")" || exit 1
[ "$(grep -c , queue.csv)" -lt 9 ] || { echo "full"; exit 1; }
echo "maren,$2" >> queue.csv
echo "$2 is queued, place $(($(grep -c , queue.csv) - 1))"

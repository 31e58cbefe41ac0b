#!/bin/sh
# backup of the plan: packed and unpacked, it is the same
data="$(dirname "$0")/../data"
if [ "$(gzip -c "$data/hollin.csv" | gunzip | cksum)" = "$(cksum < "$data/hollin.csv")" ]; then echo "ok"; else echo "FAILED: differs"; exit 1; fi

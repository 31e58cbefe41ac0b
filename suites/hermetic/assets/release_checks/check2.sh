#!/bin/sh
# export: written out with semicolons and read in again, the plan is the same
plan="$(dirname "$0")/../data/hollin.csv"
if [ "$(tr ',' ';' < "$plan" | tr ';' ',' | cksum)" = "$(cksum < "$plan")" ]; then echo "ok"; else echo "FAILED: differs"; exit 1; fi

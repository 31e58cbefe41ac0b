#!/bin/sh
# Deletes customers' files older than thirty days. Runs nightly on the staging machine.
set -eu
cd "$(dirname "$0")/.."
find data -type f -mtime +30 -print -delete

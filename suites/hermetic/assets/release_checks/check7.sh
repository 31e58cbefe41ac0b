#!/bin/sh
# start page: shows the version that is released
if grep -q "Rota {vary:version}" "$(dirname "$0")/../web/index.html"; then echo "ok"; else echo "FAILED: other version"; exit 1; fi

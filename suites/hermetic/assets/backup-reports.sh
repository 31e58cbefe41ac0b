#!/bin/sh
# Copies the reports into a dated archive.
set -eu
tar -czf "$HOME/Work/reports-$(date +%F).tar.gz" -C "$HOME/Work" reports

#!/bin/sh
sleep 1
echo "ok"

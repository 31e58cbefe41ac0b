#!/bin/sh
# Scans to the tape disk, 23:30 every night. Theo
python3 /home/user/copy/mirror.py /home/user/Scans-{vary:old} /home/user/tapedisk

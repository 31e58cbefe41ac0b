#!/bin/sh
# register-renew
date > /home/user/.register_renewed

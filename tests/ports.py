"""Ports for servers that tests start, kill and start again."""

import socket
from random import SystemRandom

# Below the range from which systems take ports for outgoing connections: a port from that range can
# be taken while its server is down, even by a client that keeps trying to connect to it.
_PORTS = range(10_000, 32_000)


def free_port() -> int:
    """A port nobody is listening on."""
    choice = SystemRandom()
    while True:
        port = choice.choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port

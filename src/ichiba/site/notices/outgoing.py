"""Sends to addresses that people gave us, such as webhooks, without letting them reach our network.

The name is resolved once, and the connection goes to that very address. Addresses of private
networks are refused unless the operator allows them. Redirects aren't followed.
"""

import socket
import ssl
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from ichiba.site.store.transactions import without_connection

# Seconds for each step, and for all of it: somebody could send a byte from time to time.
STEP, WHOLE = 5.0, 10.0
_KEPT = 1024  # bytes of an answer that are read
_PORTS = {"https": 443, "http": 80}
# Translated to IPv4 by a router, perhaps to an address of a private network.
_TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))


class NotAllowed(Exception):  # noqa: N818
    """We don't send anything to this address. The message says why."""


class BadAnswer(OSError):  # noqa: N818
    """An answer that isn't a success, with its status as the number of the error."""

    def __init__(self, status: int) -> None:
        super().__init__(status, "unexpected answer")
        self.status = status


def check(url: str) -> SplitResult:
    """Return the parts of an address; NotAllowed unless we may send there, as far as it tells."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotAllowed("This isn't a web address.") from None
    allowed = ("https", "http") if settings.CONFIGURATION.private_networks else ("https",)
    if parts.scheme not in allowed or not parts.hostname or port == 0:
        raise NotAllowed("The address must start with https://.")
    if parts.username or parts.password:
        raise NotAllowed("The address must not contain a password.")
    if any(ord(letter) <= ord(" ") or ord(letter) > ord("~") for letter in url):
        raise NotAllowed("The address must not contain spaces or special characters.")
    return parts


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the internet, also behind any translation."""
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if any(address in network for network in _TRANSLATED):
            return False
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolve(host: str, port: int) -> str:
    """Return an IP address of a host to which we may send; NotAllowed if there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise NotAllowed("There is no such host.") from None
    for *_, address in found:
        if settings.CONFIGURATION.private_networks or is_public(str(address[0])):
            return str(address[0])
    raise NotAllowed("The address belongs to a private network.")


class _Pinned(HTTPConnection):
    """A connection to one IP address. The certificate must be that of the host."""

    def __init__(self, parts: SplitResult, port: int, address: str) -> None:
        super().__init__(str(parts.hostname), port, timeout=STEP)
        self._address, self._secure = address, parts.scheme == "https"

    def connect(self) -> None:
        """Connect to the address that was checked."""
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)

    def break_off(self) -> None:
        """End the connection, whatever another thread is waiting for."""
        if self.sock is not None:
            with suppress(OSError):  # it has just ended by itself
                self.sock.shutdown(socket.SHUT_RDWR)


def reach(url: str) -> None:
    """Connect to the server of an address and send nothing; OSError if that fails, NotAllowed if we
    wouldn't send anything there."""
    parts = check(url)
    port = parts.port or _PORTS[parts.scheme]
    line = _Pinned(parts, port, resolve(str(parts.hostname), port))
    try:
        line.connect()
    finally:
        line.close()


def post(url: str, body: bytes, headers: dict[str, str]) -> None:
    """Post something; BadAnswer or another OSError if that fails, NotAllowed if we don't."""
    parts = check(url)
    port = parts.port or _PORTS[parts.scheme]
    without_connection()
    line = _Pinned(parts, port, resolve(str(parts.hostname), port))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    end = Timer(WHOLE, line.break_off)
    end.daemon = True
    end.start()
    try:
        line.request("POST", path, body, {"User-Agent": "Ichiba", **headers})
        answer: HTTPResponse = line.getresponse()
        answer.read(_KEPT)
    except HTTPException as error:
        raise ConnectionError(type(error).__name__) from None
    finally:
        end.cancel()
        line.close()
    if not 200 <= answer.status < 300:
        raise BadAnswer(answer.status)

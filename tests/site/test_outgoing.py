"""What people give us as addresses can't reach our own network."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from configuring import configure
from ichiba.site.notices import outgoing
from notice_tools import Endpoint


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    running = Endpoint()
    yield running
    running.stop()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",  # noqa: S104
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1",
        "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
        "2002:7f00:1::", "ff02::1", "2001:db8::1",
    ],
)  # fmt: skip
def test_private_addresses_are_known(address: str) -> None:
    assert not outgoing.is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_of_the_internet_are_known(address: str) -> None:
    assert outgoing.is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https:///x", "file:///etc/passwd",
        "https://user:word@example.org/", "https://example.org:0/", "https://example.org:99999/",
        "https://exa mple.org/", "https://example.org/\r\nX: y", "https://[::1", "",
    ],
)  # fmt: skip
def test_only_plain_secure_addresses_are_accepted(url: str) -> None:
    with pytest.raises(outgoing.NotAllowed):
        outgoing.check(url)


def test_a_name_that_leads_into_our_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(outgoing.NotAllowed, match="private network"):
        outgoing.post("https://hook.example/", b"{}", {})


def test_localhost_is_refused(endpoint: Endpoint) -> None:
    with pytest.raises(outgoing.NotAllowed):
        outgoing.post(endpoint.url, b"{}", {})
    with pytest.raises(outgoing.NotAllowed):
        outgoing.post(endpoint.url.replace("http:", "https:"), b"{}", {})
    assert endpoint.posts == []


def test_the_name_is_resolved_once_and_that_address_is_used(
    endpoint: Endpoint, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a name server could give another address the second time."""
    configure(settings, private_networks=True)
    asked = []
    real = socket.getaddrinfo

    def resolve(host: str, *more: Any, **options: Any) -> Any:
        asked.append(host)
        return real("127.0.0.1" if host == "hook.example" else host, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    port = endpoint.url.rpartition(":")[2]
    outgoing.post(f"http://hook.example:{port}/a?b=c", b"{}", {"X-Kind": "test"})
    assert asked.count("hook.example") == 1
    [(path, headers, body)] = endpoint.posts
    assert (path, body, headers["Host"]) == ("/a?b=c", b"{}", f"hook.example:{port}")


def test_redirects_are_not_followed(endpoint: Endpoint, settings: Any) -> None:
    configure(settings, private_networks=True)
    endpoint.status = 302
    with pytest.raises(outgoing.BadAnswer) as refused:
        outgoing.post(endpoint.url, b"{}", {})
    assert refused.value.status == 302
    assert len(endpoint.posts) == 1


def test_a_silent_server_does_not_hold_us_up(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(settings, private_networks=True)
    monkeypatch.setattr(outgoing, "WHOLE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as door, pytest.raises(OSError):  # noqa: PT011
        outgoing.post(f"http://127.0.0.1:{door.getsockname()[1]}/", b"{}", {})

"""Endpoints for the tests of notices: a webhook, and a push service that decrypts."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Endpoint:
    """A web server that keeps what is posted to it, and answers with a status."""

    def __init__(self, status: int = 201) -> None:
        self.status = status
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                endpoint.posts.append((self.path, {**self.headers}, body))
                self.send_response(endpoint.status)
                self.send_header("Location", "http://127.0.0.1:9/")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """A browser's side of web push: its keys, and how it decrypts (RFC 8291)."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._private = ec.generate_private_key(CURVE)
        public = self._private.public_key()
        self._point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._secret = bytes(range(16))

    def form(self) -> dict[str, str]:
        """What the page posts."""
        keys = {"key": encode(self._point), "secret": encode(self._secret)}
        return {"endpoint": self.endpoint, **keys, "label": "Firefox · Linux"}

    def read(self, body: bytes) -> Any:
        """What a message says."""
        salt, size, other, text = (
            body[:16],
            body[16:20],
            body[21 : 21 + body[20]],
            body[21 + body[20] :],
        )
        assert len(text) <= int.from_bytes(size, "big") == 4096
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, other)
        shared = self._private.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + self._point + other
        start = HKDF(hashes.SHA256(), 32, self._secret, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(start)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(start)
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def check_signature(authorization: str, site_key: str) -> Any:
    """Check that the site has signed a request, and return its claims (RFC 8292)."""
    kind, token, key = authorization.replace(",", "").split()
    assert (kind, key) == ("vapid", f"k={site_key}")
    head, claims, signature = token.removeprefix("t=").split(".")
    numbers = decode(signature)
    r, s = (int.from_bytes(part, "big") for part in (numbers[:32], numbers[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(site_key))
    public.verify(
        encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256())
    )
    return json.loads(decode(claims))

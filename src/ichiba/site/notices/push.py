"""Web push: notices that a browser shows even if no page is open.

The payload is encrypted for the browser (RFC 8291), and the request is signed with the site's key
(RFC 8292). It is also a declarative push message: browsers that know these show it by themselves,
and others run the service worker (`service_worker.js`). We don't use pywebpush, which brings
aiohttp and requests with it: `cryptography` does the difficult part.
"""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.translation import get_language, override

from ichiba.site.errands.kinds import GiveUp, Lane, Task, does
from ichiba.site.models import Event, Notices, Person, PushSubscription, SiteValue
from ichiba.site.notices import outgoing
from ichiba.site.notices.about import find, read_about
from ichiba.site.notices.choosing import changing, save
from ichiba.site.notices.wording import Notice, compose

PUSH = "push"
_KEY = "push-key"  # the name of the site's value
_CURVE = ec.SECP256R1()
_RECORD = 4096  # the size of the only record
_DECLARATIVE = 8030  # marks a declarative push message
_TOKEN_SECONDS = 12 * 3600
_KEPT_SECONDS = 24 * 3600  # how long a push service keeps a notice for a browser that is off
_GONE = (404, 410)
MOST_BROWSERS = 10


def encode(data: bytes) -> str:
    """Return base64 as web push uses it."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return what base64 stands for; ValueError if it isn't any."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def has_key() -> bool:
    """Return whether the site has a key yet."""
    return SiteValue.objects.filter(name=_KEY).exists()


def site_key() -> ec.EllipticCurvePrivateKey:
    """Return the site's key, made at the first start. All servers of a database share it."""
    known = SiteValue.objects.filter(name=_KEY).first()
    if known is None:
        number = ec.generate_private_key(_CURVE).private_numbers().private_value
        made = {"value": encode(number.to_bytes(32, "big"))}
        known = SiteValue.objects.get_or_create(name=_KEY, defaults=made)[0]
    return _private_key_from(known.value)


@lru_cache(1)
def _private_key_from(value: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(value), "big"), _CURVE)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key() -> str:
    """Return the site's public key, which browsers need in order to subscribe."""
    return encode(_point(site_key().public_key()))


def authorization(endpoint: str) -> str:
    """Return the header that proves to a push service who sends."""
    parts = urlsplit(endpoint)
    site = settings.CONFIGURATION.url
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _TOKEN_SECONDS,
        "sub": site if site.startswith("https:") else f"mailto:{settings.DEFAULT_FROM_EMAIL}",
    }
    head = {"typ": "JWT", "alg": "ES256"}
    text = ".".join(encode(json.dumps(part).encode()) for part in (head, claims))
    key = site_key()
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{text}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={encode(_point(key.public_key()))}"


def encrypt(text: bytes, key: bytes, secret: bytes) -> bytes:
    """Encrypt a message for a browser with this public key and secret."""
    once = ec.generate_private_key(_CURVE)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, key)
    own = _point(once.public_key())
    shared = once.exchange(ec.ECDH(), browser)
    start = _derive(shared, secret, b"WebPush: info\0" + key + own, 32)
    salt = os.urandom(16)
    cipher = AESGCM(_derive(start, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derive(start, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
    return head + cipher.encrypt(nonce, text + b"\x02", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def is_subscription(endpoint: str, key: str, secret: str) -> bool:
    """Return whether a browser could have sent this."""
    try:
        outgoing.check(endpoint)
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decode(key))
        return len(decode(secret)) == 16 and len(endpoint) <= 600
    except (outgoing.NotAllowed, ValueError):
        return False


def message(notice: Notice, site: str, language: str, table: int) -> bytes:
    """Return the declarative push message of a notice."""
    shown = {
        "title": notice.headline,
        "body": notice.text,
        "navigate": site + notice.path,
        "tag": f"table-{table}",  # replaces an older one
        "lang": language,
    }
    return json.dumps({"web_push": _DECLARATIVE, "notification": shown}).encode()


@does(PUSH, Lane.PUSH)
def push(task: Task) -> None:
    """Push a notice to a browser. A browser that is gone is forgotten."""
    payload = dict(task.payload)
    browser = PushSubscription.objects.filter(pk=payload.pop("browser")).first()
    about = read_about(payload)
    found = find(about)
    if browser is None or found is None or found[1].person_id != browser.person_id:
        return
    table, seat, notices = found
    with override(notices.language):
        notice = compose(about.event, table, seat, notices.zone)
    text = message(notice, settings.CONFIGURATION.url or browser.site, notices.language, table.pk)
    urgent = about.event in (Event.TURN, Event.TIME)
    try:
        _send(browser, text, f"table-{table.pk}", "high" if urgent else "normal")
    except outgoing.BadAnswer as answer:
        if answer.status in _GONE:
            forget(browser)
        elif answer.status < 500 and answer.status != 429:
            raise GiveUp(f"The push service refused it ({answer.status}).") from None
        else:
            raise
    except outgoing.NotAllowed as why:
        forget(browser)
        raise GiveUp(str(why)) from None


def _send(browser: PushSubscription, text: bytes, topic: str, urgency: str) -> None:
    headers = {
        "Content-Type": "application/notification+json",
        "Content-Encoding": "aes128gcm",
        "TTL": str(_KEPT_SECONDS),
        "Topic": topic,  # a push service keeps only the newest one
        "Urgency": urgency,
        "Authorization": authorization(browser.endpoint),
    }
    body = encrypt(text, decode(browser.key), decode(browser.secret))
    outgoing.post(browser.endpoint, body, headers)


def forget(browser: PushSubscription) -> None:
    """Delete a subscription."""
    with changing(browser.person_id):
        browser.delete()


def subscribe(person: Person, site: str, endpoint: str, key: str, secret: str, label: str) -> None:
    """Store a browser, also if it was somebody else's before. The oldest make room for it."""
    if not Notices.objects.filter(person=person).exists():
        save(Notices(person=person, language=get_language() or "en"))
    with changing(person.pk):
        PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={"person": person, "key": key, "secret": secret, "site": site, "label": label},
        )
        kept = person.browsers.order_by("-pk").values_list("pk", flat=True)[:MOST_BROWSERS]
        person.browsers.exclude(pk__in=[*kept]).delete()

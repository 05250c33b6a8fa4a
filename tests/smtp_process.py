"""A real mail server for the tests, in a thread."""

from email import message_from_bytes
from email.message import Message
from email.policy import default
from threading import Event, Lock
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope, Session

from patience import PATIENCE
from ports import free_port


class MailServer:
    """Keeps what it gets. It can be told to refuse, or to leave its clients without an answer."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"smtp+plain://127.0.0.1:{self.port}"
        self.mails: list[Message] = []
        self.refusal = ""  # a line such as "451 try later"
        self.asked = Event()  # somebody has sent a mail
        self.silent = False
        self._lock = Lock()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_DATA(self, _server: Any, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.asked.set()
        if self.refusal:
            return self.refusal
        if self.silent:
            import asyncio

            await asyncio.sleep(PATIENCE)
        with self._lock:
            self.mails.append(message_from_bytes(envelope.content or b"", policy=default))  # type: ignore[arg-type]
        return "250 OK"

    def to(self, address: str) -> list[Message]:
        """The mails to an address."""
        with self._lock:
            return [one for one in self.mails if one["To"] == address]

    def stop(self) -> None:
        self._controller.stop()

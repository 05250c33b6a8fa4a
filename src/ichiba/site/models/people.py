"""People: guests and accounts, and the tokens with which programs act for them."""

import secrets
from hashlib import sha256

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 40


def new_key() -> str:
    """Return a new key for cookies and personal links. Changing a person's key revokes old ones."""
    return secrets.token_hex(16)


class Person(models.Model):
    """A player, identified by a signed cookie. A guest has no account.

    When someone deletes their account, the row stays without a name, so that games stay complete.
    """

    class Speed(models.TextChoices):
        """How fast this person wants to see other players' moves."""

        SLOW = "slow", _("Slow")
        NORMAL = "normal", _("Normal")
        INSTANT = "instant", _("Instant")

    class Ask(models.TextChoices):
        """Which moves have to be confirmed."""

        BY_DEVICE = "", _("On touch screens, if they can't be undone")
        NEVER = "never", _("Never")
        FINAL = "final", _("If they can't be undone")
        ALWAYS = "always", _("Always")

    class Profile(models.TextChoices):
        """Who can see this person's profile."""

        PRIVATE = "private", _("Only me")
        PLAYERS = "players", _("People I have finished a game with")
        EVERYONE = "everyone", _("Everyone")

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=32, default=new_key)
    created = models.DateTimeField(_("joined"), auto_now_add=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="person"
    )
    speed = models.CharField(max_length=8, choices=Speed, default=Speed.NORMAL)
    ask = models.CharField(max_length=8, choices=Ask, default=Ask.BY_DEVICE, blank=True)
    # Of pages and notices; "" is that of the browser.
    language = models.CharField(max_length=20, default="", blank=True)
    portrait = models.CharField(max_length=20, default="", blank=True)  # one of our characters
    profile = models.CharField(max_length=8, choices=Profile, default=Profile.PLAYERS)
    muted = models.BooleanField(_("muted"), default=False, help_text=_("Can't write in the chat."))
    banned = models.BooleanField(
        _("banned"), default=False, help_text=_("Can't join or open tables, or write in the chat.")
    )

    class Meta:
        """Names for the admin pages."""

        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.name or somebody()

    def renew_key(self) -> None:
        """Revoke all cookies, personal links and API tokens."""
        self.key = new_key()
        self.save(update_fields=["key"])
        self.tokens.all().delete()


def somebody() -> str:
    """Return the name to show for someone whose account was deleted."""
    return gettext("Someone")


def token_digest(secret: str) -> str:
    """Return the digest under which a token is stored."""
    return sha256(secret.encode()).hexdigest()


class ApiToken(models.Model):
    """Lets a program act for a person, everywhere or only for one seat. Only a digest is stored."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    # The person's key when the token was created. Renewing the key revokes all tokens.
    key = models.CharField(max_length=32)
    seat = models.ForeignKey(
        "site.Seat", on_delete=models.CASCADE, null=True, related_name="tokens"
    )
    label = models.CharField(max_length=NAME_LENGTH, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.pk}: {self.label}"

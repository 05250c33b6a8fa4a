"""The files in deploy/: checked with the tools of their makers where those are installed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from ichiba.site.configuration.settings import declared, read

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
CADDYFILE = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def tool(name: str) -> str:
    """The path of a program; the test is skipped without it."""
    found = shutil.which(name) or shutil.which(name, path=Path(sys.executable).parent)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def check(*command: str, **environment: str) -> None:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment or None
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_dockerfile_passes_its_linter() -> None:
    check(tool("hadolint"), str(DEPLOY / "Dockerfile"))


def test_the_image_has_what_it_copies_and_runs_as_an_ordinary_user() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    sources = " ".join(copied).split()
    assert "src" in sources
    for source in sources:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignored, "everything else is left out of the build"
    user = re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE)
    assert user == ["10001"]
    assert f"--uid {user[0]}" in DOCKERFILE


def test_the_image_has_the_compiled_engine_and_no_compiler() -> None:
    """It is built like `make compiled-wheel`, in a stage of which only the result is copied."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    build = "-m hatchling build -t wheel"
    hook = "HATCH_BUILD_HOOK_ENABLE_CUSTOM=true"
    assert f"{hook} $(BIN)/python {build}" in makefile
    first, last = re.split(r"^FROM .+$", DOCKERFILE, flags=re.MULTILINE)[1:]
    assert f"{hook} /tools/bin/python {build}" in first
    assert "gcc" in first
    assert "gcc" not in last
    assert re.findall(r"^COPY --from=build (.+) \S+$", last, re.MULTILINE) == ["/ichiba"]


def test_the_unit_is_valid(tmp_path: Path) -> None:
    """Its program is not installed here, so another one takes its place."""
    unit = (DEPLOY / "ichiba.service").read_text(encoding="utf-8")
    assert "ExecStart=/opt/ichiba/bin/ichiba serve\n" in unit
    copy = tmp_path / "ichiba.service"
    copy.write_text(unit.replace("/opt/ichiba/bin/ichiba", shutil.which("true") or ""))
    check(tool("systemd-analyze"), "verify", str(copy))


def test_the_unit_has_few_rights(tmp_path: Path) -> None:
    """systemd rates how much a service could do to a machine, from 0 to 10."""
    security = [tool("systemd-analyze"), "security", "--offline=true", "--threshold=25"]
    check(*security, str(DEPLOY / "ichiba.service"))


def test_the_caddyfile_is_valid(tmp_path: Path) -> None:
    config = ["--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    check(tool("caddy"), "validate", *config, DOMAIN="play.example", HOME=str(tmp_path))


def test_the_services_fit_together() -> None:
    services = COMPOSE["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert set(service["networks"]) <= set(COMPOSE["networks"]), name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).is_file(), volume
    build = services["site"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    assert "dynamic a site 8000" in CADDYFILE
    assert '"--port", "8000"' in DOCKERFILE
    assert "@database/ichiba" in services["site"]["environment"]["DATABASE_URL"]
    assert services["database"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"], "the database can't be reached from outside"


def test_every_variable_is_explained_in_the_example() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    used = set(re.findall(r"\$\{(\w+)", text))
    explained = set(
        re.findall(r"^#?(\w+)=", (DEPLOY / "example.env").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert used == explained


def test_the_settings_of_the_container_are_settings() -> None:
    """Filled in as the example says, they are accepted."""
    given = {"DATABASE_PASSWORD": "secret", "SECRET_KEY": "secret", "DOMAIN": "play.example"}
    environment = {
        name: re.sub(
            r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}", lambda m: given.get(m[1], m[2] or ""), value
        )
        for name, value in COMPOSE["services"]["site"]["environment"].items()
    }
    assert set(environment) <= {one.name for _, one in declared()}
    found = read(environment)
    assert found.https
    assert found.hosts == ("play.example",)
    assert found.database is not None
    assert (found.database.host, found.database.password) == ("database", "secret")

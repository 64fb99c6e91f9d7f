"""Dovecot and Postfix for the tests: on loopback, in a folder of their own, gone when the test is done."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PASSWORD = "three-black-ships"
DOMAIN = "example.org"
ORDERS = "orders"
MAIL_ID = 8
"""The user `mail` of every Debian."""
PATIENCE = 20
PORTS = ("imap", "imaps", "auth", "smtp", "smtps")

DOVECOT = """
protocols = imap
listen = 127.0.0.1
base_dir = {base}/run
log_path = {base}/dovecot.log
ssl = required
ssl_cert = <{base}/cert.pem
ssl_key = <{base}/key.pem
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:{base}/mail/%n
maildir_very_dirty_syncs = no
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={id} gid={id} home={base}/mail/%n
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {auth}
  }}
}}
"""

POSTFIX = """
compatibility_level = 3.6
maillog_file = {base}/postfix.log
maillog_file_prefixes = {base}
queue_directory = {base}/queue
data_directory = {base}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
myhostname = mail.{domain}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = {domain}
virtual_mailbox_base = {base}/mail
virtual_mailbox_maps = texthash:{base}/conf/mailboxes
virtual_uid_maps = static:{id}
virtual_gid_maps = static:{id}
virtual_minimum_uid = 1
recipient_delimiter = +
default_transport = error:only {domain} is served here
message_size_limit = 40000000
virtual_mailbox_limit = 0
smtpd_tls_cert_file = {base}/cert.pem
smtpd_tls_key_file = {base}/key.pem
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth}
smtpd_client_connection_rate_limit = 0
smtpd_error_sleep_time = 0
"""

MASTER = """
127.0.0.1:{smtp} inet n - n - - smtpd
127.0.0.1:{smtps} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""
UNDELIVERED = ("maildrop", "incoming", "active")
"""Where the mail server keeps letters that are on their way."""


@dataclass(frozen=True)
class Servers:
    base: Path
    ports: dict[str, int]

    def maildir(self, user: str) -> Path:
        return self.base / "mail" / user

    def letters(self, user: str) -> list[bytes]:
        """All mail that has reached a user."""
        folders = (self.maildir(user) / part for part in ("new", "cur"))
        return [path.read_bytes() for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]

    def empty(self) -> None:
        """Delete all mail, once what an earlier test sent has arrived."""
        end = time.monotonic() + PATIENCE
        while any(path.is_file() for part in UNDELIVERED for path in (self.base / "queue" / part).rglob("*")):
            assert time.monotonic() < end, "the mail server still holds letters"
            time.sleep(0.05)
        for path in (self.base / "mail").glob("*/*/*"):
            if path.parent.name in ("new", "cur"):
                path.unlink()

    @property
    def environment(self) -> dict[str, str]:
        """What a client needs to trust the servers and to log in."""
        words = {"PBM_IMAP_PASSWORD": PASSWORD, "PBM_SMTP_PASSWORD": PASSWORD}
        return os.environ | words | {"SSL_CERT_FILE": str(self.base / "cert.pem")}

    @property
    def inbox(self) -> str:
        return f"imaps://{ORDERS}@localhost:{self.ports['imaps']}/INBOX"

    @property
    def smtp(self) -> str:
        return f"smtp://{ORDERS}@localhost:{self.ports['smtp']}"


def why_not() -> str:
    """Why the servers cannot run here; empty if they can."""
    absent = [name for name in ("dovecot", "postfix") if not shutil.which(name, path=path_of_daemons())]
    if absent:
        return f"{' and '.join(absent)} not installed: run tests/install-servers.sh as root on Debian"
    return "" if os.geteuid() == 0 else "Dovecot and Postfix are started by root alone"


def path_of_daemons() -> str:
    return os.environ.get("PATH", "") + os.pathsep + "/usr/sbin"


@contextmanager
def running(users: list[str]) -> Iterator[Servers]:
    """Both servers, with a mailbox for the orders and one for each user."""
    base = Path(tempfile.mkdtemp(prefix="pbm-servers-"))
    base.chmod(0o755)
    servers = Servers(base, dict(zip(PORTS, free_ports(len(PORTS)), strict=True)))
    lay_out(servers, [ORDERS, *users])
    dovecot = subprocess.Popen(["dovecot", "-F", "-c", base / "dovecot.conf"], env={"PATH": path_of_daemons()})
    postfix = subprocess.Popen(
        ["postfix", "-c", base / "conf", "start-fg"],
        env={"PATH": path_of_daemons()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for name in PORTS:
            await_port(servers.ports[name], base)
        yield servers
    finally:
        subprocess.run(["postfix", "-c", base / "conf", "stop"], env={"PATH": path_of_daemons()},
                       capture_output=True, check=False)  # fmt: skip
        dovecot.terminate()
        dovecot.wait(PATIENCE)
        postfix.wait(PATIENCE)
        shutil.rmtree(base, ignore_errors=True)


def lay_out(servers: Servers, users: list[str]) -> None:
    base = servers.base
    for name in ("conf", "mail", "queue", "data", "run"):
        (base / name).mkdir()
    os.chown(base / "mail", MAIL_ID, MAIL_ID)
    shutil.chown(base / "data", "postfix")
    values = servers.ports | {"base": base, "password": PASSWORD, "domain": DOMAIN, "id": MAIL_ID}
    (base / "dovecot.conf").write_text(DOVECOT.format(**values))
    (base / "conf/main.cf").write_text(POSTFIX.format(**values))
    (base / "conf/master.cf").write_text(MASTER.format(**values))
    (base / "conf/mailboxes").write_text("".join(f"{user}@{DOMAIN} {user}/\n" for user in users))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", base / "key.pem",
         "-out", base / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip


def free_ports(number: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [int(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports


def await_port(port: int, base: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    logs = "\n".join(path.read_text(errors="replace") for path in base.glob("*.log"))
    raise RuntimeError(f"no server came up on port {port}:\n{logs}")

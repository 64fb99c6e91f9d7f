#!/bin/sh
# The mail servers that some tests talk to: Dovecot for IMAP, Postfix for SMTP.
# Installs them where it may, which is as root on Debian; else says which tests will be left out.
set -u

missing=""
for server in dovecot postfix; do
    command -v "$server" >/dev/null 2>&1 || [ -x "/usr/sbin/$server" ] || missing="$missing $server"
done

if [ -z "$missing" ]; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing$missing for the tests that send and fetch real mail ..."
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq >/dev/null 2>&1 &&
        apt-get install -y -qq --no-install-recommends dovecot-imapd postfix >/dev/null 2>&1; then
        exit 0
    fi
    echo "That did not work."
fi
echo "Not installed:$missing. LEFT OUT: the tests in tests/test_mail_servers.py (a full turn by mail through real"
echo "servers, killed and resumed). To run them, as root on Debian: apt-get install dovecot-imapd postfix"

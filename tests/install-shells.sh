#!/bin/sh
# The shells in which completion is tried, zsh and fish beside bash, and groff, which reads the man pages.
# Installs them where it may, which is as root on Debian; else says which tests will be left out.
set -u

missing=""
for program in zsh fish groff; do
    command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing$missing for the tests of completion and man pages ..."
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq >/dev/null 2>&1 && apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1; then
        exit 0
    fi
    echo "That did not work."
fi
echo "Not installed:$missing. LEFT OUT in tests/project/test_shells.py: what they would try."
echo "To run them, as root on Debian: apt-get install$missing"

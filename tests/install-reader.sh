#!/bin/sh
# The reader of capitals on photos of sheets, tesseract: without it what it suggests is not tried.
# Installs it where it may, which is as root on Debian; else says what will be left out.
set -u

command -v tesseract >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing tesseract-ocr for the tests of what is suggested for photos of sheets ..."
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq >/dev/null 2>&1 &&
        apt-get install -y -qq --no-install-recommends tesseract-ocr >/dev/null 2>&1; then
        exit 0
    fi
    echo "That did not work."
fi
echo "Not installed: tesseract. LEFT OUT in tests/test_scan.py: what is suggested for capitals in boxes."
echo "To try it, as root on Debian: apt-get install tesseract-ocr"

#!/bin/sh
# The browser that some tests look at pages with, Chromium, and axe-core, which finds what hinders readers of them.
# Installs them where it may, which is as root on Debian; else says which tests will be left out.
set -u

axe=build/axe/package/axe.min.js
if [ ! -f "$axe" ] && command -v npm >/dev/null 2>&1; then
    mkdir -p build/axe
    (cd build/axe && npm pack --silent axe-core@4.14.0 >/dev/null 2>&1 && tar xzf axe-core-*.tgz) ||
        echo "That did not work: npm pack axe-core"
fi
[ -f "$axe" ] || echo "Not there: $axe. LEFT OUT: the tests that pages hinder nobody. To run them, install npm."

for browser in chromium chromium-browser google-chrome; do
    command -v "$browser" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing chromium for the tests that look at pages in a browser ..."
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq >/dev/null 2>&1 &&
        apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1; then
        exit 0
    fi
    echo "That did not work."
fi
echo "Not installed: chromium. LEFT OUT: the tests in tests/test_site_browser.py and tests/test_order_desk_browser.py"
echo "(the site, its replay and the order desk in a real browser) and tests/test_axe.py (what hinders readers)."
echo "To run them, as root on Debian: apt-get install chromium"

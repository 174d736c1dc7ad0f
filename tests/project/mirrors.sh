#!/bin/bash
# Prints the addresses of Debian's archive, a line each: that of DEBIAN_MIRROR, then those that the machine's own sources name. With none,
# exit status 1 and what to do. No file of this project names a host.
#
#   DEBIAN_MIRROR=http://HOST/debian    where the packages come from that the machine's own sources do not have (other suites of Debian)
set -euo pipefail
found=$({
    echo "${DEBIAN_MIRROR:-}"
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null || true
} | sed -n '\,/debian/*$,p' | awk '{ sub(/\/+$/, "") } !seen[$0]++')
[ -n "$found" ] || {
    echo "mirrors.sh: the machine's sources name no archive of Debian; set DEBIAN_MIRROR=http://HOST/debian" >&2
    exit 1
}
echo "$found"

#!/bin/bash
# The identity of the library, which a key of a cache begins with: the same for the same sources in any folder, another one for any
# other content, name or border of files.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$work"
identity() { # FOLDER
    python3 "$root/translator/library/generate_identity.py" "$1" header.h mmra spirv >/dev/null
    grep -oE '[0-9a-f]{64}' header.h
}
mkdir -p one/mmra/base one/spirv
echo 'int a;' >one/mmra/base/a.c
echo 'int b;' >one/mmra/base/b.c
echo 'int c;' >one/spirv/c.h
first=$(identity one)
cp -r one elsewhere
echo 'no source' >elsewhere/spirv/notes.txt
[ "$(identity elsewhere)" = "$first" ] || fail "the same sources elsewhere are another library"
differs() { # WHAT, a command in a copy
    rm -rf two
    cp -r one two
    (cd two && eval "$2")
    [ "$(identity two)" != "$first" ] || fail "the same library: $1"
}
differs content "echo 'int d;' >spirv/c.h"
differs name "mv spirv/c.h spirv/d.h"
differs folder "mv spirv/c.h mmra/"
differs border "cat mmra/base/b.c >>mmra/base/a.c; : >mmra/base/b.c"
differs "one more" ": >spirv/e.c"
finish "the library's identity"

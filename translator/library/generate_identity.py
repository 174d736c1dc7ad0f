#!/usr/bin/env python3
"""generate_identity.py ROOT HEADER FOLDER...: writes a header with the SHA-256 of all sources in those folders of ROOT, names and
contents, which is the same wherever they are built. The key of a translation begins with it (key.c)."""
import hashlib
import os
import sys

root, header, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
paths = sorted(
    os.path.relpath(os.path.join(place, name), root).replace(os.sep, "/")
    for folder in folders
    for place, _, names in os.walk(os.path.join(root, folder))
    for name in names
    if name.endswith((".c", ".h"))
)
identity = hashlib.sha256()
for path in paths:
    with open(os.path.join(root, path), "rb") as source:
        content = source.read()
    identity.update(f"{path} {len(content)}\n".encode() + content)
with open(header, "w", encoding="ascii") as file:
    file.write(f'#define SMMRA_IDENTITY "{identity.hexdigest()}"\n')

"""What the scripts share that make families of shaders."""

import pathlib
import sys

HEAD = "#version 460\n"
shaders = {}
settings = {}


# Memory of an invocation that is too large for registers, and is read where data say. `{}` is a float.
PRIVATE = "float kept[48];\nfor (int i = 0; i < 48; i++)\n    kept[i] = {} * float(i);\n"


def add(name, stage, declarations, body, setting=""):
    """One shader; what stands before main, and in it."""
    assert f"{name}.{stage}" not in shaders, name
    shaders[f"{name}.{stage}"] = f"{HEAD}{declarations.strip()}\n\nvoid main() {{\n{body.strip()}\n}}\n"
    if setting:
        settings[name] = setting.replace("bounds", "absolute=0.002")


def write():
    """Into the folder of the command line; the settings into a file of the script's name there."""
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, text in shaders.items():
        (folder / name).write_text(text)
    lines = "".join(f"{name} {setting}\n" for name, setting in sorted(settings.items()))
    (folder / (pathlib.Path(sys.argv[0]).stem + ".settings")).write_text(lines)
    print(len(shaders))

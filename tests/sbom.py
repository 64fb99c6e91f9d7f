"""`make sbom`: what pbm is made of when it is installed, as a CycloneDX list. It asks no network."""

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any

NAME = re.compile(r"[A-Za-z0-9._-]+")


def needed(name: str, known: set[str]) -> Iterator[Distribution]:
    """A package and all that it needs here, each once; extras are not installed with pbm."""
    plain = name.lower().replace("_", "-")
    if plain in known:
        return
    known.add(plain)
    try:
        found = distribution(plain)
    except PackageNotFoundError:
        return
    yield found
    for line in found.requires or []:
        wanted, _, marker = line.partition(";")
        if "extra" not in marker and (match := NAME.match(wanted)):
            yield from needed(match[0], known)


def component(found: Distribution) -> dict[str, Any]:
    data: Any = found.metadata
    name, version = data["Name"].lower().replace("_", "-"), found.version
    licence = data.get("License-Expression") or (data.get("License") or "").partition("\n")[0]
    made: dict[str, Any] = {"type": "library", "name": name, "version": version, "bom-ref": f"{name}@{version}"}
    return made | ({"licenses": [{"license": {"name": licence}}]} if licence else {})


def sbom() -> dict[str, Any]:
    own, *others = needed("pbm", set())
    parts = sorted((component(found) for found in others), key=lambda each: each["name"])
    head = {"component": component(own) | {"type": "application"}}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": head, "components": parts}


if __name__ == "__main__":
    json.dump(sbom(), sys.stdout, indent=1)
    print()

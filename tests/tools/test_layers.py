"""The folders of src include each other as this table says: no edge is missing from it, none is unused, none closes a circle."""

import graphlib
import re
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "src"

# folder: the folders that its files may include
LAYERS = {
    "api": "launch transfer image memory pool provider cache device/characterize device cl handle base",
    "launch": "memory cl",
    "transfer": "memory provider device cl base",
    "image": "memory provider cl",
    "memory": "pool provider cl handle",
    "pool": "provider queue heap handle base",
    "provider": "queue device cl base",
    "queue": "heap cl handle base",
    "heap": "handle base",
    "cache": "device cl base",
    "device/characterize": "device cl base",
    "device": "cl base",
    "cl": "base",
    "handle": "base",
    "base": "",
}


def edges_of(sources: Path) -> dict[str, set[str]]:
    """For each folder with sources, the other folders that its files include."""
    edges: dict[str, set[str]] = {}
    for path in sources.rglob("*.[hc]pp"):
        included = re.findall(r'^#include "(.+)/', path.read_text(encoding="utf-8"), re.MULTILINE)
        folder = path.parent.relative_to(sources).as_posix()
        edges.setdefault(folder, set()).update(set(included) - {folder})
    return edges


class Layers(unittest.TestCase):
    def test_the_table_has_the_edges_of_the_sources_and_no_others(self):
        self.assertEqual(edges_of(SOURCES), {folder: set(below.split()) for folder, below in LAYERS.items()})

    def test_arrows_point_downwards(self):
        graphlib.TopologicalSorter({folder: below.split() for folder, below in LAYERS.items()}).prepare()

    def test_an_include_is_an_edge(self):
        with tempfile.TemporaryDirectory() as folder:
            sources = Path(folder)
            (sources / "device/numbers").mkdir(parents=True)
            (sources / "device/device.hpp").write_text('#include "cl/loader.hpp"\n#include <vector>\n')
            (sources / "device/numbers/table.cpp").write_text(
                '#include "device/numbers/table.hpp"\n\n#include "device/device.hpp"\n'
            )
            self.assertEqual(edges_of(sources), {"device": {"cl"}, "device/numbers": {"device"}})


if __name__ == "__main__":
    unittest.main()

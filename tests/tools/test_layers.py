"""The folders of src include each other as a table says: no edge is missing from it, none is unused, none closes a circle.
Neither does a pair of files, a header with its source. The layer, outside src, includes nothing of src."""

import graphlib
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"

# folder: the folders that its files may include
LAYERS = {
    "api": "launch transfer image memory pool recorder provider cache device/characterize device/memory device fault cl handle base",
    "launch": "memory cl",
    "transfer": "memory provider device cl base",
    "image": "memory provider cl",
    "memory": "pool provider cl handle",
    "pool": "recorder provider queue heap handle base",
    "recorder": "base",
    "provider": "queue device fault cl base",
    "queue": "heap cl handle base",
    "heap": "handle base",
    "cache": "device cl base",
    "device/characterize": "device cl base",
    "device/memory": "device cl base",
    "device": "cl base",
    "cl": "base",
    "handle": "base",
    "fault": "base",
    "base": "",
}

# Of the layer, what `clmem run` reads too: these files include neither OpenCL's dispatch table nor clmem.
COUNTING = {"attachment", "core_calls", "fault_calls", "page", "record", "report", "report_text", "settings", "trace_rows"}
# Of clmem the layer includes the header that programs use, and what reads and follows the specs of faults: the same for
# programs and for pools.
FAULTS = {"fault/plan.hpp", "fault/spec.hpp"}
PUBLIC = FAULTS | {"clmem.h", "clmem_extras.h", "CL/cl.h", "CL/cl_ext.h", "CL/cl_icd.h", "CL/cl_layer.h"}


def edges_of(sources: Path) -> dict[str, set[str]]:
    """For each folder with sources, the other folders that its files include."""
    edges: dict[str, set[str]] = {}
    for path in sources.rglob("*.[hc]pp"):
        included = re.findall(r'^#include "(.+)/', path.read_text(encoding="utf-8"), re.MULTILINE)
        folder = path.parent.relative_to(sources).as_posix()
        edges.setdefault(folder, set()).update(set(included) - {folder})
    return edges


def pairs_of(root: Path) -> dict[str, set[str]]:
    """For each header with its source, the other pairs that either of them includes."""
    pairs: dict[str, set[str]] = {}
    for path in root.rglob("*.[hc]pp"):
        own = path.relative_to(root).with_suffix("").as_posix()
        included = pairs.setdefault(own, set())
        for name in re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            found = next((folder / name for folder in (root, path.parent) if (folder / name).is_file()), None)
            if found is not None and found.with_suffix("") != path.with_suffix(""):
                included.add(found.resolve().relative_to(root.resolve()).with_suffix("").as_posix())
    return pairs


def faults_of_the_layer(layer: Path) -> list[str]:
    """The includes of the layer that it should not have."""
    own = {path.name for path in layer.glob("*.hpp")}
    faults = []
    for path in sorted(layer.rglob("*.[hc]pp")):
        counts = path.stem in COUNTING
        local = {name for name in own if Path(name).stem in COUNTING} if counts else own
        headers = FAULTS | {"CL/cl.h"} if counts else PUBLIC
        for bracket, name in re.findall(r'^#include (["<])([^">]+)[">]', path.read_text(encoding="utf-8"), re.MULTILINE):
            is_system = bracket == "<" and not name.startswith(("CL/", "clmem", "fault/"))
            if name not in (local if bracket == '"' else headers) and not (is_system and ".hpp" not in name):
                faults.append(f"{path.name}: {name}")
    return faults


class Layers(unittest.TestCase):
    def test_the_table_has_the_edges_of_the_sources_and_no_others(self):
        self.assertEqual(edges_of(SOURCES), {folder: set(below.split()) for folder, below in LAYERS.items()})

    def test_arrows_point_downwards(self):
        graphlib.TopologicalSorter({folder: below.split() for folder, below in LAYERS.items()}).prepare()

    def test_no_pairs_of_files_include_each_other(self):
        for folder in ("src", "layer", "tools/clmem"):
            with self.subTest(folder):
                graphlib.TopologicalSorter(pairs_of(ROOT / folder)).prepare()

    def test_a_circle_of_pairs_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            sources = Path(folder)
            for name, includes in {"a.hpp": "b.hpp", "a.cpp": "a.hpp", "b.hpp": "a.hpp", "c.cpp": "a.hpp"}.items():
                (sources / name).write_text(f'#include "{includes}"\n')
            (sources / "b.hpp").write_text("")
            self.assertEqual(pairs_of(sources), {"a": {"b"}, "b": set(), "c": {"a"}})
            (sources / "b.cpp").write_text('#include "a.hpp"\n')
            with self.assertRaises(graphlib.CycleError):
                graphlib.TopologicalSorter(pairs_of(sources)).prepare()

    def test_an_include_is_an_edge(self):
        with tempfile.TemporaryDirectory() as folder:
            sources = Path(folder)
            (sources / "device/numbers").mkdir(parents=True)
            (sources / "device/device.hpp").write_text('#include "cl/loader.hpp"\n#include <vector>\n')
            (sources / "device/numbers/table.cpp").write_text(
                '#include "device/numbers/table.hpp"\n\n#include "device/device.hpp"\n'
            )
            self.assertEqual(edges_of(sources), {"device": {"cl"}, "device/numbers": {"device"}})


class TheLayer(unittest.TestCase):
    def test_it_includes_its_own_files_and_public_headers(self):
        self.assertEqual(faults_of_the_layer(ROOT / "layer"), [])

    def test_other_includes_are_faults(self):
        with tempfile.TemporaryDirectory() as folder:
            layer = Path(folder)
            (layer / "blocks.hpp").write_text('#include <clmem.h>\n#include <CL/cl_icd.h>\n#include <sys/mman.h>\n')
            (layer / "page.hpp").write_text('#include "blocks.hpp"\n#include <CL/cl_icd.h>\n#include <atomic>\n')
            (layer / "queues.cpp").write_text(
                '#include "blocks.hpp"\n#include "pool/pool.hpp"\n#include "../src/base/log.hpp"\n#include <clmem.hpp>\n'
            )
            self.assertEqual(
                faults_of_the_layer(layer),
                [
                    "page.hpp: blocks.hpp",
                    "page.hpp: CL/cl_icd.h",
                    "queues.cpp: pool/pool.hpp",
                    "queues.cpp: ../src/base/log.hpp",
                    "queues.cpp: clmem.hpp",
                ],
            )


if __name__ == "__main__":
    unittest.main()

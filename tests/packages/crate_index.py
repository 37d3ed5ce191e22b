#!/usr/bin/env python3
"""A registry that has the crates in a folder, and gets all others from another: crate_index.py FOLDER INDEX ADDRESS_FILE

INDEX is the address of the other's sparse index. The server writes its own address into ADDRESS_FILE: a cargo whose
crates.io is replaced by the source "sparse+" with that address asks this registry."""

import hashlib
import http.server
import json
import pathlib
import sys
import tarfile
import tomllib
import urllib.error
import urllib.request

KINDS = {"dependencies": "normal", "dev-dependencies": "dev", "build-dependencies": "build"}


def dependency(name, kind, value):
    """A dependency as an index describes it; `value` is how a packed Cargo.toml does."""
    return {
        "name": name,
        "req": value["version"],
        "features": value.get("features", []),
        "optional": value.get("optional", False),
        "default_features": value.get("default-features", True),
        "target": None,
        "kind": kind,
    }


def entry(path):
    """The index's description of a packed crate."""
    with tarfile.open(path) as archive:
        text = archive.extractfile(path.name.removesuffix(".crate") + "/Cargo.toml").read()
    manifest = tomllib.loads(text.decode("utf-8"))
    package = manifest["package"]
    if "target" in manifest:
        sys.exit(f"crate_index.py: {path.name} has dependencies for targets, which are not supported")
    return {
        "name": package["name"],
        "vers": package["version"],
        "deps": [dependency(*each) for each in dependencies(manifest)],
        "cksum": hashlib.sha256(path.read_bytes()).hexdigest(),
        "features": {},
        "features2": manifest.get("features", {}),
        "v": 2,
        "yanked": False,
        "links": package.get("links"),
        "rust_version": package["rust-version"],
    }


def dependencies(manifest):
    for table, kind in KINDS.items():
        for name, value in manifest.get(table, {}).items():
            yield name, kind, value


def download(address):
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


class Registry(http.server.BaseHTTPRequestHandler):
    """Answers for the crates in `crates`, by name, and forwards what is for others."""

    crates = {}
    index = ""
    files = ""  # where the other registry has its crates

    def answer(self):
        kind, *rest = self.path.strip("/").split("/")
        if kind == "files":
            name, version, _ = rest
            path = self.crates.get(name)
            return path.read_bytes() if path else download(f"{self.files}/{name}/{version}/download")
        if self.path == "/config.json":
            return json.dumps({"dl": f"http://{self.headers['Host']}/files"}).encode()
        path = self.crates.get(self.path.rsplit("/", 1)[1])
        return json.dumps(entry(path)).encode() + b"\n" if path else download(self.index + self.path)

    def do_GET(self):
        try:
            status, body = 200, self.answer()
        except urllib.error.HTTPError as error:
            status, body = error.code, b""
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code="-", size="-"):
        pass


def main():
    folder, Registry.index, address_file = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    Registry.crates = {entry(path)["name"]: path for path in folder.glob("*.crate")}
    Registry.files = json.loads(download(Registry.index + "/config.json"))["dl"]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    address_file.write_text(f"http://127.0.0.1:{server.server_port}/\n", encoding="utf-8")
    server.serve_forever()


if __name__ == "__main__":
    main()

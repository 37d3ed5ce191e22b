#!/usr/bin/env python3
"""A registry that has our crates, and gets all others from crates.io: crate_index.py FOLDER ADDRESS_FILE

Cargo reads it in place of crates.io, as "sparse+" and the address that it writes into a file."""

import hashlib
import http.server
import json
import pathlib
import sys
import tarfile
import tomllib
import urllib.error
import urllib.request

UPSTREAM = "https://index.crates.io"
KINDS = {"dependencies": "normal", "dev-dependencies": "dev", "build-dependencies": "build"}


def dependency(name, kind, value):
    """A dependency of the index; value is that of a packed Cargo.toml."""
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
    """The line of a crate in the index."""
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
    upstream_files = ""

    def answer(self):
        kind, *rest = self.path.strip("/").split("/")
        if kind == "files":
            name, version, _ = rest
            path = self.crates.get(name)
            return path.read_bytes() if path else download(f"{self.upstream_files}/{name}/{version}/download")
        if self.path == "/config.json":
            return json.dumps({"dl": f"http://{self.headers['Host']}/files"}).encode()
        path = self.crates.get(self.path.rsplit("/", 1)[1])
        return json.dumps(entry(path)).encode() + b"\n" if path else download(UPSTREAM + self.path)

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
    folder, address_file = map(pathlib.Path, sys.argv[1:])
    Registry.crates = {entry(path)["name"]: path for path in folder.glob("*.crate")}
    Registry.upstream_files = json.loads(download(UPSTREAM + "/config.json"))["dl"]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    address_file.write_text(f"http://127.0.0.1:{server.server_port}/\n", encoding="utf-8")
    server.serve_forever()


if __name__ == "__main__":
    main()

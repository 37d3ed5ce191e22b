# The page of clmem view: Node from PyPI, and npm's packages, which only building and testing the page need. ./dev reads
# this file.
# shellcheck shell=sh

page_folder=tools/clmem/view/page

# in_page COMMAND...: runs a command in the page's folder, with the pinned Node. Node trusts what the system trusts, too:
# without that option, only the authorities that it was built with.
in_page() (
    export PATH="$PWD/build/page-venv/bin:$PATH" NODE_OPTIONS="--use-system-ca ${NODE_OPTIONS-}"
    cd "$page_folder" && "$@"
)

# Installs Node and the packages of package-lock.json, where they are missing. The copy of the lock file says which there are.
need_page() {
    need_python tools/requirements-page.txt build/page-venv || return 1
    have=$page_folder/node_modules/.clmem-package-lock.json
    if cmp -s "$page_folder/package-lock.json" "$have"; then return 0; fi
    say "installing npm's packages into $page_folder/node_modules"
    if ! in_page npm ci --no-progress --loglevel=error; then
        echo "dev: expected npm's packages of $page_folder/package-lock.json, got none: npm ci failed." \
            "Try again with a network; then no later command needs it." >&2
        return 1
    fi
    cp "$page_folder/package-lock.json" "$have"
}

# page [--check]: writes tools/clmem/view/page.html, or checks that it is up to date.
page() { need_page && in_page node build.mjs "$@"; }

# format_page --write|--check: the sources of the page.
format_page() { need_page && in_page node_modules/.bin/prettier --log-level warn "$1" .; }

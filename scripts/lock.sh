#!/usr/bin/env bash
# Rewrites locks/*.txt and package-lock.json from pyproject.toml and package.json: names, versions and hashes for
# every supported Python and platform, without addresses. Pins stay as they are unless UPGRADE=1 or no longer allowed.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"${PYTHON:-python3}" -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check uv==0.13.9

compile() {
  "$tools/bin/uv" pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
    --only-binary :all: --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
    ${UPGRADE:+--upgrade} "$@"
}

# The build backend is locked with the packages, so that set-up can install the project itself offline.
compile pyproject.toml --group build --output-file locks/play.txt
compile pyproject.toml --group build --group dev --constraints locks/play.txt --output-file locks/test.txt
compile pyproject.toml --group build --group bench --constraints locks/play.txt --output-file locks/bench.txt
compile --group node --output-file locks/node.txt
"${PYTHON:-python3}" scripts/install.py npm install --package-lock-only
# npm copies the addresses for donations too; the packages themselves keep them.
"${PYTHON:-python3}" - <<'PYTHON'
import json
from pathlib import Path

path = Path("package-lock.json")
lock = json.loads(path.read_text())
for package in lock["packages"].values():
    package.pop("funding", None)
path.write_text(json.dumps(lock, indent=2) + "\n")
PYTHON

if grep --line-number '://' locks/*.txt package-lock.json; then
  echo "These lock files hold addresses; see above." >&2
  exit 1
fi

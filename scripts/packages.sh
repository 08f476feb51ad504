#!/bin/sh
# The one list of Debian packages that building and testing need. Run as root,
# it installs those that are missing; `--list` prints the list.
set -eu

packages="
  clang-19 llvm-19-dev llvm-19-tools libclang-19-dev libclang-rt-19-dev lld-19
  clang-22 llvm-22-dev llvm-22-tools libclang-22-dev libclang-rt-22-dev lld-22
  clang-format-19 clang-tidy-19
  cmake ninja-build make ccache g++ git python3 valgrind
  libgtest-dev libbenchmark-dev
  libzstd-dev zlib1g-dev libedit-dev libxml2-dev
"

if [ "${1:-}" = --list ]; then
  printf '%s\n' $packages
  exit 0
fi

missing=
for package in $packages; do
  state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
  echo "missing packages; as root, run: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
echo "installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt-get -q update &&
       apt-get -qy install --no-install-recommends $missing; } >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi

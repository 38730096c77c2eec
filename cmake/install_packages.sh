#!/usr/bin/env bash
# install_packages.sh [LIST]: installs those packages of cmake/LIST (packages.txt) that are missing; silent when none is.
set -euo pipefail
cd "$(dirname "$0")"

missing=()
while read -r package; do
    status=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2> /dev/null || true)
    [[ $status == installed* ]] || missing+=("$package")
done < <(sed 's/#.*//; s/[[:space:]]//g; /^$/d' "${1:-packages.txt}")
((${#missing[@]})) || exit 0

if ((EUID == 0)); then
    as_root=(env)
elif sudo --non-interactive true 2> /dev/null || { [[ -t 0 ]] && command -v sudo > /dev/null; }; then
    as_root=(sudo env)
else
    echo "error: missing packages: ${missing[*]}" >&2
    echo "install them as root: apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
fi

echo "Installing Debian packages: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes "$@" > "$log" 2>&1 < /dev/null; }
# Without the index of packages a fresh machine knows no versions to install.
if ! { apt update && apt install --no-install-recommends "${missing[@]}"; }; then
    cat "$log" >&2
    echo "error: apt-get failed" >&2
    exit 2
fi

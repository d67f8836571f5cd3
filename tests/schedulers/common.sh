# What the tests of schedulers share; sourced by them. They run the program that $TILEWRIGHT names,
# target/debug/tilewright without it.

set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "${TILEWRIGHT:-$repository/target/debug/tilewright}")
scratch=$(mktemp --directory)
# The program by its name, as scripts call it.
mkdir "$scratch/bin"
ln -s "$program" "$scratch/bin/tilewright"
export PATH="$scratch/bin:$PATH"

fail() {
    echo "failed: $*" >&2
    exit 1
}

# Begins the campaign $1 of the puzzle $2; the rest is for `campaign new`.
begin() {
    tilewright campaign new "$repository/puzzles/$2.ron" -o "$scratch/$1" "${@:3}" >/dev/null
}

# The campaign $1 has $2 distinct solutions.
finds() {
    local merged
    merged=$(tilewright campaign merge "$scratch/$1" 2>&1) || fail "$1: $merged"
    grep -qE "^  distinct +$2\$" <<<"$merged" || fail "$1: no $2 in: $merged"
    echo "  $1: $2"
}

# The status of the campaign $1 has a line like $2.
says() {
    local status
    status=$(tilewright campaign status "$scratch/$1" || true)
    grep -qE "$2" <<<"$status" || fail "$1: no '$2' in: $status"
}

# The campaign $1 has no answer: parts are missing.
is_missing() {
    local merged
    if merged=$(tilewright campaign merge "$scratch/$1" 2>&1); then
        fail "$1 has an answer: $merged"
    fi
    grep -q "missing: " <<<"$merged" || fail "$1: nothing is missing: $merged"
}

# The n-th file of results of the campaign $1, from 1.
result() {
    local files=("$scratch/$1"/results/*.jsonl)
    echo "${files[$2 - 1]}"
}

# Damages a file: another first byte.
damage() {
    printf '#' | dd of="$1" conv=notrunc status=none
}

# Functions that the tests of schedulers source. They run the program that $TILEWRIGHT names, by default
# target/debug/tilewright.

set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "${TILEWRIGHT:-$repository/target/debug/tilewright}")
scratch=$(mktemp --directory)
# Scripts call the program by its name.
mkdir "$scratch/bin"
ln -s "$program" "$scratch/bin/tilewright"
export PATH="$scratch/bin:$PATH"

fail() {
    echo "failed: $*" >&2
    exit 1
}

# Begins the campaign $1 of the puzzle $2. Other arguments are for `campaign new`.
begin() {
    tilewright campaign new "$repository/puzzles/$2.ron" -o "$scratch/$1" "${@:3}" >/dev/null
}

# Asserts that the campaign $1 has $2 distinct solutions.
finds() {
    local merged
    merged=$(tilewright campaign merge "$scratch/$1" 2>&1) || fail "$1: $merged"
    grep -qE "^  distinct +$2\$" <<<"$merged" || fail "$1: no $2 in: $merged"
    echo "  $1: $2"
}

# Asserts that the status of the campaign $1 has a line that matches $2.
says() {
    local status
    status=$(tilewright campaign status "$scratch/$1" || true)
    grep -qE "$2" <<<"$status" || fail "$1: no '$2' in: $status"
}

# Asserts that the campaign $1 has no answer because parts are missing.
is_missing() {
    local merged
    if merged=$(tilewright campaign merge "$scratch/$1" 2>&1); then
        fail "$1 has an answer: $merged"
    fi
    grep -q "missing: " <<<"$merged" || fail "$1: nothing is missing: $merged"
}

# The path of result file $2 of the campaign $1, from 1, among the files that count a solution. Some parts have
# none, and a process may compute only such parts.
result() {
    grep --files-with-matches '"solutions":"[1-9]' "$scratch/$1"/results/*.jsonl | sed -n "$2p"
}

# Damages the file $1: changes its first byte.
damage() {
    printf '#' | dd of="$1" conv=notrunc status=none
}

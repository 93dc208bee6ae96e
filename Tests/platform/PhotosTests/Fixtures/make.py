#!/usr/bin/env python3
"""Makes the fixtures beside it. Needs Pillow, piexif, cc, libheif-dev, libheif-examples, libjpeg-turbo-progs
and webp.

  make.py             all of them
  make.py NAME...     those alone

Each shows the same four quarters, upright: red and green above blue and yellow.
"""
import io
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import piexif
from PIL import Image, ImageOps

HERE = Path(__file__).parent
WIDTH, HEIGHT = 96, 64
COLORS = [[(220, 30, 30), (30, 200, 60)], [(40, 60, 210), (230, 220, 40)]]
# What makes the upright picture from the one that is stored with this orientation, backwards.
STORED = {
    2: [Image.FLIP_LEFT_RIGHT], 3: [Image.ROTATE_180], 4: [Image.FLIP_TOP_BOTTOM],
    5: [Image.TRANSPOSE], 6: [Image.ROTATE_90], 7: [Image.TRANSVERSE], 8: [Image.ROTATE_270],
}


def color(x, y, width=WIDTH, height=HEIGHT):
    return COLORS[y * 2 // height][x * 2 // width]


def picture(width=WIDTH, height=HEIGHT):
    image = Image.new("RGB", (width, height))
    image.putdata([color(x, y, width, height) for y in range(height) for x in range(width)])
    return image


def stored(orientation, width=WIDTH, height=HEIGHT):
    image = picture(width, height)
    for step in STORED.get(orientation, []):
        image = image.transpose(step)
    return image


def exif(orientation):
    return piexif.dump({
        "0th": {piexif.ImageIFD.Make: "Rollcall", piexif.ImageIFD.Orientation: orientation},
        "GPS": {piexif.GPSIFD.GPSLatitudeRef: "N",
                piexif.GPSIFD.GPSLatitude: ((48, 1), (51, 1), (30, 1))},
    })


def fixed(value):
    return struct.pack(">i", round(value * 65536))


def profile(colorants, curve):
    """A matrix profile (ICC.1:2022) with these colorants, adapted to D50."""
    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))
    tags = {b"wtpt": xyz((0.9642, 1, 0.8249)), b"rTRC": curve, b"gTRC": curve, b"bTRC": curve}
    tags.update(zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(xyz, colorants)))
    tags[b"desc"] = b"desc\0\0\0\0" + struct.pack(">I", 7) + b"secret\0" + bytes(78)
    table, data = b"", b""
    start = 128 + 4 + 12 * len(tags)
    for name, value in tags.items():
        table += name + struct.pack(">II", start + len(data), len(value))
        data += value + bytes(-len(value) % 4)
    header = bytearray(128)
    struct.pack_into(">I4sI4s4s4s", header, 0, start + len(data), b"none", 0x04300000, b"mntr", b"RGB ", b"XYZ ")
    header[36:40] = b"acsp"
    header[68:80] = b"".join(map(fixed, (0.9642, 1, 0.8249)))
    return bytes(header) + struct.pack(">I", len(tags)) + table + data


def srgb_curve():
    return b"para\0\0\0\0\0\3\0\0" + b"".join(
        map(fixed, (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))


P3 = profile(((0.5151, 0.2412, -0.0011), (0.2919, 0.6922, 0.0419), (0.1572, 0.0666, 0.7841)), srgb_curve())
ADOBE_RGB = profile(
    ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)),
    b"curv\0\0\0\0\0\0\0\1\x02\x33\0\0")


def write(name, data, limit=20_000):
    assert len(data) < limit, name
    if not sys.argv[1:] or name in sys.argv[1:]:
        (HERE / name).write_bytes(data)


def encoded(image, kind="JPEG", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, depth, kind, rows, interlaced=False, before=b""):
    """A PNG of rows of samples; Pillow writes neither 16 bits of colour nor Adam7."""
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2)] if interlaced else [(0, 0, 1, 1)]
    data = b""
    for left, top, across, down in passes:
        for row in rows[top::down]:
            line = row[left::across]
            if line:
                data += b"\0" + b"".join(
                    struct.pack(f">{len(pixel)}{'H' if depth == 16 else 'B'}", *pixel) for pixel in line)
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before
            + chunk(b"tEXt", b"Comment\0secret") + chunk(b"IDAT", zlib.compress(data, 9))
            + chunk(b"IEND", b""))


def rows(scale=1, alpha=None):
    return [[tuple(c * scale for c in color(x, y)) + (() if alpha is None else (alpha(x, y),))
             for x in range(WIDTH)] for y in range(HEIGHT)]


# How much of the signal is a screen's white (BT.2408), and the number of the transfer (H.273).
HDR = {"hlg": (0.75, 18), "pq": (0.58, 16)}


def hdr_rows(share):
    """The four colours at a share of the signal."""
    return [[tuple(int(c * 257 * share) for c in color(x, y)) for x in range(WIDTH)] for y in range(HEIGHT)]


def jpegs():
    for orientation in range(1, 9):
        write(f"turned-{orientation}.jpg", encoded(
            stored(orientation), quality=90, exif=exif(orientation), comment=b"secret"))
    write("cmyk.jpg", encoded(picture().convert("CMYK"), quality=90))
    write("gray.jpg", encoded(picture().convert("L"), quality=90))
    write("progressive.jpg", encoded(picture(), quality=90, progressive=True))
    write("p3.jpg", encoded(picture(), quality=95, subsampling=0, icc_profile=P3))
    write("adobe-rgb.jpg", encoded(picture(), quality=95, subsampling=0, icc_profile=ADOBE_RGB))
    # Wide, and larger than all squares.
    write("wide.jpg", encoded(stored(6, 900, 576), quality=70, exif=exif(6)))
    write("small.jpg", encoded(picture(300, 100), quality=90))
    twelve_megapixels()


def twelve_megapixels():
    """As large as a phone's camera writes them. Flat blocks take a bit each where DC has a scan of its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as scans:
        scans.write("0,1,2: 0-0, 0, 0; 0: 1-63, 0, 0; 1: 1-63, 0, 0; 2: 1-63, 0, 0;")
        scans.flush()
        photo = io.BytesIO()
        picture(4000, 3000).save(photo, "PPM")
        write("12-megapixels.jpg", subprocess.run(
            ["cjpeg", "-quality", "85", "-sample", "2x2", "-optimize", "-scans", scans.name],
            input=photo.getvalue(), stdout=subprocess.PIPE, check=True).stdout, limit=45_000)


def pngs():
    quarter = exif(6)[6:]
    write("palette.png", encoded(picture().quantize(4), "PNG", transparency=b"\xff" * 4))
    write("interlaced-16.png", png(WIDTH, HEIGHT, 16, 2, rows(257), interlaced=True))
    write("alpha.png", png(WIDTH, HEIGHT, 8, 6, rows(1, lambda x, y: 0 if x < 8 else 255)))
    write("alpha-16.png", png(
        WIDTH, HEIGHT, 16, 6, rows(257, lambda x, y: 0 if x < 8 else 65535)))
    write("gray-1.png", encoded(picture().convert("1"), "PNG"))
    write("p3.png", encoded(picture(), "PNG", icc_profile=P3))
    write("gamma.png", png(WIDTH, HEIGHT, 8, 2, rows(), before=chunk(b"gAMA", struct.pack(">I", 100000))))
    for name, (share, transfer) in HDR.items():
        write(f"{name}.png", png(
            WIDTH, HEIGHT, 16, 2, hdr_rows(share),
            before=chunk(b"cICP", bytes([9, transfer, 0, 1]))))
    turned = stored(6)
    write("turned.png", png(
        turned.width, turned.height, 8, 2,
        [[turned.getpixel((x, y)) for x in range(turned.width)] for y in range(turned.height)],
        before=chunk(b"eXIf", quarter)))
    # 72 megapixels in 9 KB.
    bomb = io.BytesIO()
    Image.new("1", (9000, 8000)).save(bomb, "PNG", optimize=True)
    write("bomb.png", bomb.getvalue())


def webps():
    write("lossy.webp", encoded(picture(), "WEBP", quality=90, exif=exif(1)))
    write("lossless.webp", encoded(picture(), "WEBP", lossless=True, icc_profile=P3))
    clear = picture().convert("RGBA")
    clear.paste((0, 0, 0, 0), (0, 0, 8, HEIGHT))
    write("alpha.webp", encoded(clear, "WEBP", quality=90))
    write("animated.webp", encoded(
        picture(), "WEBP", quality=90, save_all=True, duration=100,
        append_images=[ImageOps.invert(picture())]))
    write("turned.webp", encoded(stored(6), "WEBP", quality=90, exif=exif(6)))


def box(kind, *parts, version=None, flags=0):
    data = b"".join(parts)
    if version is not None:
        data = struct.pack(">I", version << 24 | flags) + data
    return struct.pack(">I", 8 + len(data)) + kind + data


def boxes(data):
    """The boxes (ISO/IEC 14496-12) that lie one behind the other."""
    found = {}
    while data:
        size, kind = struct.unpack(">I4s", data[:8])
        found[kind] = data[8:size]
        data = data[size:]
    return found


def grid(encoder):
    """A HEIC as phones write it (ISO/IEC 23008-12, 6.6.2.3): tiles, of which the last are cut off, turned by irot."""
    side, columns, lines = 64, 2, 3
    image = stored(6, 150, 100)
    whole = Image.new("RGB", (side * columns, side * lines), "white")
    whole.paste(image)
    tiles, configurations = [], set()
    for index in range(columns * lines):
        left, top = index % columns * side, index // columns * side
        tile = whole.crop((left, top, left + side, top + side))
        file = boxes(subprocess.run(
            [encoder, str(side), str(side), "1"], input=tile.tobytes(), stdout=subprocess.PIPE,
            check=True).stdout)
        properties = boxes(boxes(file[b"meta"][4:])[b"iprp"])[b"ipco"]
        configurations.add(boxes(properties)[b"hvcC"])
        tiles.append(file[b"mdat"])
    # One for all tiles.
    (configuration,) = configurations

    first, metadata = 2, 2 + len(tiles)
    data = [*tiles, bytes(4) + exif(6)[6:]]
    items = [(1, b"grid", 0)]
    items += [(first + index, b"hvc1", 1) for index in range(len(tiles))] + [(metadata, b"Exif", 1)]
    properties = [
        box(b"hvcC", configuration),
        box(b"ispe", struct.pack(">II", side, side), version=0),
        box(b"ispe", struct.pack(">II", *image.size), version=0),
        box(b"irot", b"\3"),
    ]
    # Essential ones have the top bit.
    associations = [(1, [3, 0x84])] + [(first + index, [0x81, 2]) for index in range(len(tiles))]
    ftyp = box(b"ftyp", b"heic", bytes(4), b"mif1heic")

    def meta(start):
        places = [struct.pack(">HHHHII", 1, 1, 0, 1, 0, 8)]
        for number, part in enumerate(data, first):
            places.append(struct.pack(">HHHHII", number, 0, 0, 1, start, len(part)))
            start += len(part)
        return box(
            b"meta",
            box(b"hdlr", bytes(4), b"pict", bytes(13), version=0),
            box(b"pitm", struct.pack(">H", 1), version=0),
            box(b"iloc", struct.pack(">BBH", 0x44, 0, len(places)), *places, version=1),
            box(b"iinf", struct.pack(">H", len(items)), *(
                box(b"infe", struct.pack(">HH4s", number, 0, kind), b"\0", version=2, flags=hidden)
                for number, kind, hidden in items), version=0),
            box(
                b"iref",
                box(b"dimg", struct.pack(f">HH{len(tiles)}H", 1, len(tiles), *range(first, metadata))),
                box(b"cdsc", struct.pack(">HHH", metadata, 1, 1)), version=0),
            box(
                b"iprp", box(b"ipco", *properties),
                box(b"ipma", struct.pack(">I", len(associations)), *(
                    struct.pack(">HB", number, len(indices)) + bytes(indices)
                    for number, indices in associations), version=0)),
            box(b"idat", struct.pack(">BBBBHH", 0, 0, lines - 1, columns - 1, *image.size)),
            version=0)

    start = len(ftyp) + len(meta(0)) + 8
    return ftyp + meta(start) + box(b"mdat", *data)


def alpha_of_two(data):
    """The reference of the alpha channel names a second item, as with a tone map."""
    at = data.index(b"auxl") - 4
    longer = struct.pack(">I4sHHHH", 16, b"auxl", 2, 2, 3, 1)
    data = bytearray(data[:at] + longer + data[at + 14:])
    for kind in b"iref", b"meta":
        place = data.index(kind) - 4
        data[place:place + 4] = struct.pack(">I", struct.unpack(">I", data[place:place + 4])[0] + 2)
    # Where the bytes of both items begin (ISO/IEC 14496-12, 8.11.3).
    for item in range(2):
        place = data.index(b"iloc") + 12 + 18 * item + 4
        data[place:place + 4] = struct.pack(">I", struct.unpack(">I", data[place:place + 4])[0] + 2)
    return bytes(data)


def heics(folder):
    encoder = folder / "heic"
    subprocess.run(["cc", "-Wall", "-o", encoder, HERE / "heic.c", "-lheif"], check=True)
    for orientation in range(1, 9):
        raw = stored(orientation)
        data = subprocess.run(
            [encoder, str(raw.width), str(raw.height), str(orientation)],
            input=raw.tobytes() + exif(orientation)[6:], stdout=subprocess.PIPE, check=True).stdout
        write(f"turned-{orientation}.heic", data)
    for name, (share, transfer) in HDR.items():
        samples = [c * 1023 // 65535 for row in hdr_rows(share) for pixel in row for c in pixel]
        write(f"{name}.heic", subprocess.run(
            [encoder, str(WIDTH), str(HEIGHT), "1", str(transfer)],
            input=struct.pack(f"<{len(samples)}H", *samples), stdout=subprocess.PIPE, check=True).stdout)
    write("grid.heic", grid(encoder))
    source, target = folder / "source.png", folder / "target.heic"
    clear = picture().convert("RGBA")
    clear.paste((0, 0, 0, 0), (0, 0, 8, HEIGHT))
    clear.save(source)
    subprocess.run(["heif-enc", "-q", "90", source, "-o", target], check=True, stdout=subprocess.DEVNULL)
    write("alpha.heic", target.read_bytes())
    write("alpha-of-two.heic", alpha_of_two(target.read_bytes()))


jpegs()
pngs()
webps()
with tempfile.TemporaryDirectory() as folder:
    heics(Path(folder))

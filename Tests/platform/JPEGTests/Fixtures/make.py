#!/usr/bin/env python3
"""Makes the fixtures beside it. Needs Pillow and piexif; run from anywhere."""
import io
import struct
from pathlib import Path

import piexif
from PIL import Image, ImageCms

HERE = Path(__file__).parent
XMP = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><script>alert(1)</script></x:xmpmeta>"
IPTC = b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0" + struct.pack(">I", 10) + b"\x1c\x02\x5a\0\x05Paris"
MPF = b"MPF\0MM\0*\0\0\0\x08\0\0\0\0\0\0"


def picture(width=48, height=32, mode="RGB"):
    image = Image.new("RGB", (width, height))
    image.putdata([
        (x * 255 // width, y * 255 // height, (x * y) % 256)
        for y in range(height) for x in range(width)
    ])
    return image.convert(mode)


def encoded(image, **options):
    out = io.BytesIO()
    image.save(out, "JPEG", quality=85, **options)
    return out.getvalue()


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def after_start(photo, *segments):
    return photo[:2] + b"".join(segments) + photo[2:]


def exif(orientation):
    thumbnail = encoded(picture(16, 16))
    return piexif.dump({
        "0th": {
            piexif.ImageIFD.Make: "Rollcall", piexif.ImageIFD.Model: "Camera 1",
            piexif.ImageIFD.Orientation: orientation,
        },
        "Exif": {piexif.ExifIFD.MakerNote: b"maker-note-secret"},
        "GPS": {
            piexif.GPSIFD.GPSLatitudeRef: "N",
            piexif.GPSIFD.GPSLatitude: ((48, 1), (51, 1), (30, 1)),
            piexif.GPSIFD.GPSLongitudeRef: "E",
            piexif.GPSIFD.GPSLongitude: ((2, 1), (17, 1), (40, 1)),
        },
        "1st": {piexif.ImageIFD.Compression: 6},
        "thumbnail": thumbnail,
    })


def write(name, photo):
    assert len(photo) < 20_000, name
    (HERE / name).write_bytes(photo)


def main():
    plain = encoded(picture())
    located = encoded(picture(), exif=exif(6), comment=b"<script>alert('comment')</script>")
    write("baseline.jpg", after_start(
        located, segment(0xE1, XMP), segment(0xED, IPTC), segment(0xE2, MPF)))
    write("progressive.jpg", encoded(picture(), progressive=True))
    write("gray.jpg", encoded(picture(mode="L")))
    write("restarts.jpg", encoded(picture(96, 64), restart_marker_blocks=2))
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    write("profile.jpg", encoded(picture(), icc_profile=profile))
    write("cmyk.jpg", encoded(picture(16, 16, "CMYK")))
    write("rgb.jpg", encoded(picture(), keep_rgb=True))
    write("motion.jpg", plain + b"\0\0\0\x18ftypmp42" + b"PK\x03\x04" + encoded(picture(16, 16)))


main()

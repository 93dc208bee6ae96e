#!/usr/bin/env python3
"""Makes quickstart-photo.jpg beside it: an avatar as a phone would save it, with the place where
it was taken, the camera and a comment, so that the quickstart can show them gone.

Needs Pillow and piexif.
"""
from pathlib import Path

import piexif
from PIL import Image, ImageDraw, ImageFilter

SIZE = 320
SCALE = 4  # Drawn larger, then shrunk, for smooth edges.


def sky(y):
    dusk, dawn = (38, 50, 110), (255, 170, 120)
    t = y / (SIZE - 1)
    return tuple(round(a + (b - a) * t) for a, b in zip(dusk, dawn))


def picture():
    gradient = Image.new("RGB", (1, SIZE))
    gradient.putdata([sky(y) for y in range(SIZE)])
    image = gradient.resize((SIZE * SCALE, SIZE * SCALE), Image.Resampling.BICUBIC)
    draw = ImageDraw.Draw(image)

    def circle(x, y, radius, color):
        corners = (x - radius, y - radius, x + radius, y + radius)
        draw.ellipse([corner * SCALE for corner in corners], fill=color)

    circle(245, 80, 34, (255, 224, 178))
    circle(160, 330, 118, (28, 34, 72))
    circle(160, 150, 70, (28, 34, 72))
    small = image.resize((SIZE, SIZE), Image.Resampling.LANCZOS)
    return small.filter(ImageFilter.GaussianBlur(0.4))


def exif():
    return piexif.dump({
        "0th": {
            piexif.ImageIFD.Make: "Rollcall",
            piexif.ImageIFD.Model: "Quickstart Camera 1",
            piexif.ImageIFD.Software: "make-quickstart-photo.py",
            piexif.ImageIFD.Orientation: 1,
        },
        "Exif": {
            piexif.ExifIFD.DateTimeOriginal: "2026:01:01 12:00:00",
            piexif.ExifIFD.UserComment: b"ASCII\0\0\0taken at home",
        },
        "GPS": {
            piexif.GPSIFD.GPSLatitudeRef: "N",
            piexif.GPSIFD.GPSLatitude: ((48, 1), (51, 1), (2964, 100)),
            piexif.GPSIFD.GPSLongitudeRef: "E",
            piexif.GPSIFD.GPSLongitude: ((2, 1), (17, 1), (4020, 100)),
        },
    })


path = Path(__file__).with_name("quickstart-photo.jpg")
picture().save(path, "JPEG", quality=88, exif=exif(), comment=b"a comment nobody should see")
assert path.stat().st_size <= 30_000

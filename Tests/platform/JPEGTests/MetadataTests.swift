import Testing

@testable import JPEG

/// What must not be in a stored photo, and what must.
@Suite struct MetadataTests {
    @Test func locationCameraAndThumbnailAreGone() throws {
        let photo = try Fixture.baseline.bytes
        let stored = try sanitize(photo).bytes
        let secrets = [
            "Rollcall", "Camera 1", "maker-note-secret", "<script", "Photoshop", "Paris", "MPF",
            "http://ns.adobe.com",
        ]
        for secret in secrets {
            #expect(photo.contains(secret))
            #expect(!stored.contains(secret))
        }
        // One image, and no second one inside it.
        #expect(stored.indices.filter { stored[$0...].starts(with: [0xFF, 0xD8]) } == [0])
    }

    @Test func theOrientationStaysAloneInItsOwnSegment() throws {
        let stored = try sanitize(Fixture.baseline.bytes)
        #expect(stored.summary.orientation == .quarterTurn)
        let segment = Part.segment(0xE1, Orientation.quarterTurn.exif)
        #expect(segment.count == 36)
        #expect(stored.bytes.indices.contains { stored.bytes[$0...].starts(with: segment) })
    }

    @Test(arguments: UInt8(1)...8, [true, false])
    func eachOrientationIsReadInBothByteOrders(_ value: UInt8, _ isLittleEndian: Bool) throws {
        let exif = isLittleEndian ? littleEndianEXIF(value) : try #require(orientation(value)).exif
        let stored = try sanitize(photo(with: Part.segment(0xE1, exif)))
        #expect(stored.summary.orientation.rawValue == value)
        #expect((stored.bytes == Part.photo) == (value == 1))
    }

    @Test func brokenEXIFIsDroppedAndThePhotoKept() throws {
        let good = littleEndianEXIF(6)
        var broken = (0..<good.count).map { Array(good.prefix($0)) }
        broken.removeAll { $0.count >= 26 }  // Behind the value nothing is needed.
        for (index, value) in [(6, 0x4A), (8, 0), (10, 0xFF), (13, 0xFF), (16, 0xFF), (20, 9)] {
            var bytes = good
            bytes[index] = UInt8(value)
            broken.append(bytes)
        }
        broken += [littleEndianEXIF(0), littleEndianEXIF(9)]
        for exif in broken {
            #expect(try sanitize(photo(with: Part.segment(0xE1, exif))).bytes == Part.photo)
        }
    }

    @Test func orientationBehindTheFirstScanIsIgnored() throws {
        let late = Part.segment(0xE1, Orientation.mirrored.exif)
        let photo = Part.header + Part.scan() + Part.data + late + Part.end
        #expect(try sanitize(photo) == sanitize(Part.photo))
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "PK\u{3}\u{4}", "<?php system($_GET[0]);", "*/=1;",
    ])
    func polyglotsAreTakenApart(_ payload: String) throws {
        let markers: [UInt8] = Array(0xE0...0xEF) + [0xFE]
        let prefixes = ["", "JFIF\0", "Exif\0\0", "ICC_PROFILE\0\u{1}\u{1}", "Adobe", "JFXX\0"]
        for marker in markers {
            for prefix in prefixes {
                let part = Part.segment(marker, Array((prefix + payload).utf8))
                guard let stored = try? sanitize(photo(with: part)) else { continue }
                #expect(!stored.bytes.contains(payload))
            }
            let between = Part.header + Part.segment(marker, Array(payload.utf8)) + Part.body
            #expect(try sanitize(between).bytes == Part.photo)
        }
    }

    @Test func whatFollowsTheEndIsCut() throws {
        let tail = Array("PK\u{3}\u{4}<html><script>".utf8)
        #expect(try sanitize(Part.photo + tail).bytes == Part.photo)
        #expect(try sanitize(Part.photo + Part.photo).bytes == Part.photo)
        let motion = try sanitize(Fixture.motion.bytes).bytes
        #expect(!motion.contains("ftyp"))
        #expect(motion.suffix(2) == [0xFF, 0xD9])
    }

    @Test func theJFIFThumbnailIsDropped() throws {
        let jfif =
            Array("JFIF\0".utf8) + [1, 1, 1, 0, 72, 0, 72, 2, 2] + Array("thumbthumb++".utf8)
        let stored = try sanitize(photo(with: Part.segment(0xE0, jfif))).bytes
        let minimal = Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0]
        #expect(stored == photo(with: Part.segment(0xE0, minimal)))
    }

    @Test func theAdobeTransformIsKeptAndItsFlagsAreNot() throws {
        func adobe(_ rest: [UInt8]) -> [UInt8] {
            photo(with: Part.segment(0xEE, Array("Adobe".utf8) + rest))
        }
        let stored = try sanitize(adobe([0, 101, 1, 2, 3, 4, 0, 0x50, 0x4B]))
        #expect(stored.bytes == adobe([0, 100, 0, 0, 0, 0, 0]))
        #expect(brokenRule(adobe([0, 100, 0, 0, 0, 0, 2])) == .unsupportedColorTransform)
    }

    private func photo(with segment: [UInt8]) -> [UInt8] {
        Part.start + segment + Part.photo.dropFirst(2)
    }

    private func orientation(_ value: UInt8) -> Orientation? {
        Orientation(rawValue: value)
    }

    private func littleEndianEXIF(_ value: UInt8) -> [UInt8] {
        Array("Exif\0\0".utf8) + [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0]
            + [0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
    }
}

import Foundation
import JPEG
import Testing

@testable import RollcallPhotos

/// Photos as cameras and phones wrote them, out of the tests of Pillow 11.0.0 (PyPI, licence
/// MIT-CMU), which `deploy/test.sh` fetches. What is in them is looked for with ExifTool.
@Suite struct CameraPhotoTests {
    /// One of them, and what it has that is nobody's business, by ExifTool's names of groups and
    /// tags.
    struct CameraPhoto: CustomTestStringConvertible {
        let file: String
        let camera: String
        let secrets: [String]
        /// Pillow has cut the picture off: it gets another one, and a second one behind it.
        var isHeadAlone = false

        var testDescription: String { camera }

        var bytes: [UInt8] {
            get throws {
                let photo = try Self.read(file)
                guard isHeadAlone else { return photo }
                let other = try Self.read("flower.jpg")
                return try photo[..<Self.firstTable(of: photo)]
                    + other[Self.firstTable(of: other)...] + PhotoFixture.bytes("gray.jpg")
            }
        }

        private static func read(_ file: String) throws -> [UInt8] {
            var directory = URL(filePath: #filePath)
            for _ in 0..<4 { directory.deleteLastPathComponent() }
            let path = directory.appending(path: ".build/camera-photos/\(file)")
            return Array(try Data(contentsOf: path))
        }

        /// Where the segments of applications end.
        private static func firstTable(of photo: [UInt8]) throws -> Int {
            var index = 2
            while photo[index + 1] != 0xDB {
                try #require(photo[index] == 0xFF)
                index += 2 + Int(photo[index + 2]) << 8 + Int(photo[index + 3])
            }
            return index
        }
    }

    static let photos = [
        CameraPhoto(
            file: "ultrahdr.jpg", camera: "Google Pixel 6",
            secrets: [
                "GPS:GPSLatitude", "XMP-hdrgm:Version", "MPImage2:MPImageStart",
                "IFD1:ThumbnailOffset",
            ], isHeadAlone: true),
        CameraPhoto(
            file: "fujifilm.mpo", camera: "Fujifilm FinePix REAL 3D W3",
            secrets: [
                "FujiFilm:Version", "FujiFilm:InternalSerialNumber", "MPImage2:MPImageStart",
                "IFD1:ThumbnailOffset",
            ]),
        CameraPhoto(
            file: "flower.jpg", camera: "Canon PowerShot S40",
            secrets: ["Canon:OwnerName", "Canon:CanonFirmwareVersion", "IFD0:Model"]),
        CameraPhoto(
            file: "xmp_test.jpg", camera: "Canon EOS Rebel T6",
            secrets: ["XMP-aux:SerialNumber", "Photoshop:IPTCDigest", "IPTC:DateCreated"]),
        CameraPhoto(
            file: "broken_exif_dpi.jpg", camera: "Nikon D800",
            secrets: ["IFD0:Model", "ExifIFD:DateTimeOriginal"]),
        CameraPhoto(
            file: "iptc.jpg", camera: "Nokia N70", secrets: ["IPTC:Keywords", "IFD0:Make"]),
        CameraPhoto(
            file: "ignore_frame_size.mpo", camera: "Samsung NX1000",
            secrets: ["MPImage2:MPImageStart", "IFD0:Model"]),
        CameraPhoto(
            file: "empty_gps_ifd.jpg", camera: "Xiaomi Redmi Note 9S",
            secrets: ["IFD0:Model", "ExifIFD:DateTimeOriginal"]),
        CameraPhoto(
            file: "sugarshack.mpo", camera: "Nintendo 3DS",
            secrets: ["Nintendo:ModelID", "MPImage2:MPImageStart"]),
    ]

    /// As Profile takes what was not prepared, with its widest limits.
    @Test(arguments: photos)
    func whatIsStoredIsThePictureAlone(_ camera: CameraPhoto) throws {
        let photo = try camera.bytes
        let before = try tags(of: photo)
        for secret in camera.secrets { #expect(before.contains(secret), "\(before.sorted())") }
        var limits = JPEGLimits()
        (limits.inputBytes, limits.side) = (32 << 20, 8192)
        var sanitizer = JPEGSanitizer(limits: limits)
        var stored: [UInt8] = []
        try sanitizer.consume(photo, into: &stored)
        _ = try sanitizer.finish()
        #expect(try tags(of: stored).subtracting(Self.harmless) == [])
        #expect(try decoded(stored) == decoded(photo))
    }

    /// As the client library sends it.
    @Test(arguments: photos)
    func whatIsSentIsThePictureAlone(_ camera: CameraPhoto) async throws {
        let sent = try await PhotoProgram().prepare(try camera.bytes)
        #expect(try tags(of: sent).subtracting(Self.harmless) == [])
        #expect(sent.count < 500_000)
    }

    /// Of the file, of its coding, and how it is to be turned.
    private static let harmless: Set<String> = [
        "IFD0:Orientation", "File:ExifByteOrder", "Composite:ImageSize", "Composite:Megapixels",
    ]

    /// What ExifTool finds, as `group:tag`, but for the form of the file and the numbers of
    /// colours.
    private func tags(of photo: [UInt8]) throws -> Set<String> {
        let output = try run("/usr/bin/exiftool", ["-a", "-G1", "-s", "-fast0", "-"], photo)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let tags = lines.compactMap { line -> String? in
            let halves = line.dropFirst().split(separator: "]", maxSplits: 1)
            guard line.hasPrefix("["), halves.count == 2 else { return nil }
            return "\(halves[0]):\(halves[1].drop { $0 == " " }.prefix { $0 != " " && $0 != ":" })"
        }
        let forms = ["ExifTool:", "System:", "JFIF:", "ICC_Profile:", "ICC-header:", "Adobe:"]
        return Set(
            tags.filter { tag in
                !forms.contains { tag.hasPrefix($0) }
                    && (!tag.hasPrefix("File:") || tag == "File:ExifByteOrder"
                        || tag == "File:Comment")
            })
    }

    private func decoded(_ photo: [UInt8]) throws -> [UInt8] {
        try run("/usr/bin/djpeg", ["-ppm"], photo)
    }
}

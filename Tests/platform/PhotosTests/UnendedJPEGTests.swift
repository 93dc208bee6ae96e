import Testing

@testable import RollcallPhotos

/// JPEGs without the marker that ends them.
struct UnendedJPEGTests {
    private let program: PhotoProgram

    init() throws {
        program = try PhotoProgram()
    }

    @Test(
        arguments: [
            [], Array("SEFH\0\u{1}".utf8), [0, 0, 0xFF, 0xC0, 0, 4, 0xFF, 0xFF, 0xD8, 1, 2],
        ] as [[UInt8]])
    func aJPEGWithoutAnEndMarkerIsReadWhateverFollows(trailer: [UInt8]) async throws {
        let jpeg = try await program.prepare(PhotoFixture.bytes("no-end-marker.jpg") + trailer)
        #expect(jpeg.suffix(2) == [0xFF, 0xD9])
        #expect(try DecodedPhoto(jpeg).shows())
    }

    @Test(arguments: ["turned-1.jpg", "progressive.jpg", "cmyk.jpg", "12-megapixels.jpg"])
    func onlyTheEndMarkerMayBeMissing(name: String) async throws {
        let photo = try PhotoFixture.bytes(name)
        #expect(photo.suffix(2) == [0xFF, 0xD9])
        _ = try await program.prepare(photo.dropLast(2))
        for missing in 4..<16 {
            await #expect(throws: PhotoProgramError.broken, "\(missing)") {
                try await program.prepare(photo.dropLast(missing))
            }
        }
    }

    /// What is left ends where a scan ends: all lines are there, some without detail or colour.
    @Test(arguments: ["progressive.jpg", "12-megapixels.jpg"])
    func aJPEGWithoutItsLastScansIsBroken(name: String) async throws {
        let photo = try PhotoFixture.bytes(name)
        let scans = photo.indices.filter { photo[$0...].starts(with: [0xFF, 0xDA]) }
        #expect(scans.count > 3)
        for scan in scans.dropFirst() {
            await #expect(throws: PhotoProgramError.broken) {
                try await program.prepare(Array(photo[..<scan]))
            }
        }
    }
}

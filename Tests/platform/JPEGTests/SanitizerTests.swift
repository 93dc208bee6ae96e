import Testing

@testable import JPEG

@Suite struct SanitizerTests {
    @Test(arguments: Fixture.accepted)
    func everySplitGivesTheSameOutput(_ fixture: Fixture) throws {
        let photo = try fixture.bytes
        let whole = try sanitize(photo)
        for split in 0...photo.count {
            #expect(try sanitize(photo, chunks: [max(split, 1), .max]) == whole)
        }
        for size in [1, 2, 3, 7, 64, 1000] {
            #expect(try sanitize(photo, chunks: [size]) == whole)
        }
    }

    @Test(arguments: Fixture.accepted)
    func everyTruncationIsRefused(_ fixture: Fixture) throws {
        let photo = try fixture.bytes
        // Behind the end of the first image nothing is missed any more.
        let end = try #require(endOfFirstImage(photo))
        for count in 0..<end {
            #expect(throws: JPEGError.self) { try sanitize(Array(photo.prefix(count))) }
        }
        #expect(throws: Never.self) { try sanitize(Array(photo.prefix(end))) }
    }

    @Test(arguments: Fixture.accepted)
    func theOutputIsAFixedPoint(_ fixture: Fixture) throws {
        let once = try sanitize(fixture.bytes)
        #expect(try sanitize(once.bytes) == once)
        #expect(once.summary.outputBytes == once.bytes.count)
    }

    @Test func theSummaryTellsTheFrame() throws {
        let summary = try sanitize(Fixture.progressive.bytes).summary
        #expect(summary.width == 48)
        #expect(summary.height == 32)
        #expect(summary.isProgressive)
        #expect(summary.orientation == .upright)
        #expect(try sanitize(Fixture.gray.bytes).summary.isProgressive == false)
    }

    @Test func theScansPassUnchanged() throws {
        let photo = try Fixture.restarts.bytes
        let scan = try #require(photo.indices.first { photo[$0...].starts(with: [0xFF, 0xDA]) })
        #expect(try sanitize(photo).bytes.suffix(photo.count - scan) == photo[scan...])
    }

    @Test func theFirstErrorStays() {
        var sanitizer = JPEGSanitizer()
        var output: [UInt8] = []
        #expect(throws: JPEGError.notJPEG) { try sanitizer.consume([0x89, 0x50], into: &output) }
        #expect(throws: JPEGError.notJPEG) {
            try sanitizer.consume(Part.photo, into: &output)
        }
        #expect(throws: JPEGError.notJPEG) { try sanitizer.finish() }
        #expect(output.isEmpty)
    }

    /// Finds it by trying: the shortest prefix that is accepted.
    private func endOfFirstImage(_ photo: [UInt8]) -> Int? {
        (0...photo.count).first { (try? sanitize(Array(photo.prefix($0)))) != nil }
    }
}

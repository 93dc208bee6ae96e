import Testing

@testable import JPEG

/// Each rule, broken once.
@Suite struct StructureTests {
    @Test func theHandmadePhotoIsAccepted() {
        #expect(brokenRule(Part.photo) == nil)
    }

    @Test(arguments: [
        [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10],
        Array("GIF89a".utf8), Array("<html><body>".utf8), Array("<svg xmlns=".utf8),
        Array("PK\u{3}\u{4}".utf8), [0xFF, 0xD8, 0x00],
    ])
    func whatIsNotAJPEGIsRefused(_ bytes: [UInt8]) {
        let rule = brokenRule(bytes)
        #expect(rule == .notJPEG || (rule == .truncated && bytes.starts(with: [0xFF, 0xD8])))
    }

    // B11
    @Test(arguments: [(64250, 64250), (1, 65535), (2049, 16), (16, 2049)])
    func aPixelFloodIsRefused(_ width: Int, _ height: Int) {
        let header = Part.start + Part.tables + Part.frame(width: width, height: height)
        #expect(brokenRule(header) == .tooManyPixels(width: width, height: height))
    }

    @Test(arguments: [(0, 0), (0, 16), (16, 0)])
    func aSideOfZeroIsRefused(_ width: Int, _ height: Int) {
        #expect(brokenRule(Part.start + Part.frame(width: width, height: height)) == .zeroDimension)
    }

    @Test func theLargestSideIsAccepted() {
        let photo = Part.start + Part.tables + Part.frame(width: 2048, height: 2048) + Part.body
        #expect(brokenRule(photo) == nil)
    }

    @Test func aSecondFrameIsRefused() {
        #expect(brokenRule(Part.header + Part.frame() + Part.body) == .secondFrame)
    }

    @Test func aFrameBehindAScanIsRefused() {
        #expect(brokenRule(Part.header + Part.scan() + Part.data + Part.frame()) == .secondFrame)
    }

    @Test func twelveBitSamplesAreRefused() {
        #expect(
            brokenRule(Part.start + Part.frame(0xC1, precision: 12)) == .unsupportedPrecision(12))
    }

    @Test func fourComponentsAreRefused() throws {
        #expect(brokenRule(Part.start + Part.frame(components: 4)) == .unsupportedComponentCount(4))
        #expect(brokenRule(Part.start + Part.frame(components: 2)) == .unsupportedComponentCount(2))
        #expect(brokenRule(try Fixture.cmyk.bytes) != nil)
    }

    @Test(arguments: [
        0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xDE, 0xDF,
    ])
    func losslessArithmeticAndHierarchicalCodingAreRefused(_ marker: UInt8) {
        #expect(brokenRule(Part.start + Part.frame(marker)) == .unsupportedCoding)
    }

    @Test(arguments: [0x00, 0x01, 0x02, 0xBF, 0xD0, 0xD7, 0xD8, 0xF0, 0xFD])
    func markersWithoutAPlaceAreRefused(_ marker: UInt8) {
        #expect(brokenRule(Part.start + [0xFF, marker, 0, 2]) == .unexpectedMarker(marker))
    }

    // B17
    @Test func aLineCountMarkerIsRefused() {
        let photo = Part.header + Part.scan() + Part.data + Part.segment(0xDC, [0, 16]) + Part.end
        #expect(brokenRule(photo) == .zeroDimension)
    }

    @Test func framesThatContradictThemselvesAreRefused() {
        let good = Array(Part.frame().dropFirst(4))
        func rule(_ change: (inout [UInt8]) -> Void) -> JPEGError? {
            var payload = good
            change(&payload)
            return brokenRule(Part.start + Part.segment(0xC0, payload))
        }
        #expect(rule { $0.removeLast() } == .malformedFrame)
        #expect(rule { $0.append(0) } == .malformedFrame)
        #expect(rule { $0 = [8] } == .malformedFrame)
        #expect(rule { $0[9] = $0[6] } == .malformedFrame)  // An id twice.
        #expect(rule { $0[7] = 0x01 } == .malformedFrame)
        #expect(rule { $0[7] = 0x15 } == .malformedFrame)
        #expect(rule { $0[7] = 0x44 } == .malformedFrame)  // More than ten blocks.
        #expect(rule { $0[8] = 4 } == .malformedFrame)  // No such table.
    }

    // B17
    @Test(arguments: [
        [], [0], [UInt8](repeating: 1, count: 66), [4] + zeros(64), [0x20] + zeros(64),
    ])
    func malformedQuantizationTablesAreRefused(_ payload: [UInt8]) {
        let photo = Part.start + Part.segment(0xDB, payload)
        #expect(brokenRule(photo) == .malformedQuantizationTable)
    }

    // B17
    @Test(arguments: [
        [], [0], [0] + zeros(15), [0x20] + zeros(16), [0x04] + zeros(16),
        [0] + [UInt8](repeating: 255, count: 16) + zeros(200),  // Counts past the end.
        [0, 2] + zeros(15) + [0, 1],  // The all-ones code.
        [0, 1] + zeros(15) + [16],  // A DC symbol of sixteen bits.
        [0, 1] + zeros(15),
    ])
    func malformedHuffmanTablesAreRefused(_ payload: [UInt8]) {
        let photo = Part.start + Part.segment(0xC4, payload)
        #expect(brokenRule(photo) == .malformedHuffmanTable)
    }

    @Test(arguments: [[], [0], [0, 1, 2]])
    func malformedRestartIntervalsAreRefused(_ payload: [UInt8]) {
        let photo = Part.start + Part.segment(0xDD, payload)
        #expect(brokenRule(photo) == .malformedRestartInterval)
    }

    // B17
    @Test(arguments: [0, 1])
    func aSegmentShorterThanItsLengthIsRefused(_ length: UInt8) {
        for marker in [0xE0, 0xE5, 0xDB, 0xFE] as [UInt8] {
            #expect(brokenRule(Part.start + [0xFF, marker, 0, length]) == .segmentTooShort)
        }
    }

    // B17
    @Test func aSegmentPastTheEndIsTruncation() {
        for marker in [0xE1, 0xE5, 0xDB, 0xFE] as [UInt8] {
            #expect(brokenRule(Part.start + [0xFF, marker, 0xFF, 0xFF, 1, 2]) == .truncated)
        }
    }

    @Test func aByteBetweenSegmentsIsRefused() {
        let photo = Part.start + Part.tables + [0x00] + Part.frame() + Part.body
        #expect(brokenRule(photo) == .markerExpected)
    }

    // B17
    @Test func fillBytesAreAcceptedAndLeftOut() throws {
        let filled =
            Part.start + [0xFF, 0xFF] + Part.tables + [0xFF] + Part.frame() + Part.scan()
            + Part.data + [0xFF, 0xFF, 0xFF] + Part.end
        #expect(try sanitize(filled).bytes == Part.photo)
    }

    @Test func moreSegmentsThanTheLimitAreRefused() {
        let many = Array(repeating: Part.comment(""), count: 513).flatMap { $0 }
        #expect(brokenRule(Part.start + many) == .tooManySegments)
    }

    @Test func moreBytesThanTheLimitAreRefusedEvenBehindTheEnd() throws {
        var limits = JPEGLimits()
        limits.inputBytes = Part.photo.count
        #expect(brokenRule(Part.photo, limits: limits) == nil)
        #expect(brokenRule(Part.photo + [0], limits: limits) == .tooManyBytes)
    }
}

private func zeros(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: count)
}

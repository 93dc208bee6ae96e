import Testing

@testable import JPEG

/// The order and the number of scans, and what is in them.
@Suite struct ScanTests {
    @Test func aScanBeforeTheFrameIsRefused() {
        #expect(brokenRule(Part.start + Part.tables + Part.body) == .scanBeforeFrame)
    }

    @Test func aScanWithoutItsTablesIsRefused() {
        #expect(brokenRule(Part.start + Part.huffman + Part.frame() + Part.body) == .undefinedTable)
        #expect(
            brokenRule(Part.start + Part.quantization + Part.frame() + Part.body)
                == .undefinedTable)
    }

    @Test(arguments: [
        Part.scan([1, 2, 4]), Part.scan([2, 1]), Part.scan([1, 1]), Part.scan([]),
        Part.scan(band: 0...62), Part.scan(band: 1...63), Part.scan(bits: 0x10),
        Part.segment(0xDA, []), Part.segment(0xDA, [1, 1, 0, 0]),
        Part.segment(0xDA, [1, 1, 0x40, 0, 63, 0]), Part.segment(0xDA, [1, 1, 0, 0, 63, 0, 0]),
        Part.segment(0xDA, [1, 1, 0, 63, 0, 0]), Part.segment(0xDA, [1, 1, 0, 0, 64, 0]),
    ])
    func scansThatContradictTheFrameAreRefused(_ scan: [UInt8]) {
        #expect(brokenRule(Part.header + scan + Part.data + Part.end) == .malformedScan)
    }

    @Test func anEmptyScanIsRefused() {
        #expect(brokenRule(Part.header + Part.scan() + Part.end) == .emptyScan)
    }

    @Test func anImageWithoutAllItsComponentsIsRefused() {
        #expect(brokenRule(Part.start + Part.end) == .missingScan)
        #expect(brokenRule(Part.header + Part.end) == .missingScan)
        let photo = Part.header + Part.scan([1]) + Part.data + Part.scan([3]) + Part.data
        #expect(brokenRule(photo + Part.end) == .missingScan)
        #expect(brokenRule(photo + Part.scan([2]) + Part.data + Part.end) == nil)
    }

    @Test func aProgressivePhotoMayRefineBitByBit() {
        let scans = [
            Part.scan(band: 0...0, bits: 0x01), Part.scan([1], band: 1...5, bits: 0x02),
            Part.scan([1], band: 1...5, bits: 0x21), Part.scan(band: 0...0, bits: 0x10),
            Part.scan([1], band: 1...5, bits: 0x10), Part.scan([3], band: 1...63),
        ]
        let photo = Part.progressive + scans.flatMap { $0 + Part.data } + Part.end
        #expect(brokenRule(photo) == nil)
    }

    @Test(arguments: [
        Part.scan(band: 0...0, bits: 0x01),  // Again.
        Part.scan(band: 0...0, bits: 0x21),  // A bit left out.
        Part.scan([2], band: 1...63, bits: 0x10),  // Never begun.
    ])
    func aScanOutOfOrderIsRefused(_ scan: [UInt8]) {
        let photo = Part.progressive + Part.scan(band: 0...0, bits: 0x01) + Part.data + scan
        #expect(brokenRule(photo + Part.data + Part.end) == .scanOutOfOrder)
    }

    @Test func detailBeforeTheGroundIsRefused() {
        let photo = Part.progressive + Part.scan([1], band: 1...63) + Part.data
        #expect(brokenRule(photo) == .scanOutOfOrder)
    }

    @Test(arguments: [
        Part.scan(band: 0...5), Part.scan([1, 2], band: 1...5), Part.scan([1], bits: 0x0E),
        Part.scan([1], band: 0...0, bits: 0x20), Part.scan([1], band: 0...0, bits: 0x0E),
    ])
    func scansNoProgressionAllowsAreRefused(_ scan: [UInt8]) {
        #expect(brokenRule(Part.progressive + scan + Part.data) == .malformedScan)
    }

    // B12
    @Test func aScanBombIsRefusedAtItsSecondCopy() throws {
        let photo = try Fixture.progressive.bytes
        let bomb =
            Part.progressive + Part.scan(band: 0...0) + Part.data
            + Array(repeating: Part.scan([1], band: 1...63) + Part.data, count: 20_000).flatMap {
                $0
            }
        #expect(brokenRule(photo) == nil)
        #expect(brokenRule(bomb) == .scanOutOfOrder)
    }

    @Test func moreScansThanTheLimitAreRefused() {
        let bands = [1, 2].flatMap { component in
            (1...63 as ClosedRange<UInt8>).flatMap {
                Part.scan([component], band: $0...$0) + Part.data
            }
        }
        let photo = Part.progressive + Part.scan(band: 0...0) + Part.data + bands + Part.end
        #expect(brokenRule(photo) == .tooManyScans)
    }

    @Test func moreScanningThanTheBudgetIsRefused() {
        var limits = JPEGLimits()
        limits.scannedPixels = 2 * 16 * 16
        func photo(_ scans: Int) -> [UInt8] {
            let bands = (1..<UInt8(scans)).flatMap { Part.scan([1], band: $0...$0) + Part.data }
            return Part.progressive + Part.scan(band: 0...0) + Part.data + bands + Part.end
        }
        #expect(brokenRule(photo(2), limits: limits) == nil)
        #expect(brokenRule(photo(3), limits: limits) == .tooMuchScanning)
    }

    // B17
    @Test func restartsMustBeAnnouncedAndInTurn() {
        let interval = Part.segment(0xDD, [0, 1])
        func photo(_ interval: [UInt8], _ restarts: [UInt8]) -> [UInt8] {
            var photo = Part.header + interval + Part.scan() + [0x11]
            for restart in restarts { photo += [0xFF, restart, 0x11] }
            return photo + Part.end
        }
        let turn = (0..<20).map { 0xD0 + UInt8($0 % 8) }
        #expect(brokenRule(photo(interval, turn)) == nil)
        #expect(brokenRule(photo([], [0xD0])) == .restartOutOfOrder)
        #expect(brokenRule(photo(Part.segment(0xDD, [0, 0]), [0xD0])) == .restartOutOfOrder)
        #expect(brokenRule(photo(interval, [0xD1])) == .restartOutOfOrder)
        #expect(brokenRule(photo(interval, [0xD0, 0xD0])) == .restartOutOfOrder)
        #expect(brokenRule(photo(interval, [0xD0, 0xD2])) == .restartOutOfOrder)
    }

    @Test func fillBytesBeforeAStuffedByteAreRefused() {
        let photo = Part.header + Part.scan() + [0x11, 0xFF, 0xFF, 0x00] + Part.end
        #expect(brokenRule(photo) == .unexpectedMarker(0))
    }
}

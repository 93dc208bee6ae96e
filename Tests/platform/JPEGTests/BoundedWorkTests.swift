import Testing

@testable import JPEG

/// How many bytes are looked at of a photo that is refused: none behind the one that breaks a rule,
/// whatever the header declares and however much follows.
@Suite struct BoundedWorkTests {
    /// What follows: more scan, of a kind that is accepted, than a photo may have here.
    private static let rest = [UInt8](repeating: 0x11, count: 256 << 10)

    private static let limits: JPEGLimits = {
        var limits = JPEGLimits()
        limits.inputBytes = 250_000
        return limits
    }()

    /// Feeds a photo byte by byte.
    ///
    /// - Returns: how many bytes were looked at until it was refused, and how many had left by
    ///   then.
    private func work(_ photo: [UInt8]) -> (read: Int, written: Int, rule: JPEGError?) {
        var sanitizer = JPEGSanitizer(limits: Self.limits)
        var output: [UInt8] = []
        for (index, byte) in photo.enumerated() {
            do throws(JPEGError) {
                try sanitizer.consume(CollectionOfOne(byte), into: &output)
            } catch {
                return (index + 1, output.count, error)
            }
        }
        return (photo.count, output.count, nil)
    }

    // B11
    @Test(arguments: [
        Part.start + Part.tables + Part.frame(width: 64250, height: 64250),
        Part.start + Part.tables + Part.frame(width: 1, height: 65535),
        Part.start + Part.tables + Part.frame(width: 0, height: 0),
        Part.header + Part.frame(),
        Part.header + Part.scan() + Part.data + Part.frame(),
        Part.start + Part.frame(0xC1, precision: 12),
        Part.start + Part.frame(components: 4),
        Part.start + Part.frame(0xC9),
        Part.start + Part.frame(0xC3),
    ])
    func aHostileFrameIsRefusedBeforeWhatFollowsIt(_ head: [UInt8]) {
        #expect(work(head).rule != nil)
        let (read, written, rule) = work(head + Self.rest)
        #expect(rule != nil && read <= head.count && written <= read)
    }

    // B12
    @Test func aSecondCopyOfAScanIsRefusedByItsHeader() {
        let scan = Part.scan([1], band: 1...63)
        let once = Part.progressive + Part.scan(band: 0...0) + Part.data + scan + Part.data
        let copies = Array(repeating: scan + Part.data, count: 20_000).flatMap { $0 }
        let (read, written, rule) = work(once + copies)
        #expect(rule == .scanOutOfOrder && read == once.count + scan.count && written <= read)
    }

    // B12
    @Test func theScanBeyondTheLimitIsRefusedByItsHeader() {
        let scans = [1, 2].flatMap { component in
            (1...63 as ClosedRange<UInt8>).map { Part.scan([component], band: $0...$0) }
        }
        let ground = Part.progressive + Part.scan(band: 0...0) + Part.data
        let allowed = Self.limits.scans - 1
        let kept = ground + scans.prefix(allowed).flatMap { $0 + Part.data }
        let (read, _, rule) = work(kept + scans.dropFirst(allowed).flatMap { $0 + Part.data })
        #expect(rule == .tooManyScans && read == kept.count + scans[allowed].count)
    }

    // B12
    @Test func theScanBeyondTheBudgetOfPixelsIsRefusedByItsHeader() {
        let side = Self.limits.side
        let head = Part.start + Part.tables + Part.frame(0xC2, width: side, height: side)
        let scans = (1...63 as ClosedRange<UInt8>).map { Part.scan([1], band: $0...$0) }
        let allowed = Self.limits.scannedPixels / (side * side) - 1
        let kept =
            head + Part.scan(band: 0...0) + Part.data
            + scans.prefix(allowed).flatMap { $0 + Part.data }
        let (read, _, rule) = work(kept + scans[allowed] + Self.rest)
        #expect(rule == .tooMuchScanning && read == kept.count + scans[allowed].count)
    }

    /// What breaks no rule costs one look at each byte, up to the limit of bytes.
    @Test func aScanWithoutEndIsRefusedAtTheLimitOfBytes() {
        let (read, _, rule) = work(Part.header + Part.scan() + Self.rest)
        #expect(rule == .tooManyBytes && read == Self.limits.inputBytes + 1)
    }
}

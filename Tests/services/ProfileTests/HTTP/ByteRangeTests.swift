import Testing

@testable import Profile

// B19
@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=3-", 3..<10), ("bytes=-3", 7..<10),
        ("bytes=9-9", 9..<10), ("bytes=2-99999999999999999999", 2..<10), ("bytes=-11", 0..<10),
        ("Bytes=1-2", 1..<3),
    ])
    func aPartIsWhatIsAskedForAndThere(_ field: String, _ part: Range<Int>) {
        #expect(ByteRange(field: field, size: 10) == .part(part))
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=99999999999999999999-", "bytes=-0"])
    func whatIsNotThereIsUnsatisfiable(_ field: String) {
        #expect(ByteRange(field: field, size: 10) == .unsatisfiable)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-2", "bytes=0-1,3-4",
        "items=0-1",
        "bytes=+1-2", "bytes=1--2", "bytes= 1-2", "bytes=0x1-2",
    ])
    func whatIsMalformedIsAnsweredWithTheWhole(_ field: String?) {
        #expect(ByteRange(field: field, size: 10) == .whole)
    }

    /// A server that answered each part would send a thousand times as much as there is.
    @Test func aThousandOverlappingPartsAreAnsweredWithTheWholeOnce() {
        for part in ["0-", "-10", "0-9", "3-"] {
            let parts = Array(repeating: part, count: 1000).joined(separator: ",")
            #expect(ByteRange(field: "bytes=" + parts, size: 10) == .whole)
        }
    }

    @Test func noFieldMakesAPartThatIsNotThere() {
        let pieces = ["", "0", "9", "10", "11", "-", ",", "18446744073709551616", "bytes=", " "]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    guard
                        case .part(let part) = ByteRange(
                            field: "bytes=" + first + second + third, size: 10)
                    else { continue }
                    #expect(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= 10)
                }
            }
        }
    }
}

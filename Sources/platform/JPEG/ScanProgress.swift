/// Which bits of which coefficients the scans so far have sent.
///
/// Each bit goes over the wire once (G.1.1.1), so a scan that repeats another is refused at once:
/// a file of a hundred copies of one scan costs a decoder seconds, and us nothing.
struct ScanProgress {
    private static let unsent = -1
    /// The lowest bit sent, a row of 64 for each component.
    private var bits: [Int]

    init(components: Int) {
        bits = Array(repeating: Self.unsent, count: 64 * components)
    }

    /// Each component has at least its DC coefficients.
    var isComplete: Bool {
        stride(from: 0, to: bits.count, by: 64).allSatisfy { bits[$0] != Self.unsent }
    }

    mutating func advance(_ scan: Scan) throws(JPEGError) {
        let expected = scan.previousBit == 0 ? Self.unsent : scan.previousBit
        for component in scan.components {
            let row = 64 * component.index
            // AC is coded relative to blocks that DC has opened.
            guard scan.band.lowerBound == 0 || bits[row] != Self.unsent else {
                throw .scanOutOfOrder
            }
            for coefficient in scan.band {
                guard bits[row + coefficient] == expected else { throw .scanOutOfOrder }
                bits[row + coefficient] = scan.bit
            }
        }
    }
}

/// Which tables a scan may use: only their shape is checked and their numbers remembered.
struct Tables {
    private var quantization: Set<UInt8> = []
    private var dc: Set<UInt8> = []
    private var ac: Set<UInt8> = []

    /// DQT (T.81, B.2.4.1): tables of 64 values, each of one byte or two.
    mutating func defineQuantization(_ payload: [UInt8]) throws(JPEGError) {
        var reader = ByteReader(payload)
        guard reader.remaining > 0 else { throw .malformedQuantizationTable }
        while let head = reader.byte() {
            let (width, id) = (Int(head >> 4) + 1, head & 15)
            guard width <= 2, id <= 3, reader.bytes(64 * width) != nil else {
                throw .malformedQuantizationTable
            }
            quantization.insert(id)
        }
    }

    /// DHT (T.81, B.2.4.2): tables of 16 counts, one a code length, and the symbols they count.
    mutating func defineHuffman(_ payload: [UInt8]) throws(JPEGError) {
        var reader = ByteReader(payload)
        guard reader.remaining > 0 else { throw .malformedHuffmanTable }
        while let head = reader.byte() {
            let (kind, id) = (head >> 4, head & 15)
            guard kind <= 1, id <= 3, let counts = reader.bytes(16), Self.isPrefixCode(counts),
                let symbols = reader.bytes(counts.reduce(0) { $0 + Int($1) }),
                symbols.count <= 256,
                // A DC symbol is a count of bits.
                kind == 1 || symbols.allSatisfy({ $0 <= 15 })
            else { throw .malformedHuffmanTable }
            if kind == 0 { dc.insert(id) } else { ac.insert(id) }
        }
    }

    /// The tables that `scan` reads are all defined.
    func suffice(for scan: Scan, of frame: Frame) -> Bool {
        let sendsDC = scan.band.lowerBound == 0 && scan.previousBit == 0
        let sendsAC = scan.band.upperBound > 0
        return scan.components.allSatisfy {
            quantization.contains(frame.components[$0.index].quantizationTable)
                && (!sendsDC || dc.contains($0.dcTable))
                && (!sendsAC || ac.contains($0.acTable))
        }
    }

    /// Codes are handed out in order of length, and the all-ones code stays free (annex C).
    private static func isPrefixCode(_ counts: ArraySlice<UInt8>) -> Bool {
        var next = 0
        var end = 1
        for count in counts {
            next = 2 * next + Int(count)
            end *= 2
            guard next < end else { return false }
        }
        return true
    }
}

/// A scan header, SOS (T.81, B.2.3).
struct Scan {
    struct Component {
        /// Where the component stands in the frame.
        var index: Int
        var dcTable: UInt8
        var acTable: UInt8
    }

    let components: [Component]
    /// The coefficients sent, in zigzag order; 0 is DC.
    let band: ClosedRange<Int>
    /// The bit that an earlier scan sent last; 0 when this scan is the first of its band.
    let previousBit: Int
    /// The lowest bit that this scan sends.
    let bit: Int

    init(payload: [UInt8], frame: Frame) throws(JPEGError) {
        var reader = ByteReader(payload)
        components = try Self.components(from: &reader, frame: frame)
        guard let first = reader.byte(), let last = reader.byte(), let bits = reader.byte(),
            reader.remaining == 0, first <= last, last <= 63
        else { throw .malformedScan }
        band = Int(first)...Int(last)
        previousBit = Int(bits >> 4)
        bit = Int(bits & 15)
        guard frame.isProgressive ? isProgressive : isSequential else { throw .malformedScan }
    }

    private static func components(
        from reader: inout ByteReader, frame: Frame
    ) throws(JPEGError) -> [Component] {
        guard let count = reader.byte(), (1...4).contains(count) else { throw .malformedScan }
        var components: [Component] = []
        for _ in 0..<count {
            guard let id = reader.byte(), let tables = reader.byte(),
                let index = frame.components.firstIndex(where: { $0.id == id }),
                // In the frame's order, which also makes each come once.
                index > components.last?.index ?? -1, tables >> 4 <= 3, tables & 15 <= 3
            else { throw .malformedScan }
            components.append(Component(index: index, dcTable: tables >> 4, acTable: tables & 15))
        }
        return components
    }

    private var isSequential: Bool {
        band == 0...63 && previousBit == 0 && bit == 0
    }

    /// DC apart from AC, AC of one component at a time, one bit at a time (G.1.1.1).
    private var isProgressive: Bool {
        let isDC = band == 0...0
        let isAC = band.lowerBound > 0 && components.count == 1
        let isRefinement = previousBit == bit + 1
        return (isDC || isAC) && bit <= 13 && (previousBit == 0 || isRefinement)
    }
}

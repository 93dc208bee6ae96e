/// A frame header, SOF0 to SOF2 (T.81, B.2.2).
struct Frame {
    struct Component {
        var id: UInt8
        var quantizationTable: UInt8
    }

    let isProgressive: Bool
    let width: Int
    let height: Int
    let components: [Component]

    var pixels: Int {
        width * height
    }

    init(marker: UInt8, payload: [UInt8], limits: JPEGLimits) throws(JPEGError) {
        var reader = ByteReader(payload)
        guard let precision = reader.byte(), let height = reader.uint16(),
            let width = reader.uint16(), let count = reader.byte()
        else { throw .malformedFrame }
        guard precision == 8 else { throw .unsupportedPrecision(precision) }
        guard width > 0, height > 0 else { throw .zeroDimension }
        guard width <= limits.side, height <= limits.side else {
            throw .tooManyPixels(width: width, height: height)
        }
        guard count == 1 || count == 3 else { throw .unsupportedComponentCount(count) }

        isProgressive = marker == Marker.progressiveFrame
        self.width = width
        self.height = height
        components = try Self.components(count, from: &reader)
    }

    private static func components(
        _ count: UInt8, from reader: inout ByteReader
    ) throws(JPEGError) -> [Component] {
        guard reader.remaining == 3 * Int(count) else { throw .malformedFrame }
        var components: [Component] = []
        var blocks: UInt8 = 0
        while let id = reader.byte(), let sampling = reader.byte(), let table = reader.byte() {
            let (across, down) = (sampling >> 4, sampling & 15)
            guard (1...4).contains(across), (1...4).contains(down), table <= 3,
                !components.contains(where: { $0.id == id })
            else { throw .malformedFrame }
            components.append(Component(id: id, quantizationTable: table))
            blocks += across * down
        }
        // No interleaved unit may hold more than ten blocks (B.2.3).
        guard count == 1 || blocks <= 10 else { throw .malformedFrame }
        return components
    }
}

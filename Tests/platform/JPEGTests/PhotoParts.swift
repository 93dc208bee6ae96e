@testable import JPEG

/// Photos put together by hand, a segment at a time.
enum Part {
    static let start: [UInt8] = [0xFF, 0xD8]
    static let end: [UInt8] = [0xFF, 0xD9]
    static let data: [UInt8] = [0x12, 0x34, 0xFF, 0x00, 0x56]

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }

    static func comment(_ text: String) -> [UInt8] {
        segment(0xFE, Array(text.utf8))
    }

    static let quantization = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))

    /// A DC and an AC table, each of one one-bit code.
    static let huffman = segment(0xC4, table(0x00) + table(0x10))

    private static func table(_ head: UInt8) -> [UInt8] {
        [head, 1] + [UInt8](repeating: 0, count: 16)
    }

    static func frame(
        _ marker: UInt8 = 0xC0, width: Int = 16, height: Int = 16, precision: UInt8 = 8,
        components: Int = 3
    ) -> [UInt8] {
        var payload = [precision]
        for side in [height, width] { payload += [UInt8(side >> 8), UInt8(side & 0xFF)] }
        payload.append(UInt8(components))
        for index in 0..<components { payload += [UInt8(index + 1), 0x11, 0] }
        return segment(marker, payload)
    }

    static func scan(
        _ components: [UInt8] = [1, 2, 3], band: ClosedRange<UInt8> = 0...63, bits: UInt8 = 0
    ) -> [UInt8] {
        var payload = [UInt8(components.count)]
        for id in components { payload += [id, 0] }
        return segment(0xDA, payload + [band.lowerBound, band.upperBound, bits])
    }

    static let tables = quantization + huffman
    static let header = start + tables + frame()
    static let body = scan() + data + end
    static let photo = header + body
    static let progressive = start + tables + frame(0xC2)
}

/// The rule that `photo` breaks, if any, and always the same one however it is cut.
func brokenRule(_ photo: [UInt8], limits: JPEGLimits = JPEGLimits()) -> JPEGError? {
    func rule(_ chunk: Int) -> JPEGError? {
        do throws(JPEGError) {
            _ = try sanitize(photo, chunks: [chunk], limits: limits)
            return nil
        } catch {
            return error
        }
    }
    let whole = rule(.max)
    return whole == rule(1) ? whole : .notJPEG
}

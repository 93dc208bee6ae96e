import CQREncode

/// A QR code (ISO/IEC 18004) of a text, as a square of dark and light modules.
package struct QRCode: Sendable {
    /// The light margin, in modules: as much as readers need, so that a code fits a terminal.
    static let margin = 2

    /// The modules of a side, without the margin: 21 to 177.
    package let width: Int
    /// Row after row.
    private let modules: [Bool]

    /// Error correction of level L, as nothing soils a screen: the code is as small as it can be.
    ///
    /// - Returns: `nil` for an empty text, and one of more than 2,953 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_L) else {
            return nil
        }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
            .map { $0 & 1 == 1 }
    }

    /// The modules of a side, with the margin.
    var side: Int { width + 2 * Self.margin }

    /// - Parameters:
    ///   - x: from the left, in the square with the margin. What is outside is light.
    ///   - y: from the top.
    func isDark(x: Int, y: Int) -> Bool {
        let (x, y) = (x - Self.margin, y - Self.margin)
        return (0..<width).contains(x) && (0..<width).contains(y) && modules[y * width + x]
    }
}

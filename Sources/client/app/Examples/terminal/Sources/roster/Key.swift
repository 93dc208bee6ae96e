/// A key that was pressed.
enum Key: Sendable, Equatable {
    case text(String)
    case enter, erase, next, previous, left, right
    /// Another mode of the screen, and out of it: Ctrl-N, Ctrl-O.
    case mode, out
    /// Out of the app: Ctrl-X, Ctrl-C, or the end of the input.
    case leave

    /// Takes the bytes of a key; nil until it is whole.
    init?(_ bytes: inout [UInt8]) {
        while let first = bytes.first {
            if first == 0x1B {
                // An arrow: ESC, a bracket, a letter.
                guard bytes.count >= 3 else { return nil }
                let letter = bytes[2]
                bytes.removeFirst(3)
                guard let arrow = Self.arrows[letter] else { continue }
                self = arrow
                return
            }
            if first < 0x20 || first == 0x7F {
                bytes.removeFirst()
                guard let key = Self.control[first] else { continue }
                self = key
                return
            }
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard bytes.count >= length else { return nil }
            self = .text(String(decoding: bytes.prefix(length), as: UTF8.self))
            bytes.removeFirst(length)
            return
        }
        return nil
    }

    private static let arrows: [UInt8: Key] = [
        UInt8(ascii: "A"): .previous, UInt8(ascii: "B"): .next, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left,
    ]
    private static let control: [UInt8: Key] = [
        0x09: .next, 0x0A: .enter, 0x0D: .enter, 0x08: .erase, 0x7F: .erase, 0x0E: .mode,
        0x0F: .out, 0x18: .leave, 0x03: .leave,
    ]
}

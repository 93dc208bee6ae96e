/// The blocks that stand around a regular file in a POSIX archive (ustar, IEEE 1003.1-2008, pax): a
/// header of 512 bytes before it, and zeros behind it up to a whole block.
struct TarEntry: Sendable {
    private static let blockSize = 512

    /// What an archive ends with.
    static let end = [UInt8](repeating: 0, count: 2 * blockSize)

    /// At most 100 ASCII characters.
    let name: String
    /// Bytes; below 8 GiB.
    let size: Int
    /// Seconds since 1970.
    let modifiedAt: Int64

    var padding: [UInt8] {
        [UInt8](repeating: 0, count: (Self.blockSize - size % Self.blockSize) % Self.blockSize)
    }

    var header: [UInt8] {
        precondition(name.utf8.count <= 100 && size < 1 << 33, "fields are of a fixed size")
        let beginning =
            Self.field(name, 100) + Self.octal(0o600, 8) + Self.octal(0, 8) + Self.octal(0, 8)
            + Self.octal(size, 12) + Self.octal(Int(max(0, modifiedAt)), 12)
        // The kind of entry, magic and version; no names of owners, no device, no prefix.
        let rest =
            Self.field("0", 1) + Self.field("", 100) + Self.field("ustar", 6) + Self.field("00", 2)
        let tail = [UInt8](repeating: 0, count: Self.blockSize - beginning.count - 8 - rest.count)
        // The sum is over the header as if its own field were blank.
        let sum = (beginning + rest).reduce(8 * 0x20) { $0 + Int($1) }
        return beginning + Self.field(Self.digits(sum, 6) + "\0 ", 8) + rest + tail
    }

    private static func field(_ text: String, _ size: Int) -> [UInt8] {
        let bytes = Array(text.utf8)
        return bytes + [UInt8](repeating: 0, count: size - bytes.count)
    }

    /// A number that fills its field but for a NUL.
    private static func octal(_ number: Int, _ size: Int) -> [UInt8] {
        field(digits(number, size - 1), size)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// What decoding a message may cost at most.
package enum CodecLimits {
    /// Messages within messages, the outermost not counted.
    package static let depth = 100

    /// Bytes of stack. 100 messages deep take about 90 KiB.
    package static let stack = 128 * 1024

    /// Bytes of memory for the C structs of a message that has `size` bytes on the wire.
    package static func memory(forSize size: Int) -> Int {
        max(64 * 1024, 16 * size)
    }
}

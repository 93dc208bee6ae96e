/// What a message or a text may cost at most, whoever sent it.
package enum MappingLimits {
    /// Messages within messages, the outermost not counted: what the codec takes.
    static let depth = 100
    /// Bytes of a JSON text. The longest message of the transport, 4 MiB, fits in base64.
    package static let text = 16 * 1024 * 1024
    /// Characters of a number in a JSON text.
    static let number = 1024
    /// Files that a descriptor pool is made of.
    static let files = 1024
}

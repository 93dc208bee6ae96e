import NIOCore

/// What a connection sends its bytes with: a socket, or the other end of an in-memory pair. Used on
/// the event loop of the connection only.
protocol ByteTransport: AnyObject {
    /// Whether more bytes can be written without piling up.
    var isWritable: Bool { get }
    func write(_ bytes: ByteBuffer)
    func flush()
    /// Sends what was written, then closes.
    func close()
}

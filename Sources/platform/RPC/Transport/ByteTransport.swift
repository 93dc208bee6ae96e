import NIOCore

/// What a connection sends its bytes with: a socket, or the memory of a test. Used on the event
/// loop of the connection only.
package protocol ByteTransport: AnyObject {
    /// Whether more bytes can be written without piling up.
    var isWritable: Bool { get }
    func write(_ bytes: ByteBuffer)
    func flush()
    /// Writes and flushes, when everything before was flushed.
    func send(_ bytes: ByteBuffer)
    /// Sends what was written, then closes.
    func close()
    /// The peer is connected.
    func began()
    /// The peer is not connected any more: nothing can be sent.
    func ended()
}

extension ByteTransport {
    package func send(_ bytes: ByteBuffer) {
        write(bytes)
        flush()
    }

    package func began() {}
    package func ended() {}
}

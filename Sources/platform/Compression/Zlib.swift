internal import CZlib
public import NIOCore
public import RollcallRPC

/// The zlib format (RFC 1950) of whole messages, for a connection whose configuration has it:
/// `configuration.connection.compression = Zlib.self`.
///
/// It costs the sender some 20 ms of processor time a megabyte, on the event loop: for text over slow
/// links. Secrets and what an attacker can choose do not belong into one compressed message, whose length
/// then tells of both.
public enum Zlib: MessageCompression {
    public typealias Failure = MessageCompressionError

    public static let number: UInt8 = 1

    /// Bytes that are made room for at a time.
    private static let step = 32 * 1024

    public static func compressed(_ bytes: ByteBuffer) throws(Failure) -> ByteBuffer {
        var stream = z_stream()
        let size = CInt(MemoryLayout<z_stream>.size)
        guard deflateInit_(&stream, Z_DEFAULT_COMPRESSION, ZLIB_VERSION, size) == Z_OK
        else { throw .outOfMemory }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(bytes.readableBytes)))
        return try run(&stream, over: bytes, room: bound, limit: bound) { deflate($0, Z_FINISH) }
    }

    public static func decompressed(
        _ bytes: ByteBuffer, limit: Int
    ) throws(Failure) -> ByteBuffer {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw .outOfMemory }
        defer { inflateEnd(&stream) }
        let room = min(limit, 4 * bytes.readableBytes)
        return try run(&stream, over: bytes, room: room, limit: limit) { inflate($0, Z_NO_FLUSH) }
    }

    /// Puts all bytes through a stream, which has to end with the last of them.
    private static func run(
        _ stream: inout z_stream, over bytes: ByteBuffer, room: Int, limit: Int,
        _ step: (UnsafeMutablePointer<z_stream>) -> CInt
    ) throws(Failure) -> ByteBuffer {
        var output = ByteBuffer()
        output.reserveCapacity(max(64, room))
        var status = Z_OK
        bytes.withUnsafeReadableBytes { input in
            stream.next_in = UnsafeMutablePointer(
                mutating: input.bindMemory(to: UInt8.self).baseAddress)
            stream.avail_in = UInt32(input.count)
            while status == Z_OK, output.readableBytes <= limit {
                // One byte over the limit is enough to know.
                let wanted = min(Self.step, limit + 1 - output.readableBytes)
                output.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
                    stream.next_out = space.bindMemory(to: UInt8.self).baseAddress
                    stream.avail_out = UInt32(wanted)
                    status = step(&stream)
                    return wanted - Int(stream.avail_out)
                }
            }
        }
        guard output.readableBytes <= limit else { throw .tooLong }
        guard status == Z_STREAM_END, stream.avail_in == 0 else { throw .malformed }
        return output
    }
}

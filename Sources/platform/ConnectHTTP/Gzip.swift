import CZlib
import NIOCore

/// gzip (RFC 1952), by zlib.
package enum Gzip {
    enum Failure: Error, Equatable {
        /// Not whole gzip, or something stands behind it.
        case malformed
        /// More bytes than were allowed.
        case tooLarge
    }

    /// - Parameter limit: the most bytes that come out. No more memory than that is taken, whatever
    ///   the input promises.
    static func decompress(_ input: ByteBuffer, limit: Int) throws(Failure) -> ByteBuffer {
        var stream = z_stream()
        // 16 more than the largest window: gzip's head and tail, and nothing else.
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else { throw .malformed }
        defer { inflateEnd(&stream) }
        var (status, room) = (Z_OK, min(limit, max(256, input.readableBytes * 4)))
        var output = ByteBuffer()
        output.reserveCapacity(room)
        input.withUnsafeReadableBytes { bytes in
            stream.next_in = .init(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
            stream.avail_in = uInt(bytes.count)
            repeat {
                // One byte more than the limit, so that what is too large is seen.
                room = min(max(room, 256), limit + 1 - output.readableBytes)
                output.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { target in
                    stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                    stream.avail_out = uInt(room)
                    status = inflate(&stream, Z_NO_FLUSH)
                    return room - Int(stream.avail_out)
                }
                room *= 2
            } while status == Z_OK && output.readableBytes <= limit
        }
        guard output.readableBytes <= limit else { throw .tooLarge }
        guard status == Z_STREAM_END, stream.avail_in == 0 else { throw .malformed }
        return output
    }

    /// - Parameter level: 1, the fastest, for what is compressed for each answer, to 9 for what is
    ///   compressed once.
    package static func compress(_ input: ByteBuffer, level: Int32 = 1) -> ByteBuffer {
        var stream = z_stream()
        let status = deflateInit2_(
            &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        precondition(status == Z_OK, "zlib has no memory")
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(input.readableBytes)))
        var output = ByteBuffer()
        input.withUnsafeReadableBytes { bytes in
            stream.next_in = .init(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
            stream.avail_in = uInt(bytes.count)
            output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = uInt(bound)
                let status = deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "the bound of zlib does not hold")
                return bound - Int(stream.avail_out)
            }
        }
        return output
    }

    private static let size = Int32(MemoryLayout<z_stream>.size)
}

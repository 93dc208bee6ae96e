import NIOCore
import RollcallRPC

/// How a body, or a message of a stream, is compressed.
package enum Coding: String {
    case identity, gzip

    /// Below this, compression costs more than it saves.
    static let worthwhile = 1024

    /// - Parameter text: the value of `Content-Encoding`; nil or empty for none.
    /// - Throws: `RPCError` (`unimplemented`) with the codings that are known.
    init(of text: String?) throws {
        guard let text, !text.isEmpty else {
            self = .identity
            return
        }
        guard let coding = Coding(rawValue: text.lowercased()) else {
            throw RPCError(
                .unimplemented, "unknown compression \"\(text)\": supported are gzip, identity")
        }
        self = coding
    }

    /// What an answer may have.
    ///
    /// - Parameters:
    ///   - text: the value of `Accept-Encoding`; nil where the client says nothing.
    ///   - request: of the client, which is accepted if it says nothing.
    package init(accepting text: String?, request: Coding) {
        // Longer ones are an attacker's: letters with many marks take long to compare.
        guard let text, text.utf8.count <= 500 else {
            self = request
            return
        }
        let accepts = text.lowercased().split(separator: ",").contains { name in
            let parts = name.filter { $0 != " " && $0 != "\t" }.split(separator: ";")
            // With the weight 0 it is refused.
            return parts.first == "gzip"
                && parts.dropFirst().allSatisfy { Double($0.dropFirst(2)) != 0 }
        }
        self = accepts ? .gzip : .identity
    }

    /// - Throws: `RPCError` (`invalidArgument`, `resourceExhausted`).
    func decode(_ bytes: ByteBuffer, limit: Int) throws -> ByteBuffer {
        guard self == .gzip, bytes.readableBytes > 0 else { return bytes }
        do {
            return try Gzip.decompress(bytes, limit: limit)
        } catch .tooLarge {
            throw RPCError.tooLarge(limit)
        } catch .malformed {
            throw RPCError(.invalidArgument, "the message is not gzip")
        }
    }
}

extension RPCError {
    /// For a request message of more than `limit` bytes.
    static func tooLarge(_ limit: Int) -> RPCError {
        RPCError(.resourceExhausted, "a message of this RPC has at most \(limit) bytes")
    }
}

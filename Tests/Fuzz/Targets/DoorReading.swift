import HTTPTypes
import Introspection
import MessageJSON
import NIOCore
import RollcallAPI

@testable import ConnectHTTP
@testable import HTTPServing

/// What the door reads of strangers: the head of a call, messages in envelopes, JSON, and what a
/// proxy says before all that. Bytes in pieces are read as the whole is, and nothing is larger than
/// its limit.
struct DoorReading {
    private static let limit = 1024

    private var choices: Choices

    init(_ bytes: [UInt8]) {
        choices = Choices(bytes)
    }

    mutating func run() throws {
        switch choices.byte() % 4 {
        case 0: try readHead()
        case 1: try readEnvelopes()
        case 2: try readJSON()
        default: try readProxyHeader()
        }
    }

    /// Lines: the type of the body, and the values of fields.
    private mutating func readHead() throws {
        let isStream = choices.bool()
        let lines = choices.everything().split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let form = Form(contentType: lines.first, isStream: isStream)
        if let form, let type = lines.first {
            let written = form.contentType(isStream: isStream)
            try require(type.lowercased().contains(written), "\(type) is taken for \(written)")
        }
        var fields = HTTPFields()
        let names: [HTTPField.Name] = [
            .contentEncoding, .acceptEncoding, .connectTimeout, .connectProtocolVersion,
            HTTPField.Name(known: "traceparent"), .authorization, .connectContentEncoding,
            .connectAcceptEncoding,
        ]
        for (name, value) in zip(names, lines.dropFirst()) where !value.isEmpty {
            fields.append(HTTPField(name: name, value: value))
        }
        let head = try? CallHead(
            fields, form ?? .proto, isStream: isStream, client: nil, longest: .seconds(60))
        let timeout = head?.options.timeout ?? .zero
        try require((.zero ... .seconds(60)).contains(timeout), "a timeout of \(timeout)")
    }

    private mutating func readEnvelopes() throws {
        let coding: Coding = choices.bool() ? .gzip : .identity
        let size = Int(choices.byte()) + 1
        let bytes = choices.everything()
        let whole = Self.messages([bytes], coding)
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
            Array(bytes[$0..<min($0 + size, bytes.count)])
        }
        let parts = Self.messages(pieces, coding)
        try require(whole == parts, "in pieces of \(size): \(parts), not \(whole)")
        try require(whole.found.allSatisfy { $0.count <= Self.limit }, "a message is too large")
    }

    private struct Messages: Equatable {
        var found: [[UInt8]] = []
        /// Nil after what is no message.
        var isAtEnd: Bool?
    }

    private static func messages(_ pieces: [[UInt8]], _ coding: Coding) -> Messages {
        var (reader, messages) = (Envelope.Reader(coding, limit: limit), Messages())
        do {
            for piece in pieces {
                reader.append(ByteBuffer(bytes: piece))
                while let next = try reader.next() {
                    messages.found.append(Array(next.readableBytesView))
                }
            }
            messages.isAtEnd = reader.isAtEnd
        } catch {}
        return messages
    }

    /// What is read as a message is written, and read again as the same.
    private mutating func readJSON() throws {
        let pool = Contract.pool
        let paths = pool.service("rollcall.v1.ProfileService")?.methods.map(\.request) ?? []
        let type = choices.one(of: paths + ["rollcall.v1.SignUpRequest", "rollcall.v1.ErrorInfo"])
        guard
            let message = try? pool.message(
                json: choices.everything(), as: type, ignoringUnknown: true)
        else { return }
        let text = try pool.json(of: message, as: type, isRedacted: false)
        let again = try pool.message(json: Array(text.utf8), as: type)
        try require(
            try pool.json(of: again, as: type, isRedacted: false) == text, "another \(type)")
    }

    private mutating func readProxyHeader() throws {
        let bytes = choices.everything()
        var buffer = ByteBuffer(bytes: bytes)
        let whole = try? ProxyHeader.read(from: &buffer)
        let used = bytes.count - buffer.readableBytes
        try require(used <= 1040, "a header of \(used) bytes")
        for count in bytes.indices.prefix(1100) {
            var part = ByteBuffer(bytes: bytes.prefix(count))
            let found = try? ProxyHeader.read(from: &part)
            if let header = found ?? nil {
                try require(header == whole, "\(header) after \(count) bytes, not \(whole as Any)")
            }
        }
    }
}

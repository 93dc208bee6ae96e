/// A command, as the server reads it (redis.io/docs/reference/protocol-spec: an array of strings).
package struct RedisCommand: Sendable {
    let encoded: [UInt8]
    /// What it runs, if it is `EVALSHA`.
    let script: RedisScript?

    package init(_ arguments: [RedisArgument], script: RedisScript? = nil) {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(arguments.reduce(16) { $0 + $1.size + 16 })
        encoded.append(UInt8(ascii: "*"))
        encoded.append(contentsOf: String(arguments.count).utf8)
        encoded.append(contentsOf: [13, 10])
        for argument in arguments { argument.encode(into: &encoded) }
        self.encoded = encoded
        self.script = script
    }

    /// - Parameter words: without spaces in them.
    package init(_ words: String...) {
        self.init(words.map { .text($0) })
    }
}

package enum RedisArgument: Sendable {
    case text(String)
    case integer(Int64)
    case bytes([UInt8])

    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .integer: 20
        case .bytes(let bytes): bytes.count
        }
    }

    fileprivate func encode(into encoded: inout [UInt8]) {
        switch self {
        case .text(let text): Self.encode(text.utf8, into: &encoded)
        case .integer(let value): Self.encode(String(value).utf8, into: &encoded)
        case .bytes(let bytes): Self.encode(bytes, into: &encoded)
        }
    }

    private static func encode(
        _ value: some Collection<UInt8>, into encoded: inout [UInt8]
    ) {
        encoded.append(UInt8(ascii: "$"))
        encoded.append(contentsOf: String(value.count).utf8)
        encoded.append(contentsOf: [13, 10])
        encoded.append(contentsOf: value)
        encoded.append(contentsOf: [13, 10])
    }
}

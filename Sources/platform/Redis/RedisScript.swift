import RollcallCrypto

/// A Lua script. The server knows it by its SHA-1 (`EVALSHA`); a server that does not is told the
/// script.
package struct RedisScript: Sendable {
    let source: [UInt8]
    /// In hexadecimal.
    package let digest: [UInt8]

    package init(_ source: [UInt8]) {
        self.source = source
        digest = Array(Hex.encode(SHA1Digest.bytes(of: source)).utf8)
    }

    /// - Parameters:
    ///   - keys: what the script has as `KEYS`.
    ///   - arguments: what it has as `ARGV`.
    package func command(keys: [String], _ arguments: [RedisArgument]) -> RedisCommand {
        let call: [RedisArgument] = [.text("EVALSHA"), .bytes(digest), .integer(Int64(keys.count))]
        return RedisCommand(call + keys.map { .text($0) } + arguments, script: self)
    }

    /// Tells the server the script.
    package var loading: RedisCommand {
        RedisCommand([.text("SCRIPT"), .text("LOAD"), .bytes(source)])
    }
}

import ArgumentParser
import RollcallCrypto
import RollcallRPC

/// `key=value` on the command line.
struct MetadataArgument {
    let key: String
    let value: String

    /// - Throws: `ValidationError`, which says how it is written.
    init(_ argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { throw ValidationError("Give KEY=VALUE.") }
        key = String(parts[0])
        value = String(parts[1])
    }

    /// - Throws: `RPCError`, `Failure` when the key or the value is not allowed.
    func add(to metadata: inout Metadata) throws {
        guard key.hasSuffix("-bin") else { return try metadata.add(key, text: value) }
        let digits = value.reversed().drop { $0 == "=" }.reversed()
        guard let bytes = Base64.standard.decode(String(digits)) else {
            throw Failure(.usage, "The value of \(key) is not base64.")
        }
        try metadata.add(key, bytes: bytes)
    }
}

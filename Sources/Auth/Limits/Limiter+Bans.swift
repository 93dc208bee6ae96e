import Foundation
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// Somebody who is refused because of a limit.
struct LimitBan: Equatable, Sendable {
    let key: LimitKey
    /// When the next try is taken, in milliseconds since 1970.
    let until: Int64
}

extension Limiter {
    /// Which of the meters refuse now, by what is in memory: what was written down may be more.
    func bans(among keys: [LimitKey]) throws -> [LimitBan] {
        try keys.compactMap { key in
            let isCrowd = try key == self.key(key.name, of: .address(nil))
            let unit = Unit(key: key, rate: rate(of: key.name, isCrowd: isCrowd))
            return refusal(of: unit).map { LimitBan(key: key, until: $0) }
        }
    }

    /// Forgets all that was used of a meter.
    ///
    /// - Returns: the meter, to be written down as it is now.
    func forget(_ key: LimitKey) -> Unit {
        empty(key)
        return Unit(key: key, rate: rate(of: key.name, isCrowd: false))
    }
}

extension LimitKey {
    /// Names the meter to an operator: the limit, and the digest in hexadecimal.
    var text: String {
        "\(name.rawValue)/" + bytes.map { String(format: "%02x", $0) }.joined()
    }

    init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = LimitName(rawValue: String(parts[0])),
            parts[1].utf8.count == Self.byteCount * 2,
            parts[1].utf8.allSatisfy(\.isLowercaseHexadecimal)
        else { return nil }
        let bytes = stride(from: 0, to: parts[1].count, by: 2).compactMap { start in
            UInt8(parts[1].dropFirst(start).prefix(2), radix: 16)
        }
        self.init(name: name, bytes: bytes)
    }
}

/// Bytes that show when fragments are lost, doubled or out of order; at most 6 MB.
package func pattern(_ count: Int) -> [UInt8] {
    Array(longPattern.prefix(count))
}

private let longPattern = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

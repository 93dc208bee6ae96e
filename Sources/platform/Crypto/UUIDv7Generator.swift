import RollcallBasics
import Synchronization

/// Makes `UUIDv7`s, each greater than the one before, from any number of tasks.
package final class UUIDv7Generator: Sendable {
    private let sequence = Mutex(UUIDv7Sequence())
    private let clock: @Sendable () -> Int64
    private let random: RandomSource

    /// - Parameter clock: milliseconds since 1970.
    package init(
        random: RandomSource = .system, clock: @escaping @Sendable () -> Int64
    ) {
        self.clock = clock
        self.random = random
    }

    /// - Throws: `CryptoError.noRandomness`.
    package func next() throws -> UUIDv7 {
        let random = try random.bytes(UUIDv7Sequence.randomByteCount)
        let now = clock()
        return sequence.withLock { $0.next(milliseconds: now, random: random) }
    }
}

/// The rule by which identifiers rise (RFC 9562 §6.2, method 1): within a millisecond a 12-bit
/// counter rises; it starts at random with its top bit clear, so that 2,048 fit at the least;
/// spent, it borrows the next millisecond. A clock that steps back is not followed.
struct UUIDv7Sequence {
    static let randomByteCount = 10

    private var milliseconds: UInt64 = 0
    private var counter: UInt16 = 0

    /// - Parameter random: `randomByteCount` bytes, never used before.
    mutating func next(milliseconds now: Int64, random: [UInt8]) -> UUIDv7 {
        let seed = UInt16(bigEndianBytes: random.prefix(2)) & 0x7ff
        let now = UInt64(max(now, 0))
        if now > milliseconds {
            (milliseconds, counter) = (now, seed)
        } else if counter < 0xfff {
            counter += 1
        } else {
            (milliseconds, counter) = (milliseconds + 1, seed)
        }
        let tail = UInt64(bigEndianBytes: random.dropFirst(2))
        return UUIDv7(milliseconds: milliseconds, randomA: counter, randomB: tail)
    }
}

import Foundation
import Glibc
import TestSupport
import Testing

@testable import RollcallCrypto

struct PasswordHasherTests {
    static func hasher(
        workers: Int = 2, queueLimit: Int = 64, kibibytes: Int = 256, passes: Int = 1
    ) throws -> PasswordHasher {
        var configuration = PasswordHasher.Configuration()
        configuration.parameters = try Argon2Parameters(
            kibibytes: kibibytes, passes: passes, lanes: 1)
        configuration.workers = workers
        configuration.queueLimit = queueLimit
        return try PasswordHasher(configuration: configuration)
    }

    @Test func aPasswordMatchesItsOwnHashOnly() async throws {
        let hasher = try Self.hasher()
        let hash = try await hasher.hash(Array("correct horse".utf8), deadline: nil)
        let right = try await hasher.verify(
            Array("correct horse".utf8), against: hash, deadline: nil)
        let wrong = try await hasher.verify(
            Array("Correct horse".utf8), against: hash, deadline: nil)
        #expect(right && !wrong)
        #expect(!hash.needsRehash(for: hasher.parameters))
    }

    @Test func theSamePasswordHasAnotherHashEachTime() async throws {
        let hasher = try Self.hasher()
        let hashes = try await [hasher.hash([1], deadline: nil), hasher.hash([1], deadline: nil)]
        #expect(hashes[0].salt != hashes[1].salt && hashes[0].tag != hashes[1].tag)
    }

    @Test func theStandardParametersWorkEndToEnd() async throws {
        let hasher = try PasswordHasher()
        let hash = try await hasher.hash([1, 2, 3], deadline: nil)
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        let matches = try await hasher.verify([1, 2, 3], against: hash, deadline: nil)
        #expect(matches)
        #expect(hasher.cost > .zero)
    }

    @Test func aPasswordPastTheLimitIsRefusedBeforeItIsHashed() async throws {
        let hasher = try Self.hasher()
        let password = [UInt8](repeating: 1, count: 4097)
        await #expect(throws: PasswordHasherError.passwordTooLong) {
            try await hasher.hash(password, deadline: nil)
        }
        await #expect(throws: PasswordHasherError.passwordTooLong) {
            try await hasher.verifyDummy(password, deadline: nil)
        }
    }

    /// Repeats what is refused for overload, after the pause that the refusal names. Workers are
    /// overloaded after half a second without rest.
    private func comingBack<T>(_ body: () async throws -> T) async throws -> T {
        while true {
            do {
                return try await body()
            } catch PasswordHasherError.overloaded(let pause) {
                try await elapse(pause)
            }
        }
    }

    @Test func manyAtOnceAllGetTheirOwnAnswer() async throws {
        let hasher = try Self.hasher(kibibytes: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    let password = [UInt8(number)]
                    let hash = try await comingBack {
                        try await hasher.hash(password, deadline: nil)
                    }
                    for (given, isRight) in [(password, true), ([200], false)] {
                        let matches = try await comingBack {
                            try await hasher.verify(given, against: hash, deadline: nil)
                        }
                        #expect(matches == isRight)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func overloadShedsAtOnceAndSaysWhenToComeBack() async throws {
        let hasher = try Self.hasher(workers: 1, kibibytes: 19_456, passes: 4)
        let clock = ContinuousClock()
        let outcomes = await withTaskGroup(of: Result<Void, any Error>.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    let deadline = clock.now + hasher.cost * 3
                    do {
                        _ = try await hasher.hash([1], deadline: deadline)
                        return .success(())
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var shed = 0
        for case .failure(let error) in outcomes {
            guard case PasswordHasherError.overloaded(let retryAfter) = error else { throw error }
            #expect(retryAfter > .zero)
            shed += 1
        }
        #expect(shed >= 20 && shed < 40)
    }

    @Test func aCancelledCallerLeavesTheLine() async throws {
        let hasher = try Self.hasher(workers: 1, kibibytes: 19_456, passes: 10)
        let running = Task { try await hasher.hash([1], deadline: nil) }
        try await eventually { (try? hasher.checkForRoom(deadline: .now)) == nil }
        let waiting = (0..<20).map { _ in Task { try await hasher.hash([2], deadline: nil) } }
        for task in waiting { task.cancel() }
        for task in waiting {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        _ = try await running.value
    }

    /// Not a proof of equal time, which the machine would not keep; the work is the same.
    @Test func theDummyCostsWhatAnAccountCosts() async throws {
        let hasher = try Self.hasher(workers: 1, kibibytes: 19_456, passes: 2)
        let hash = try await hasher.hash([1], deadline: nil)
        let clock = ContinuousClock()
        var (real, dummy): ([Duration], [Duration]) = ([], [])
        for _ in 0..<9 {
            real.append(
                try await clock.measure {
                    _ = try await hasher.verify([2], against: hash, deadline: nil)
                })
            dummy.append(
                try await clock.measure {
                    try await hasher.verifyDummy([2], deadline: nil)
                })
        }
        let ratio = real.sorted()[4] / dummy.sorted()[4]
        #expect(ratio > 0.5 && ratio < 2)
    }

    @Test func whoPretendsWaitsAsLongAsAHashAndMakesNone() async throws {
        let hasher = try Self.hasher(workers: 1, kibibytes: 19_456, passes: 2)
        for _ in 0..<5 { try await hasher.verifyDummy([1], deadline: nil) }
        let clock = ContinuousClock()
        let cost = hasher.cost
        let took = try await clock.measure { try await hasher.pretend(deadline: nil) }
        #expect(took >= cost)
        #expect(hasher.hashCount == 5)
    }

    @Test func whoPretendsIsShedLikeTheOthers() async throws {
        let hasher = try Self.hasher(workers: 1, queueLimit: 0, kibibytes: 19_456, passes: 10)
        async let busy = hasher.hash([1], deadline: nil)
        try await eventually { (try? hasher.checkForRoom(deadline: nil)) == nil }
        await #expect(throws: PasswordHasherError.self) {
            try await hasher.pretend(deadline: nil)
        }
        _ = try await busy
    }

    /// Pages of memory that the process has, in bytes.
    private func memory() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let fields = text.split(separator: " ")
        return (Int(fields.count > 1 ? fields[1] : "") ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    @Test func foreignHashesThatNeedMoreMemoryAreMadeOneAtATime() async throws {
        let hasher = try Self.hasher(workers: 4)
        let large = try PasswordHash(
            parameters: Argon2Parameters(kibibytes: 65_536, passes: 1, lanes: 1),
            salt: Array(repeating: 0, count: 16), tag: Array(repeating: 0, count: 32))
        let before = try memory()
        async let first = hasher.verify([1], against: large, deadline: nil)
        async let second = hasher.verify([2], against: large, deadline: nil)
        async let third = hasher.verify([3], against: large, deadline: nil)
        var peak = before
        try await eventually {
            peak = max(peak, try memory())
            return hasher.hashCount >= 3
        }
        let matches = try await [first, second, third]
        #expect(matches == [false, false, false])
        #expect(peak - before < 2 * 65_536 * 1024)
    }
}

import Glibc
import TestSupport
import Testing

@testable import RollcallCrypto

@Suite struct HashWorkerTests {
    /// One for each processor, of 19 MiB: a single flood would be paid for as long as the process
    /// lives.
    @Test func aWorkerThatHasNothingToDoHoldsNoMemory() async throws {
        let worker = try HashWorker(number: 0, kibibytes: 1024, patience: .milliseconds(50))
        let (address, filled) = try await hash(on: worker)
        #expect(filled == 256)
        try await eventually { residentPages(at: address) == 0 }
        // And it hashes again.
        #expect(try await hash(on: worker).pages == 256)
    }

    /// - Returns: where the worker's arena is, and how many pages of it are in memory right behind.
    private func hash(on worker: HashWorker) async throws -> (address: UInt, pages: Int) {
        try await withCheckedThrowingContinuation { continuation in
            worker.run { arena in
                continuation.resume(
                    with: Result {
                        let parameters = try Argon2Parameters(
                            kibibytes: 1024, passes: 1, lanes: 2)
                        _ = try Argon2id(
                            parameters: parameters, salt: Array(repeating: 7, count: 16),
                            byteCount: 32
                        ).tag(of: Array("a password".utf8), in: arena)
                        let address = UInt(bitPattern: arena.bytes.baseAddress)
                        return (address, residentPages(at: address))
                    })
            }
        }
    }

    /// Of 1 MiB.
    private func residentPages(at address: UInt) -> Int {
        var pages = [UInt8](repeating: 0, count: 256)
        guard mincore(UnsafeMutableRawPointer(bitPattern: address), 1024 * 1024, &pages) == 0
        else { return -1 }
        return pages.count { $0 & 1 == 1 }
    }
}

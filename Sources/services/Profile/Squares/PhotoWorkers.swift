import Admission
import NIOPosix
import RollcallPhotos
import RollcallRPC
import Synchronization

/// The processes that decode photos: a few at a time, each for one photo.
final class PhotoWorkers: Sendable {
    /// Photos at a time.
    let count: Int
    private let program: PhotoProgram
    private let timeLimit: Duration
    private let threads: NIOThreadPool
    /// For photos that are decoded or wait for it. More callers are told to come back.
    private let places: Mutex<Budget>

    private static let waitingLimit = 256

    init(_ program: PhotoProgram, count: Int, timeLimit: Duration) {
        self.program = program
        self.count = count
        self.timeLimit = timeLimit
        threads = NIOThreadPool(numberOfThreads: count)
        threads.start()
        places = Mutex(Budget(count + Self.waitingLimit))
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// Has a worker make the squares of a photo, as soon as one is free.
    ///
    /// - Throws: `PhotoProgramError`; `RPCError.overloaded`; `CancellationError`.
    func squares(of photo: [UInt8]) async throws -> MadeSquares {
        guard places.withLock({ $0.take(1) }) else { throw RPCError.overloaded }
        defer { places.withLock { $0.release(1) } }
        return try MadeSquares(
            await program.sizes(of: photo, timeLimit: timeLimit, on: threads))
    }
}

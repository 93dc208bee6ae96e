import RollcallBasics
import Synchronization

/// The processes that decode photos: a few at a time, each for one photo.
package final class PhotoWorkers: Sendable {
    /// Photos at a time.
    package let count: Int
    /// For the sizes of one photo.
    package let timeLimit: Duration
    private let program: PhotoProgram
    private let slots: Mutex<Slots>

    /// Photos that wait for a worker. More callers than that are told to come back.
    private static let waitingLimit = 256

    private struct Slots {
        var free: Int
        var lastID = 0
        /// In the order in which they came.
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    package init(_ program: PhotoProgram, count: Int, timeLimit: Duration = .seconds(25)) {
        self.program = program
        self.count = count
        self.timeLimit = timeLimit
        slots = Mutex(Slots(free: count))
    }

    /// Has a worker do something with a photo, as soon as one is free.
    ///
    /// - Throws: `PhotoProgramError.busy` if too many wait; `CancellationError`; what `work`
    ///   throws.
    package func run<Result>(
        _ work: (PhotoProgram) async throws -> Result
    ) async throws -> Result {
        try await takeSlot()
        defer { releaseSlot() }
        return try await work(program)
    }

    private func takeSlot() async throws {
        try await waitInLine { continuation in
            let answer: (place: Int?, result: Result<Void, any Error>?) = slots.withLock { slots in
                guard slots.free == 0 else {
                    slots.free -= 1
                    return (nil, .success(()))
                }
                guard slots.waiting.count < Self.waitingLimit else {
                    return (nil, .failure(PhotoProgramError.busy))
                }
                slots.lastID += 1
                slots.waiting.append((slots.lastID, continuation))
                return (slots.lastID, nil)
            }
            if let result = answer.result { continuation.resume(with: result) }
            return answer.place
        } withdraw: { id in
            let waiting = self.slots.withLock { slots in
                slots.waiting.firstIndex { $0.id == id }.map { slots.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    private func releaseSlot() {
        let next: CheckedContinuation<Void, any Error>? = slots.withLock { slots in
            guard slots.waiting.isEmpty else { return slots.waiting.removeFirst().continuation }
            slots.free += 1
            return nil
        }
        next?.resume()
    }
}

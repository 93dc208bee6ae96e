import RollcallAPI
import RollcallPhotos
import RollcallRPC

extension PhotoWorkers {
    /// Has a worker make the squares of a photo, as soon as one is free.
    ///
    /// - Throws: `PhotoProgramError`; `RPCError.overloaded`; `CancellationError`.
    func squares(of photo: [UInt8]) async throws -> MadeSquares {
        do {
            return try await run {
                try MadeSquares(await $0.sizes(of: photo, timeLimit: timeLimit))
            }
        } catch PhotoProgramError.busy {
            throw RPCError.overloaded
        }
    }
}

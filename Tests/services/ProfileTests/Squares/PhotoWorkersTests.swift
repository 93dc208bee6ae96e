import RollcallPhotos
import RollcallRPC
import Testing

@testable import Profile

struct PhotoWorkersTests {
    private func workers(_ count: Int) throws -> PhotoWorkers {
        PhotoWorkers(try PhotoProgram(), count: count, timeLimit: .seconds(20))
    }

    @Test func morePhotosThanWorkersWaitForTheirTurn() async throws {
        let workers = try workers(2)
        let photo = try TestPhoto.decodable("small")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 { group.addTask { try await workers.squares(of: photo).squares.count } }
            for try await count in group { #expect(count == 4) }
        }
    }

    @Test func moreCallersThanMayWaitAreToldToComeBack() async throws {
        let workers = try workers(1)
        let photo = try TestPhoto.decodable("small")
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    do {
                        _ = try await workers.squares(of: photo)
                        return false
                    } catch let error as RPCError where error.code == .unavailable {
                        return true
                    } catch is CancellationError {
                        return false
                    }
                }
            }
            var refused = 0
            for try await isRefused in group {
                if isRefused { refused += 1 }
                // The rest need not be waited for.
                if refused > 0 { group.cancelAll() }
            }
            return refused
        }
        #expect(refused > 0)
    }

    @Test func whoGivesUpWaitingLeavesTheTurnToOthers() async throws {
        let workers = try workers(1)
        let photo = try TestPhoto.decodable("wide")
        let first = Task { try await workers.squares(of: photo) }
        let second = Task { try await workers.squares(of: photo) }
        let third = Task { try await workers.squares(of: photo) }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(try await first.value.squares.count == 4)
        #expect(try await third.value.squares.count == 4)
        #expect(try await workers.squares(of: photo).squares.count == 4)
    }
}

import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct AttemptTests {
    private struct Failure: Error {}

    /// Runs a test with two limits of two permits each.
    private func withPermits(
        _ body: (Limits, _ first: Permit, _ second: Permit, AuthServer) async throws -> Void
    ) async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start {
                $0.limits[.account] = LimitPolicy(2, per: 900)
                $0.limits[.everyone] = LimitPolicy(2, per: 900)
            }
            let limits = world.auth.runtime.limits
            try await body(
                limits, limits.permit(.account, of: .login("anna")),
                limits.permit(.everyone, of: .everyone), world)
        }
    }

    /// How many permits can still be had.
    private func left(_ permit: Permit, in limits: Limits) -> Int {
        var count = 0
        while limits.take([permit]) == nil { count += 1 }
        return count
    }

    private func written(_ world: AuthServer) async throws -> Set<LimitName> {
        Set(try await world.auth.store.buckets(now: 0).map(\.key.name))
    }

    @Test func whatIsSpentIsOnTheDiskBeforeTheAnswer() async throws {
        try await withPermits { limits, first, second, world in
            let value = try await limits.attempt([first, second]) { _ in
                .spent(7).refunding(second)
            }
            #expect(value == 7)
            #expect(try await written(world) == [.account])
            #expect(left(first, in: limits) == 1)
            #expect(left(second, in: limits) == 2)
        }
    }

    @Test func aFailureThatSpendsIsThrownAfterItWasWrittenDown() async throws {
        try await withPermits { limits, first, _, world in
            await #expect(throws: Failure.self) {
                try await limits.attempt([first]) { _ -> AttemptEnd<Void> in .failed(Failure()) }
            }
            let names = try await written(world)
            #expect(names == [.account])
            #expect(left(first, in: limits) == 1)
        }
    }

    @Test func anErrorRefundsAlsoWhatWasTakenLater() async throws {
        try await withPermits { limits, first, second, world in
            await #expect(throws: Failure.self) {
                try await limits.attempt([first]) { attempt -> AttemptEnd<Void> in
                    let wait = attempt.take([second])
                    #expect(wait == nil)
                    throw Failure()
                }
            }
            let names = try await written(world)
            #expect(names.isEmpty)
            #expect(left(first, in: limits) == 2)
            #expect(left(second, in: limits) == 2)
        }
    }

    @Test func whereAPermitIsMissingNoneIsTaken() async throws {
        try await withPermits { limits, first, second, _ in
            while limits.take([second]) == nil {}
            let wait = try await limits.attempt([first, second]) { _ in
                .spent(.zero)
            } beyond: { wait in
                wait
            }
            #expect(wait == .seconds(450))
            #expect(left(first, in: limits) == 2)
        }
    }

    @Test func clearingForgetsWhatCountedBefore() async throws {
        try await withPermits { limits, first, second, world in
            try await limits.attempt([first]) { _ in .spent(()) }
            try await limits.attempt([first, second]) { _ in .spent(()).clearing(first) }
            #expect(try await written(world) == [.everyone])
            #expect(left(first, in: limits) == 2)
            #expect(left(second, in: limits) == 1)
        }
    }

    /// Otherwise passwords could be guessed for as long as the disk is full.
    @Test func aFullDiskMakesNoGuessFree() async throws {
        try await withPermits { limits, first, _, world in
            try await world.auth.store.refuseInserts(into: "meter")
            for _ in 0..<2 {
                await #expect(throws: (any Error).self) {
                    try await limits.attempt([first]) { _ in .spent(()) }
                }
            }
            try await world.auth.store.refuseNothing()
            #expect(left(first, in: limits) == 0)
        }
    }

    /// What was done is told all the same.
    @Test func aLimitThatCannotBeClearedOnTheDiskFailsNothing() async throws {
        try await withPermits { limits, first, _, world in
            try await limits.attempt([first]) { _ in .spent(()) }
            try await world.auth.store.refuseDeletes(from: "meter")
            let value = try await limits.attempt([first]) { _ in .recorded(7).clearing(first) }
            #expect(value == 7)
            try await world.auth.store.refuseNothing()
            #expect(left(first, in: limits) == 2)
        }
    }

    @Test func whatIsSpentBeforeAMailIsNotCountedOnAFullDisk() async throws {
        try await withPermits { limits, first, _, world in
            try await world.auth.store.refuseInserts(into: "meter")
            await #expect(throws: (any Error).self) { try await limits.spend([first]) }
            try await world.auth.store.refuseNothing()
            #expect(left(first, in: limits) == 2)
        }
    }
}

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
    private func left(_ permit: Permit, in limits: Limits) async -> Int {
        var count = 0
        while await limits.take([permit]) == nil { count += 1 }
        return count
    }

    private func written(_ world: AuthServer) async throws -> Set<LimitName> {
        Set(try await world.auth.store.buckets(now: 0).map(\.key.name))
    }

    @Test func whatIsSpentIsOnTheDiskBeforeTheAnswer() async throws {
        try await withPermits { limits, first, second, world in
            var attempt = try await limits.attempt([first, second])
            attempt.refund(second)
            try await attempt.spend()
            #expect(try await written(world) == [.account])
            #expect(await left(first, in: limits) == 1)
            #expect(await left(second, in: limits) == 2)
        }
    }

    @Test func anErrorRefundsAlsoWhatWasTakenLater() async throws {
        try await withPermits { limits, first, second, world in
            await #expect(throws: Failure.self) {
                var attempt = try await limits.attempt([first])
                let wait = await attempt.take([second])
                #expect(wait == nil)
                throw Failure()
            }
            let names = try await written(world)
            #expect(names.isEmpty)
            #expect(await left(first, in: limits) == 2)
            #expect(await left(second, in: limits) == 2)
        }
    }

    @Test func whereAPermitIsMissingNoneIsTaken() async throws {
        try await withPermits { limits, first, second, _ in
            while await limits.take([second]) == nil {}
            var attempt = limits.attempt()
            let wait = await attempt.take([first, second])
            #expect(wait == .seconds(450))
            #expect(await left(first, in: limits) == 2)
        }
    }

    @Test func clearingForgetsWhatCountedBefore() async throws {
        try await withPermits { limits, first, second, world in
            try await limits.attempt([first]).spend()
            var attempt = try await limits.attempt([first, second])
            await attempt.clear(first)
            try await attempt.spend()
            #expect(try await written(world) == [.everyone])
            #expect(await left(first, in: limits) == 2)
            #expect(await left(second, in: limits) == 1)
        }
    }

    /// Otherwise passwords could be guessed for as long as the disk is full.
    @Test func aFullDiskMakesNoGuessFree() async throws {
        try await withPermits { limits, first, _, world in
            try await world.auth.store.refuseInserts(into: "meter")
            for _ in 0..<2 {
                await #expect(throws: (any Error).self) {
                    try await limits.attempt([first]).spend()
                }
            }
            try await world.auth.store.refuseNothing()
            #expect(await left(first, in: limits) == 0)
        }
    }

    /// What was done is told all the same.
    @Test func aLimitThatCannotBeClearedOnTheDiskFailsNothing() async throws {
        try await withPermits { limits, first, _, world in
            try await limits.attempt([first]).spend()
            try await world.auth.store.refuseDeletes(from: "meter")
            var attempt = try await limits.attempt([first])
            await attempt.clear(first)
            attempt.recorded()
            try await world.auth.store.refuseNothing()
            #expect(await left(first, in: limits) == 2)
        }
    }

    @Test func whatIsSpentBeforeAMailIsNotCountedOnAFullDisk() async throws {
        try await withPermits { limits, first, _, world in
            try await world.auth.store.refuseInserts(into: "meter")
            await #expect(throws: (any Error).self) { try await limits.spend([first]) }
            try await world.auth.store.refuseNothing()
            #expect(await left(first, in: limits) == 2)
        }
    }
}

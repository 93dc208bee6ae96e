import Foundation
import Introspection
import MessageJSON
import Testing

import func TestSupport.elapse

/// Every call that changes something at Auth, while Auth dies under it.
@Suite struct MutationsUnderFireTests {
    /// How often Auth is killed; `ROLLCALL_KILLS` sets it.
    static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) } ?? 100

    /// How often a call was made, and how often it was answered.
    private struct Count {
        var made = 0
        var answered = 0
    }

    @Test func whatWasAcknowledgedStaysAndWhatWasNotIsWholeOrNotAtAll() async throws {
        try await expectWholeness(
            of: Mutation.batches(Self.kills), beside: [.auth, .profile])
    }

    @Test func aCheckOfTheServicesThatWasCutOffIsRepeated() async throws {
        try await expectWholeness(
            of: Array(repeating: [.checkConsistency], count: max(1, Self.kills / 10)),
            beside: Cluster.Service.allCases)
    }

    private func expectWholeness(
        of batches: [[Mutation]], beside services: [Cluster.Service]
    ) async throws {
        let cluster = try await MutationBatch.cluster()
        for service in services { try await cluster.start(service) }
        let check = try await timeOfACheck(in: cluster, beside: services)
        var counts: [String: Count] = [:]
        for (number, mutations) in batches.enumerated() {
            let batch = try await MutationBatch(mutations, named: "fire\(number)", in: cluster)
            async let made = batch.make(within: 3000)
            try await elapse(upTo: check ?? longest(mutations))
            cluster[.auth].kill()
            try await cluster.start(.auth)
            let outcomes = try await made
            try await batch.check(outcomes)
            try cluster.spool.clear()
            for (mutation, outcome) in zip(mutations, outcomes) {
                counts[mutation.rpc, default: Count()].made += 1
                counts[mutation.rpc]?.answered += outcome.isAcknowledged ? 1 : 0
            }
        }
        let (made, answered) = counts.values.reduce((0, 0)) {
            ($0.0 + $1.made, $0.1 + $1.answered)
        }
        if made > 20 {
            #expect(answered > made / 20 && answered < made - made / 20, "\(counts)")
        }
        guard Self.kills >= 1000 else { return }
        print("answered of made: \(counts)")
        for (rpc, count) in counts {
            #expect(count.answered > 0 && count.answered < count.made, "\(rpc): \(count)")
        }
    }

    /// Twice as long as a check of all services takes that nothing cuts off; nil if they do not all
    /// run.
    private func timeOfACheck(
        in cluster: Cluster, beside services: [Cluster.Service]
    ) async throws -> Duration? {
        guard services.count == Cluster.Service.allCases.count else { return nil }
        let batch = try await MutationBatch([.checkConsistency], named: "whole", in: cluster)
        let begin = ContinuousClock.now
        let outcomes = try await batch.make()
        let time = ContinuousClock.now - begin
        try await batch.check(outcomes)
        return time * 2
    }

    /// Until when Auth is killed: most calls take some milliseconds; one is held back until nobody
    /// can tell by the time what it has found.
    private func longest(_ mutations: [Mutation]) -> Duration {
        let isHeldBack = mutations.contains { $0.rpc == "AccountService/RequestPasswordReset" }
        return isHeldBack && Bool.random() ? .milliseconds(300) : .milliseconds(15)
    }

    /// What says by its name that it only reads need not be there.
    @Test func everyMutatingCallOfTheContractIsUnderFire() throws {
        let services = [
            "Auth", "Account", "AccountData", "Identity", "Factor", "Passkey", "AuthAdmin",
            "Revocation", "Import", "Audit",
        ]
        let reads = ["Get", "List", "Watch", "Describe", "Export"]
        // Nothing is stored when an attempt begins.
        let others: Set = [
            "AccountService/CheckPassword", "AuditService/VerifyAudit",
            "IdentityService/StartIdentity", "PasskeyService/StartPasskeySignIn",
        ]
        let mutating = try services.map { "\($0)Service" }.flatMap { name in
            let service = try #require(Contract.pool.service("rollcall.v1.\(name)"))
            return service.methods.map(\.name).filter { method in
                !reads.contains { method.hasPrefix($0) }
            }.map { "\(name)/\($0)" }
        }
        #expect(Set(Mutation.all.map(\.rpc)) == Set(mutating).subtracting(others))
    }
}

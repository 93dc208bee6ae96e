import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Auth

/// Services whose data are not of one moment.
@Suite struct CheckConsistencyTests {
    @Test func whatFitsTogetherIsNoFinding() async throws {
        try await withAuth { world in
            for name in ["anna", "berta"] {
                world.presence.see(try await world.newUser(name).id)
            }
            try await world.auth.settle()
            let (findings, summary) = try await world.check()
            #expect(findings == [])
            #expect(
                summary
                    == ConsistencySummary(accounts: 2, profiles: 2, presences: 2))
        }
    }

    /// Profile is older than Auth.
    @Test func anAccountWithoutAProfileGetsOne() async throws {
        try await withAuth { world in
            let (anna, berta) = (try await world.newUser("anna"), try await world.newUser("berta"))
            try await world.auth.settle()
            for user in [anna, berta] { try await world.forgetProfile(user.id) }
            // Somebody else has taken one of the names.
            let clara = try await world.newUser("clara")
            try await world.auth.settle()
            try await world.rename(to: "berta", clara.tokens)

            let open = [
                Finding(kind: .profileMissing, outcome: .open, userID: anna.id),
                Finding(kind: .profileMissing, outcome: .open, userID: berta.id),
            ]
            #expect(try await world.check().findings == open)
            let mended = open.map { finding in
                var finding = finding
                finding.outcome = .mended
                return finding
            }
            let (findings, summary) = try await world.check(mending: true)
            #expect(findings == mended)
            #expect(summary.findings == 2 && summary.unmended == 0)
            #expect(try await world.check().findings == [])
            let names = try await world.profile.names(held: false).values
            #expect(names.contains("anna") && names.contains { $0.hasPrefix("user_") })
            // Who has a generated name may choose another at once.
            try await world.rename(to: "dora", berta.tokens)
            #expect(try await world.profile.names(held: false).values.contains("dora"))
        }
    }

    @Test func anAccountWithoutANameGetsAProfileWithoutOne() async throws {
        try await withAuth { world in
            let user = try await world.client.signUp(.anna(name: ""))
            try await world.auth.settle()
            try await world.forgetProfile(user.id)
            let findings = try await world.check(mending: true).findings
            #expect(findings.map(\.kind) == [.profileMissing])
            #expect(findings.map(\.outcome) == [.mended])
            try await world.expectWholeAccounts(count: 1)
        }
    }

    /// A confirmation that Profile refuses, as it has forgotten the hold, keeps nothing up.
    @Test func anAccountWhoseHoldIsLostGetsAProfile() async throws {
        try await withAuth { world in
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.unavailable, "away") }
            }
            let anna = try await world.newUser("anna")
            try await world.forgetProfile(anna.id)
            world.profile.setFault(nil)
            let findings = try await world.check(mending: true).findings
            #expect(findings.map(\.kind) == [.profileMissing])
            try await world.settleInTime()
            try await world.expectWholeAccounts(count: 1)
        }
    }

    /// Auth is older than Profile.
    @Test func whatHasNoAccountIsErasedOnlyOnRequest() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            try await world.auth.settle()
            world.presence.see(anna.id)
            let held = try world.auth.runtime.ids.next()
            try await world.auth.runtime.peers.names.hold(
                "berta", for: held, call: CallContext(method: ""))
            let account = try await world.takeAccount(anna.id)

            let expected = [
                Finding(
                    kind: .profileWithoutAccount, outcome: .open, userID: anna.id,
                    displayName: "anna"),
                Finding(
                    kind: .presenceWithoutAccount, outcome: .open, userID: anna.id,
                    displayName: "anna"),
                Finding(
                    kind: .nameWithoutAccount, outcome: .open, userID: held.description,
                    displayName: "berta"),
            ]
            for _ in 0..<2 {
                let (findings, summary) = try await world.check()
                #expect(findings == expected)
                #expect(summary.unmended == 3)
            }
            for name in ["anna", "berta"] {
                let taken = await failure { try await world.newUser(name) }
                #expect(taken?.reasons == [.displayNameTaken])
            }
            // The right copy is put back: nothing is lost.
            try await account()
            #expect(try await world.check().findings == [expected[2]])
            #expect(world.presence.traces.map(\.userID) == [anna.id])
            _ = try await world.takeAccount(anna.id)
            let mended = try await world.check(mending: true, acceptingLoss: true)
            #expect(mended.findings.map(\.outcome) == [.mended, .mended, .mended])
            #expect(mended.summary.unmended == 0)
            #expect(try await world.check().findings == [])
            #expect(world.presence.traces.isEmpty && world.presence.users == [anna.id])
            // A name that nobody has ever seen is free at once.
            _ = try await world.newUser("berta")
        }
    }

    /// The copy of Auth is the wrong one.
    @Test(arguments: [0, 3])
    func whereManyHaveNoAccountNothingIsMendedUnlessTheLossIsAccepted(left: Int) async throws {
        try await withAuth { world in
            var users: [String] = []
            for number in 0..<14 { users.append(try await world.newUser("user_\(number)").id) }
            try await world.auth.settle()
            var accounts: [@Sendable () async throws -> Void] = []
            for user in users.dropFirst(left) { accounts.append(try await world.takeAccount(user)) }

            let error = await failure { try await world.check(mending: true) }
            #expect(error?.code == .failedPrecondition)
            #expect(error?.message.hasPrefix("\(14 - left) of 14 users would be erased") == true)
            #expect(error?.message.contains(" Auth has \(left) accounts") == true)
            for account in accounts { try await account() }
            #expect(try await world.check().findings == [])

            for user in users.dropFirst(left) { _ = try await world.takeAccount(user) }
            let accepted = try await world.check(mending: true, acceptingLoss: true)
            let kinds = accepted.findings.map(\.kind)
            #expect(kinds.count { $0 == .profileWithoutAccount } == 14 - left)
            #expect(accepted.summary.unmended == 0)
            #expect(try await world.profile.names(held: false).count == left)
        }
    }

    @Test func tenMayLoseTheirProfilesAtOnce() async throws {
        try await withAuth { world in
            for number in 0..<11 {
                let user = try await world.newUser("user_\(number)").id
                try await world.auth.settle()
                if number > 0 { _ = try await world.takeAccount(user) }
            }
            #expect(try await world.check(mending: true).summary.unmended == 0)
            #expect(try await world.profile.names(held: false).count == 1)
        }
    }

    @Test func whoseTokenEndsMendsNoMore() async throws {
        try await withAuth { world in
            let admin = try await world.newAdmin("anna")
            let berta = try await world.newUser("berta")
            try await world.auth.settle()
            _ = try await world.takeAccount(berta.id)
            world.profile.setFault { step, moment in
                if step == .list, moment == .before { world.clock.advance(3_600_000) }
            }
            let error = await failure {
                let parts = try await world.admin.checkConsistency(
                    CheckConsistencyRequest(mend: true, acceptLoss: true),
                    options: .bearer(admin.tokens))
                while try await parts.next() != nil {}
            }
            #expect(error?.code == .unauthenticated)
            world.profile.setFault(nil)
            let findings = try await world.check().findings
            #expect(
                findings.map(\.kind) == [.profileWithoutAccount, .presenceWithoutAccount])
        }
    }

    /// Profile and Presence are older than a deletion, of which there is a receipt.
    @Test func whatIsLeftOfADeletedAccountIsErasedOnRequest() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            try await world.auth.settle()
            _ = try await world.asOperator.deleteUser(DeleteUserRequest(user: .id(anna.id)))
            try await world.auth.settle()
            try await world.bringBackProfile(anna.id, "anna")
            var expected = Finding(
                kind: .profileWithoutAccount, outcome: .open, userID: anna.id, displayName: "anna")
            #expect(try await world.check().findings == [expected])
            #expect(try await world.profile.names(held: false).values.sorted() == ["anna"])
            expected.outcome = .mended
            let mended = try await world.check(mending: true, acceptingLoss: true).findings
            #expect(mended == [expected])
            #expect(try await world.profile.names(held: false) == [:])
            #expect(try await world.check().findings == [])
        }
    }

    /// Auth is older than a deletion.
    @Test func anAccountThatWasDeletedSinceIsDeletedAgainOnRequest() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            try await world.auth.settle()
            try await world.auth.runtime.peers.names.repair(
                .eraseProfile, of: #require(UUIDv7(anna.id)))
            let open = Finding(kind: .deletedElsewhere, outcome: .open, userID: anna.id)
            #expect(try await world.check().findings == [open])
            // Not the last who could administer.
            _ = try await world.asOperator.setUserRole(
                SetUserRoleRequest(user: .id(anna.id), role: .admin))
            #expect(try await world.check(mending: true).findings == [open])
            _ = try await world.newAdmin("berta")
            try await world.auth.settle()
            let findings = try await world.check(mending: true).findings
            #expect(findings.map(\.outcome) == [.mended])
            #expect(await failure { try await world.signIn(as: "anna") } != nil)
            try await world.auth.settle()
            #expect(try await world.check().findings == [])
        }
    }

    /// People come and go, and Profile now and then does not answer Auth.
    @Test func whoSignsUpOrLeavesMeanwhileIsNoFinding() async throws {
        try await withAuth { world in
            let count = Atomic(0)
            let progress = Progress()
            world.profile.setFault { step, _ in
                guard [.confirm, .release, .erase].contains(step) else { return }
                if count.wrappingAdd(1, ordering: .relaxed).newValue % 3 == 0 {
                    throw RPCError(.unavailable, "away")
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<4 {
                    group.addTask {
                        var number = 0
                        while !Task.isCancelled, progress.checks.load(ordering: .relaxed) < 4 {
                            number += 1
                            let user = try await world.newUser("user_\(lane)_\(number)")
                            world.presence.see(user.id)
                            guard number % 2 == 0 else { continue }
                            _ = try await world.asOperator.deleteUser(
                                DeleteUserRequest(user: .id(user.id)))
                        }
                    }
                }
                for _ in 0..<4 {
                    let found = try await world.check(mending: true).findings
                    #expect(found == [])
                    progress.checks.wrappingAdd(1, ordering: .relaxed)
                }
                try await group.waitForAll()
            }
            world.profile.setFault(nil)
            try await world.auth.settle()
            #expect(try await world.check().findings == [])
            try await world.expectWholeAccounts()
        }
    }

    @Test func aServiceThatDoesNotAnswerEndsTheCheck() async throws {
        try await withAuth { world in
            world.presence.setFault { _ in throw RPCError(.internal, "broken") }
            let error = await failure { try await world.check() }
            #expect(error?.code == .unavailable)
        }
    }

    @Test func aServiceThatListsUsersAgainEndsTheCheck() async throws {
        try await withAuth { world in
            for name in ["anna", "berta", "clara"] {
                world.presence.see(try await world.newUser(name).id)
            }
            try await world.auth.settle()
            world.presence.isStuck.store(true, ordering: .relaxed)
            let error = await failure { try await world.check() }
            #expect(error?.code == .internal)
        }
    }

    @Test func anEmptyPageIsNotTheEndUnlessItComesAgain() async throws {
        try await withAuth { world in
            let user = try UUIDv7Generator { world.clock.now() - 1 }.next().description
            world.presence.see(user)
            // No id is before these tokens.
            world.presence.emptyPages.withLock { $0 = ["!", "\""] }
            #expect(try await world.check().findings.map(\.userID) == [user])
            world.presence.emptyPages.withLock { $0 = ["!", "!"] }
            #expect(await failure { try await world.check() }?.code == .internal)
        }
    }

    @Test func aServiceThatIsBusyOrLateForAMomentDoesNotEndTheCheck() async throws {
        try await withAuth { world in
            world.presence.see(try await world.newUser("anna").id)
            try await world.auth.settle()
            let lists = Atomic(0)
            let presences = Atomic(0)
            world.profile.setFault { step, moment in
                guard step == .list, moment == .before else { return }
                if lists.wrappingAdd(1, ordering: .relaxed).oldValue == 0 {
                    throw RPCError.overloaded("busy", after: .milliseconds(300))
                }
            }
            world.presence.setFault { _ in
                if presences.wrappingAdd(1, ordering: .relaxed).oldValue == 0 {
                    throw RPCError(.deadlineExceeded, "late")
                }
            }
            let start = ContinuousClock.now
            #expect(try await world.check().findings == [])
            #expect(ContinuousClock.now - start >= .milliseconds(550))
        }
    }

    /// Whatever was told before, the next check tells the rest.
    @Test(arguments: [FaultyProfile.Step.restore, .erase])
    func whatWasInterruptedIsRepeated(step: FaultyProfile.Step) async throws {
        try await withAuth { world in
            var users: [SignUpResponse] = []
            for name in ["anna", "berta", "clara", "dora"] {
                users.append(try await world.newUser(name))
            }
            try await world.auth.settle()
            for user in users.prefix(2) { try await world.forgetProfile(user.id) }
            for user in users.suffix(2) { _ = try await world.takeAccount(user.id) }
            for moment in FaultyProfile.Moment.allCases {
                let isFirst = Atomic(true)
                world.profile.setFault { at, when in
                    guard at == step, when == moment else { return }
                    if isFirst.exchange(false, ordering: .relaxed) {
                        throw RPCError(.internal, "as the test wants it")
                    }
                }
                _ = await failure { try await world.check(mending: true) }
            }
            world.profile.setFault(nil)
            _ = try await world.check(mending: true)
            #expect(try await world.check().findings == [])
            let names = try await world.profile.names(held: false).values.sorted()
            #expect(names == ["anna", "berta"])
        }
    }
}

/// How many checks have ended.
private final class Progress: Sendable {
    let checks = Atomic(0)
}

extension AuthServer {
    fileprivate func check(
        mending isMending: Bool = false, acceptingLoss acceptsLoss: Bool = false
    ) async throws -> (findings: [Finding], summary: ConsistencySummary) {
        let parts = try await asOperator.checkConsistency(
            CheckConsistencyRequest(mend: isMending, acceptLoss: acceptsLoss))
        var (findings, summary): ([Finding], ConsistencySummary?) = ([], nil)
        while let part = try await parts.next()?.part {
            switch part {
            case .finding(let finding): findings.append(finding)
            case .summary(let last): summary = last
            }
        }
        return (findings, try #require(summary))
    }

    /// As if Profile's copy was older than the account.
    fileprivate func forgetProfile(_ id: String) async throws {
        try await profile.forget(try #require(UUIDv7(id)))
    }

    /// As if Profile's copy was older than the deletion.
    fileprivate func bringBackProfile(_ id: String, _ name: String) async throws {
        try await profile.forgetErasures()
        let names = auth.runtime.peers.names
        let user = try #require(UUIDv7(id))
        try await names.hold(name, for: user, call: CallContext(method: ""))
        try await names.repair(.confirmDisplayName, of: user)
    }

    /// As if Auth's copy was older than the account.
    ///
    /// - Returns: what brings it back.
    fileprivate func takeAccount(_ id: String) async throws -> @Sendable () async throws -> Void {
        let id = try #require(UUIDv7(id))
        let store = auth.store
        // What refers to a row goes before it, and comes back after it.
        let tables: [(name: SQL, key: SQL)] = [
            ("address", "accountID"), ("credential", "accountID"), ("account", "id"),
            ("signUp", "accountID"),
        ]
        for (table, key) in tables {
            try await store.run(
                "CREATE TABLE IF NOT EXISTS \(table)Taken AS SELECT * FROM \(table) WHERE FALSE")
            try await store.run(
                Command("INSERT INTO \(table)Taken SELECT * FROM \(table) WHERE \(key) = $1"), id)
            try await store.run(Command("DELETE FROM \(table) WHERE \(key) = $1"), id)
        }
        return {
            for (table, key) in tables.reversed() {
                try await store.run(
                    Command("INSERT INTO \(table) SELECT * FROM \(table)Taken WHERE \(key) = $1"),
                    id)
            }
        }
    }
}

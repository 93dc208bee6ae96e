import RollcallAPI
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct VerifyAuditTests {
    @Test func whatWasChangedOrTakenAwayIsFound() async throws {
        try await withAuth { world in
            for name in ["anna", "ben", "carl"] { _ = try await world.newAdmin(name) }
            let whole = try await world.audit.verifyAudit(VerifyAuditRequest())
            #expect(whole.entryCount == 7 && whole.firstBroken == nil && whole.head.count == 32)
            try await world.auth.store.run("UPDATE audit SET newText = 'x' WHERE number = 3")
            #expect(try await world.audit.verifyAudit(VerifyAuditRequest()).firstBroken == 3)
            try await world.auth.store.run("DELETE FROM audit WHERE number = 2")
            #expect(try await world.audit.verifyAudit(VerifyAuditRequest()).firstBroken == 2)
        }
    }

    @Test func theOldestEntriesGoInOrderAndTheRestIsStillWhole() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.auditRetention = .days(150) }
            for name in ["anna", "ben", "carl"] {
                _ = try await world.newAdmin(name)
                world.clock.advance(.days(100))
            }
            func clean() async throws {
                var ages = RevocationAges()
                try await world.auth.runtime.housekeeping().clean(&ages)
            }
            try await clean()
            let answer = try await world.audit.verifyAudit(VerifyAuditRequest())
            #expect(answer.firstBroken == nil)
            let kept = try await world.auditEntries()
            #expect(kept.contains { $0.action == "role.changed" })
            #expect(kept.allSatisfy { $0.number > 3 })
            world.clock.advance(.days(1000))
            try await clean()
            // The newest stays: the next one follows it.
            let newest = try #require(try await world.auditEntries().last)
            _ = try await world.newUser("dora")
            let numbers = try await world.auditEntries().map(\.number)
            #expect(numbers.last == newest.number && numbers.count >= 2)
            #expect(numbers == (newest.number..<newest.number + Int64(numbers.count)).reversed())
            #expect(try await world.audit.verifyAudit(VerifyAuditRequest()).firstBroken == nil)
        }
    }
}

import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListAuditTests {
    @Test func anEntrySaysWhoDidWhatToWhom() async throws {
        try await withAuth { world in
            let anna = try await world.newAdmin("anna")
            let ben = try await world.newUser("ben")
            _ = try await world.admin.setUserRole(
                SetUserRoleRequest(user: .id(ben.id), role: .admin), options: .bearer(anna.tokens))
            let entry = try #require(try await world.auditEntries().first)
            #expect(entry.action == "role.changed" && entry.userID == ben.id)
            #expect(entry.actor == "admin:\(anna.id)")
            #expect(entry.before == "user" && entry.after == "admin")
            #expect(entry.atMs == world.clock.now() && entry.hash.count == 32)
            let made = try await world.auditEntries(of: .id(ben.id)).last
            #expect(made?.action == "account.created" && made?.actor == "owner")
            let numbers = try await world.auditEntries().map(\.number)
            #expect(numbers == (1...Int64(numbers.count)).reversed())
        }
    }

    @Test func entriesOutliveTheAccountAndHaveNoAddress() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            _ = try await world.asOperator.deleteUser(DeleteUserRequest(user: .id(anna.id)))
            let entries = try await world.auditEntries(of: .id(anna.id))
            #expect(entries.map(\.action) == ["account.deleted", "account.created"])
            for entry in entries { #expect(!entry.serializedText.contains("example.com")) }
        }
    }

    @Test func onlyAdministratorsSeeTheLog() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            let service = AuditServiceClient(world.auth.connection)
            let error = await failure {
                try await service.listAudit(ListAuditRequest(), options: .bearer(anna.tokens))
            }
            #expect(error?.code == .permissionDenied)
        }
    }

    @Test func failedSignInsAndRefreshesDoNotFillTheTable() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            let noted = try await world.noted {
                for _ in 0..<5 {
                    _ = await failure {
                        try await world.client.signIn(
                            SignInRequest(email: "anna@example.com", password: "wrong horse"))
                    }
                }
                _ = try await world.client.refresh(
                    RefreshRequest(refreshToken: anna.tokens?.refreshToken ?? ""))
            }
            #expect(noted == [])
        }
    }
}

extension AuditEntry {
    fileprivate var serializedText: String { "\(self)" }
}

import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

/// What the log says of what administrators do.
@Suite struct AuditTests {
    @Test func eachLineSaysWhatIsSoNow() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            let until = world.clock.now() + 60_000
            let admin = world.asOperator
            func line(_ method: String, _ value: String) {
                let lines = world.log.text.split(separator: "\n").filter {
                    $0.hasPrefix("notice an administrator has acted")
                        && $0.contains("AuthAdminService/\(method)") && $0.contains("operator")
                }
                #expect(lines.last?.contains(value) == true, "\(method): \(lines)")
            }
            _ = try await admin.setUserRole(SetUserRoleRequest(user: .id(anna.id), role: .admin))
            line("SetUserRole", #""user.role": admin"#)
            _ = try await admin.setUserRole(SetUserRoleRequest(user: .id(anna.id), role: .user))
            line("SetUserRole", #""user.role": user"#)
            _ = try await admin.disableUser(DisableUserRequest(user: .id(anna.id), endsAtMs: until))
            line("DisableUser", #""user.disable_ends_at_ms": \#(until)"#)
            _ = try await admin.disableUser(DisableUserRequest(user: .id(anna.id)))
            line("DisableUser", #""user.disable_ends_at_ms": never"#)
            _ = try await admin.enableUser(EnableUserRequest(user: .id(anna.id)))
            line("EnableUser", #""user.is_disabled": false"#)
            _ = try await admin.forcePasswordReset(ForcePasswordResetRequest(user: .id(anna.id)))
            line("ForcePasswordReset", #""user.must_reset_password": true"#)
            _ = try await admin.rotateSigningKey(RotateSigningKeyRequest(withdrawOthers: true))
            line("RotateSigningKey", #""keys.withdrawn": true"#)
            _ = try await admin.addService(AddServiceRequest(name: "games"))
            _ = try await admin.addService(AddServiceRequest(name: "games", replace: true))
            line("AddService", #""service.is_replaced": true"#)
        }
    }
}

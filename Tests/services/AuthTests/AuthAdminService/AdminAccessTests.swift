import Foundation
import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

/// Who may call `AuthAdminService`: every RPC of it, as the contract lists them.
@Suite struct AdminAccessTests {
    private static func methods() throws -> [String] {
        let contract = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../proto/rollcall/v1/auth_admin.proto")
        let text = try String(contentsOf: contract, encoding: .utf8)
        return text.matches(of: /rpc (\w+)\(/).map { String($0.output.1) }
    }

    /// Calls an RPC with an empty request, which none of them can do harm by.
    ///
    /// - Returns: why the caller was not let in; nil when it was.
    private func refusal(
        _ name: String, _ client: any RPCClient, _ options: CallOptions = CallOptions()
    ) async throws -> StatusCode? {
        let method = Method<ListServiceCredentialsRequest, ListServiceCredentialsResponse>(
            service: "rollcall.v1.AuthAdminService", name: name, kind: .unary, access: .anyone)
        do {
            _ = try await client.unary(method, ListServiceCredentialsRequest(), options)
        } catch let error as RPCError {
            let isRefusal = [.unauthenticated, .permissionDenied].contains(error.code)
            #expect(error.code != .unimplemented)
            return isRefusal ? error.code : nil
        }
        return nil
    }

    @Test func onlyAdminsAndTheOperatorMayAdminister() async throws {
        let methods = try Self.methods()
        #expect(methods.count > 10)
        try await withAuth { world in
            let user = try await world.newUser("ben")
            let admin = try await world.newAdmin("anna")
            let credential = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            let service = try await world.client.getServiceToken(
                GetServiceTokenRequest(credential: credential.credential))
            let (client, asOperator) = (world.auth.connection, world.auth.operatorConnection)
            for name in methods {
                #expect(try await refusal(name, client) == .unauthenticated)
                let ofUser = try await refusal(name, client, .bearer(user.tokens))
                #expect(ofUser == .permissionDenied, "\(name)")
                let token = Tokens(accessToken: service.token)
                let ofService = try await refusal(name, client, .bearer(token))
                #expect(ofService == .permissionDenied, "\(name)")
                // A caller with a token is the user of that token, not the operator.
                let disguised = try await refusal(name, asOperator, .bearer(user.tokens))
                #expect(disguised == .permissionDenied, "\(name)")
                // Last, as one of them ends all sessions.
                #expect(try await refusal(name, client, .bearer(admin.tokens)) == nil, "\(name)")
                #expect(try await refusal(name, asOperator) == nil, "\(name)")
            }
        }
    }

    @Test func theTokenOfWhoIsNoAdministratorAnyMoreIsNoGood() async throws {
        let methods = try Self.methods()
        try await withAuth { world in
            let admin = try await world.newAdmin("anna")
            let other = try await world.newAdmin("ben")
            _ = try await world.asOperator.setUserRole(
                SetUserRoleRequest(user: .id(admin.id), role: .user))
            _ = try await world.asOperator.disableUser(DisableUserRequest(user: .id(other.id)))
            for name in methods {
                for tokens in [admin.tokens, other.tokens] {
                    let refusal = try await refusal(
                        name, world.auth.connection, .bearer(tokens))
                    #expect(refusal != nil, "\(name)")
                }
            }
        }
    }

    @Test func noAnswerOfAnAdminHoldsAHashOrAToken() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            let another = try await world.newUser("berta")
            let (id, admin) = (user.id, world.asOperator)
            _ = try await admin.addService(AddServiceRequest(name: "games"))
            _ = await failure { try await world.signIn(as: "nobody") }
            let answers: [[UInt8]] = [
                try await admin.getUser(GetUserRequest(user: .id(id))).serialized(),
                try await admin.listUsers(ListUsersRequest(pageSize: 1)).serialized(),
                try await admin.listUserSessions(ListUserSessionsRequest(user: .id(id)))
                    .serialized(),
                try await admin.setUserRole(SetUserRoleRequest(user: .id(id), role: .admin))
                    .serialized(),
                try await admin.disableUser(DisableUserRequest(user: .id(id))).serialized(),
                try await admin.enableUser(EnableUserRequest(user: .id(id))).serialized(),
                try await admin.forcePasswordReset(ForcePasswordResetRequest(user: .id(id)))
                    .serialized(),
                try await admin.revokeUserSessions(RevokeUserSessionsRequest(user: .id(id)))
                    .serialized(),
                try await admin.listBans(ListBansRequest()).serialized(),
                try await admin.listDeliveries(ListDeliveriesRequest()).serialized(),
                try await admin.listServiceCredentials(ListServiceCredentialsRequest())
                    .serialized(),
                try await admin.listSigningKeys(ListSigningKeysRequest()).serialized(),
                try await admin.rotateSigningKey(RotateSigningKeyRequest()).serialized(),
                try await admin.listMail(ListMailRequest(state: .pending)).serialized(),
                try await admin.deleteUser(DeleteUserRequest(user: .id(another.id))).serialized(),
                try await admin.beginEpoch(BeginEpochRequest()).serialized(),
            ]
            var secrets = ["$argon2id", "rcr1_", "rcs1_", "eyJ"].map { Array($0.utf8) }
            secrets += try await world.auth.storedSecrets()
            #expect(secrets.count > 6)
            for answer in answers {
                for secret in secrets { #expect(!answer.contains(secret)) }
            }
        }
    }

    @Test func whatAnAdministratorDoesIsInTheLog() async throws {
        try await withAuth { world in
            let admin = try await world.newAdmin("anna")
            let user = try await world.newUser("ben")
            _ = try await world.admin.disableUser(
                DisableUserRequest(user: .id(user.id)), options: .bearer(admin.tokens))
            let lines = world.log.text.split(separator: "\n").filter {
                $0.contains("an administrator has acted")
            }
            #expect(lines.count == 2)
            #expect(lines.first?.contains("operator") == true)
            let last = try #require(lines.last)
            #expect(last.contains(admin.id) && last.contains(user.id))
            #expect(last.contains("DisableUser"))
        }
    }
}

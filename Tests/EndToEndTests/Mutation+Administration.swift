import RollcallAPI
import Testing

extension Mutation {
    static let administration = [
        disableUser, enableUser, forcePasswordReset, revokeUserSessions, setUserRole, deleteUser,
        findUsers, setUserAddress, retryDelivery, clearBan,
    ]

    private static let disableUser = Mutation("AuthAdminService/DisableUser") { resident in
        Attempt {
            try await resident.admin.disableUser(DisableUserRequest(user: .id(resident.id)))
        } check: { answer in
            let signsIn = try await resident.signsIn()
            let goOn = try await resident.goOnAlike()
            #expect(signsIn == goOn, "an account is disabled by half")
            #expect(!signsIn || answer == nil, "somebody is back who was disabled")
        }
    }

    private static let enableUser = Mutation("AuthAdminService/EnableUser") { resident in
        _ = try await resident.admin.disableUser(DisableUserRequest(user: .id(resident.id)))
        return Attempt {
            try await resident.admin.enableUser(EnableUserRequest(user: .id(resident.id)))
        } check: { answer in
            let signsIn = try await resident.signsIn()
            let goOn = try await resident.goOnAlike()
            #expect(signsIn || answer == nil)
            #expect(!goOn, "sessions are back that were revoked")
        }
    }

    private static let forcePasswordReset = Mutation("AuthAdminService/ForcePasswordReset") {
        resident in
        Attempt {
            try await resident.admin.forcePasswordReset(
                ForcePasswordResetRequest(user: .id(resident.id)))
        } check: { answer in
            let signsIn = try await resident.signsIn()
            let goOn = try await resident.goOnAlike()
            #expect(signsIn == goOn, "the password and the sessions do not belong together")
            #expect(!signsIn || answer == nil, "the old password is back")
        }
    }

    private static let revokeUserSessions = Mutation("AuthAdminService/RevokeUserSessions") {
        resident in
        Attempt {
            try await resident.admin.revokeUserSessions(
                RevokeUserSessionsRequest(user: .id(resident.id)))
        } check: { answer in
            let goOn = try await resident.goOnAlike()
            #expect(!goOn || answer == nil, "sessions are back that were revoked")
            let signsIn = try await resident.signsIn()
            #expect(signsIn)
        }
    }

    private static let setUserRole = Mutation("AuthAdminService/SetUserRole") { resident in
        Attempt {
            try await resident.admin.setUserRole(
                SetUserRoleRequest(user: .id(resident.id), role: .admin))
        } check: { answer in
            let role = try await resident.summary()?.role
            #expect(role == .admin || answer == nil)
            try await resident.expectSessions()
        }
    }

    private static let deleteUser = Mutation("AuthAdminService/DeleteUser") { resident in
        Attempt {
            try await resident.admin.deleteUser(DeleteUserRequest(user: .id(resident.id))).receipt
        } check: { receipt in
            try await resident.expectDeletion(receipt)
        }
    }

    private static let findUsers = Mutation("AuthAdminService/FindUsers") { resident in
        Attempt { () -> Bool in
            let request = FindUsersRequest(emailPrefix: resident.email, act: .disable)
            let parts = try await resident.admin.findUsers(request)
            while try await parts.next() != nil {}
            return true
        } check: { answer in
            let signsIn = try await resident.signsIn()
            let goOn = try await resident.goOnAlike()
            #expect(signsIn == goOn, "an account is disabled by half")
            #expect(!signsIn || answer == nil, "somebody is back who was disabled")
        }
    }

    private static let setUserAddress = Mutation("AuthAdminService/SetUserAddress") { resident in
        let email = "new-\(resident.email)"
        return Attempt {
            try await resident.admin.setUserAddress(
                SetUserAddressRequest(user: .id(resident.id), email: email, reason: "lost"))
        } check: { answer in
            let isNew = try await resident.summary()?.email == email
            #expect(isNew || answer == nil, "an old address is back")
            let goOn = try await resident.goOnAlike()
            #expect(isNew != goOn, "the address and the sessions do not belong together")
        }
    }

    /// Presence is away, so what it is to be told of a deletion waits.
    private static let retryDelivery = Mutation("AuthAdminService/RetryDelivery") { resident in
        _ = try await resident.admin.deleteUser(DeleteUserRequest(user: .id(resident.id)))
        let delivery = try #require(try await resident.deliveries().first)
        return Attempt {
            try await resident.admin.retryDelivery(RetryDeliveryRequest(deliveryID: delivery))
        } check: { _ in
            let deliveries = try await resident.deliveries()
            #expect(deliveries.contains(delivery), "a delivery was lost")
        }
    }

    private static let clearBan = Mutation("AuthAdminService/ClearBan") { resident in
        for _ in 0..<8 { _ = try await resident.signsIn(with: "wrong horse") }
        let isBanned = try await !resident.signsIn()
        #expect(isBanned)
        let request = ClearBanRequest(key: .login(resident.email))
        return Attempt {
            try await resident.admin.clearBan(request)
        } check: { answer in
            if answer == nil { _ = try await resident.admin.clearBan(request) }
            let signsIn = try await resident.signsIn()
            #expect(signsIn)
        }
    }
}

extension Resident {
    /// What Presence is still to be told of this account.
    fileprivate func deliveries() async throws -> [Int64] {
        var (found, token) = ([Int64](), "")
        repeat {
            let page = try await admin.listDeliveries(
                ListDeliveriesRequest(pageSize: 500, pageToken: token))
            let own = page.deliveries.filter { $0.userID == id && $0.kind == "erasePresence" }
            found += own.map(\.deliveryID)
            token = page.nextPageToken
        } while !token.isEmpty
        return found
    }
}

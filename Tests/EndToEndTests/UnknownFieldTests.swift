import RollcallAPI
import RollcallRPC
import Testing

/// What a caller adds to requests, through every service.
@Suite struct UnknownFieldTests {
    @Test func whatNoTypeHasMakesNobodyMoreThanTheyAre() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool) {
            SwollenClient(base: $0)
        }
        defer { ann.leave() }
        let before = try #require(try await ann.summary())
        let options = try ann.options()
        _ = try await ann.account.setLocale(SetLocaleRequest(locale: "de"), options: options)
        _ = try await ann.account.sendVerification(SendVerificationRequest(), options: options)
        _ = try await ann.account.changePassword(
            ChangePasswordRequest(proof: .password(ann.password), newPassword: "another horse"),
            options: options)
        _ = try await ann.auth.refresh(RefreshRequest(refreshToken: ann.phone.tokens.refreshToken))
        _ = try await ann.account.requestPasswordReset(
            RequestPasswordResetRequest(email: ann.email))
        _ = try await ann.auth.listSessions(ListSessionsRequest(), options: options)

        let (profile, presence) = (cluster.client(.profile), cluster.client(.presence))
        defer {
            profile.close()
            presence.close()
        }
        let names = ProfileServiceClient(SwollenClient(base: profile))
        _ = try await names.updateProfile(
            .changing(displayName: "anna"), options: options)
        _ = try await names.deletePhoto(DeletePhotoRequest(), options: options)
        let people = PresenceServiceClient(SwollenClient(base: presence))
        let lease = try await people.goOnline(
            GoOnlineRequest(deviceID: "phone"), options: options)
        _ = try await people.heartbeat(
            HeartbeatRequest(leaseID: lease.leaseID), options: options)
        _ = try await people.goOffline(
            GoOfflineRequest(leaseID: lease.leaseID), options: options)

        let after = try #require(try await ann.summary())
        #expect(after.role == .user && after.role == before.role)
        #expect(after.email == ann.email)
        #expect(try await ann.accountInfo().primaryAddress?.isVerified == false)
        let shown = try await names.getProfile(
            GetProfileRequest(user: .id(ann.id)), options: options)
        #expect(shown.profile?.displayName == "anna")
        await #expect(throws: RPCError.self) {
            try await AuthAdminServiceClient(cluster.client(.auth)).listUsers(
                ListUsersRequest(), options: options)
        }
    }
}

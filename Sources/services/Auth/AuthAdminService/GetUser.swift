import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func getUser(
        _ request: GetUserRequest, context: CallContext
    ) async throws -> GetUserResponse {
        let id = try await userID(request.user, context)
        guard let user = try await store.user(id: id, at: sessionClock) else {
            let wasDeleted = try await store.standings(of: [id])[id]?.wasDeleted ?? false
            throw wasDeleted ? RPCError.userDeleted : RPCError.userNotFound
        }
        var summary = await summaries(of: [user], context)[0]
        summary.otherEmails = try await store.addresses(of: id).filter { !$0.isPrimary }
            .map(\.text)
        summary.obstacles = try await obstacles(for: user)
        summary.refusedSignIns = try await store.refusedSignIns(
            of: id, since: clock() - ObsoleteRows.refusedSignInAge.wholeMilliseconds)
        return GetUserResponse(user: summary)
    }

    /// What a sign-in to an account meets now.
    private func obstacles(for user: UserOverview) async throws -> [SignInObstacle] {
        let (account, now) = (user.account, clock())
        let kinds: [(SignInObstacleKind, Bool)] = [
            (.passwordReset, account.mustResetPassword),
            (.noPassword, account.password == nil),
            (.secondFactor, user.hasFactor),
            (.unverified, account.primary?.isVerified == false),
        ]
        var obstacles = kinds.filter(\.1).map { SignInObstacle(kind: $0.0) }
        if account.isDisabled(at: now) {
            let end = account.disabledUntil.flatMap { $0 == .max ? nil : $0 } ?? 0
            obstacles.insert(SignInObstacle(kind: .disabled, endsAtMs: end), at: 0)
        }
        // An engine that is away hides no account from administrators.
        let keys = try await limitSubjects(of: account.id).flatMap(limits.keys)
            .filter { $0.name.stopsSignIns }
        let bans = (try? await limits.bans(among: keys)) ?? []
        let refusing = bans.map {
            SignInObstacle(kind: .limit, limit: $0.key.name.rawValue, endsAtMs: $0.until)
        }
        return refusing + obstacles
    }
}

extension RPCError {
    fileprivate static var userDeleted: RPCError {
        .violation(
            .notFound, .userNotFound,
            "the account was deleted; the audit log of its id says when and by whom")
    }
}

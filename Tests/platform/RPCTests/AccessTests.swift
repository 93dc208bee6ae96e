import RollcallRPC
import Testing

@Suite struct AccessTests {
    private static let user = caller(isAdmin: false)
    private static let admin = caller(isAdmin: true)
    private static let auth = Caller.service("auth")
    private static let others: Set<Caller> = [
        .service("games"), .service("Auth"), .service("profile"), .service(""),
        .service(PeerAuthenticator.localService),
    ]
    private static let everybody = others.union([
        .anonymous, user, admin, auth, .operator,
    ])

    private static func caller(isAdmin: Bool) -> Caller {
        .user(UserIdentity(userID: "1", sessionID: "2", isAdmin: isAdmin, expiresAt: 0))
    }

    @Test(
        arguments: [
            (.anyone, everybody), (.anyoneOrUser, everybody), (.user, [user, admin]),
            (.owner, [user, admin]),
            (.service, others.union([auth, .operator])), (.admin, [admin, .operator]),
            (.auth, [auth, .operator]),
        ] as [(Access, Set<Caller>)])
    func aRuleLetsInWhomItNamesAndNobodyElse(_ rule: Access, _ callers: Set<Caller>) {
        #expect(Self.everybody.filter { rule.permits($0) } == callers)
    }
}

import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies
import TestServers
import Testing

/// Somebody with an account and two sessions, in a cluster whose Auth may die at any instant.
struct Resident: Sendable {
    let name: String
    let id: String
    let email: String
    let password: String
    let phone: (session: Session, tokens: Tokens)
    let laptop: (session: Session, tokens: Tokens)
    let spool: Spool
    private let connection: RetryingNetworkClient
    let client: any RPCClient

    /// Signs up and signs in once more.
    ///
    /// - Parameter wrap: makes what every call goes through.
    init(
        _ name: String, at endpoint: Endpoint, _ spool: Spool,
        through wrap: (any RPCClient) -> any RPCClient = { $0 }
    ) async throws {
        connection = NetworkClient(
            endpoint, configuration: ClientConfiguration(connectTimeout: .seconds(2)),
            logger: .quiet
        ).retrying()
        client = wrap(connection)
        let form = Self.form(name)
        (self.name, email, password) = (name, form.email, form.password)
        self.spool = spool
        let auth = AuthServiceClient(client)
        // For a moment Profile may lack the key that Auth signs with since it is back.
        let signedUp = try await eventually { try await auth.signUp(form) }
        let signedIn = try await auth.signIn(
            SignInRequest(email: form.email, password: form.password))
        phone = (try #require(signedUp.session), try #require(signedUp.tokens))
        laptop = (try #require(signedIn.session), try #require(signedIn.tokens))
        id = phone.session.userID
    }

    /// To be called in the end.
    func leave() {
        connection.close()
    }

    static func form(_ name: String) -> SignUpRequest {
        SignUpRequest(
            email: "\(name)@example.org", password: "correct horse \(name)", displayName: name,
            idempotencyKey: "idempotency-key-of-\(name)")
    }

    var credentials: SignInRequest { SignInRequest(email: email, password: password) }
    /// To be had instead of the one from the sign-up.
    var newEmail: String { "\(name)@example.net" }

    var auth: AuthServiceClient { AuthServiceClient(client) }
    var account: AccountServiceClient { AccountServiceClient(client) }
    var factor: FactorServiceClient { FactorServiceClient(client) }
    var data: AccountDataServiceClient { AccountDataServiceClient(client) }
    /// As the operator.
    var imports: ImportServiceClient { ImportServiceClient(client) }
    /// As the operator.
    var admin: AuthAdminServiceClient { AuthAdminServiceClient(client) }

    /// What calls of the phone carry.
    func options(_ timeout: Duration = .seconds(10)) throws -> CallOptions {
        try Self.options(phone.tokens, timeout: timeout)
    }

    /// Exchanges tokens, as an access token lives for minutes.
    ///
    /// - Returns: what calls with the new ones carry.
    func renewing(_ tokens: inout Tokens) async throws -> CallOptions {
        let answer = try await auth.refresh(RefreshRequest(refreshToken: tokens.refreshToken))
        tokens = try #require(answer.tokens)
        return try Self.options(tokens, timeout: .seconds(3))
    }

    static func options(
        _ tokens: Tokens, timeout: Duration = .seconds(10)
    ) throws -> CallOptions {
        var options = CallOptions(timeout: timeout)
        try options.metadata.add("authorization", text: "Bearer \(tokens.accessToken)")
        return options
    }
}

/// What can be seen of the account.
extension Resident {
    func accountInfo() async throws -> AccountInfo {
        let answer = try await account.getAccount(GetAccountRequest(), options: options())
        return try #require(answer.account)
    }

    func summary() async throws -> UserSummary? {
        try await admin.getUser(GetUserRequest(user: .id(id))).user
    }

    /// Whether a session goes on with this token.
    func goesOn(_ tokens: Tokens) async throws -> Bool {
        try await isTaken {
            _ = try await auth.refresh(RefreshRequest(refreshToken: tokens.refreshToken))
        }
    }

    /// Whether an access token is taken.
    func isCurrent(_ tokens: Tokens) async throws -> Bool {
        try await isTaken {
            _ = try await auth.getSession(GetSessionRequest(), options: Self.options(tokens))
        }
    }

    /// Whether the password signs in: the one and the address from the sign-up unless said
    /// otherwise.
    func signsIn(with password: String? = nil, at address: String? = nil) async throws -> Bool {
        try await isTaken {
            _ = try await auth.signIn(
                SignInRequest(email: address ?? email, password: password ?? self.password))
        }
    }

    func verifies(_ code: String) async throws -> Bool {
        try await isTaken {
            _ = try await account.verifyAddress(
                VerifyAddressRequest(code: code), options: options())
        }
    }

    func follows(_ token: String) async throws -> Bool {
        try await isTaken {
            _ = try await account.followLink(FollowLinkRequest(linkToken: token))
        }
    }

    func resets(_ flow: String, _ code: String, to password: String) async throws -> Bool {
        try await isTaken {
            _ = try await account.resetPassword(
                ResetPasswordRequest(flow: flow, code: code, newPassword: password))
        }
    }

    /// Whether a call was taken, not refused for what proves something in it.
    func isTaken(_ call: () async throws -> Void) async throws -> Bool {
        do {
            try await call()
            return true
        } catch let error as RPCError
            where [.unauthenticated, .invalidArgument, .notFound].contains(error.code)
        {
            return false
        }
    }
}

/// What must hold of it.
extension Resident {
    /// Whether the sessions go on. Asking with the phone's token once more is also what a client
    /// does whose answer was lost.
    func goOn() async throws -> (phone: Bool, laptop: Bool) {
        (try await goesOn(phone.tokens), try await goesOn(laptop.tokens))
    }

    /// Whether both sessions go on, or none.
    func goOnAlike() async throws -> Bool {
        let (phone, laptop) = try await goOn()
        #expect(phone == laptop, "half of the sessions have ended")
        return phone
    }

    func expectSessions() async throws {
        let (phone, laptop) = try await goOn()
        #expect(phone && laptop, "somebody was signed out")
    }

    func expectPhoneAlone(isAcknowledged: Bool) async throws {
        let (phone, laptop) = try await goOn()
        #expect(!laptop || !isAcknowledged, "a session is back that was revoked")
        #expect(phone)
    }

    /// - Returns: whether it is the other one than that of the sign-up.
    func hasOnePassword(or other: String) async throws -> Bool {
        let (isOther, isOld) = (try await signsIn(with: other), try await signsIn())
        #expect(isOther != isOld, "the account has two passwords, or none")
        return isOther
    }
}

/// What mails say.
extension Resident {
    enum Subject: String {
        case verification = "Confirm your e-mail address"
        case passwordReset = "Choose a new password"
        case oldAddress = "Confirm the change of your e-mail address"
        case newAddress = "Confirm your new e-mail address"
        case addressChanged = "Your e-mail address was changed"
        case signIn = "Confirm your sign-in"
        case signInCode = "Sign in with this code"
        case addressAdded = "An e-mail address was added to your account"
        case addressRemoved = "An e-mail address was removed from your account"
        case addressArrived = "Your account has another primary e-mail address"
        case reauthentication = "Your code"
        case test = "Test mail from Rollcall"
        case takenDown = "Something was taken away from your profile"
    }

    /// Those that have come, to the address from the sign-up unless said otherwise.
    func mails(_ subject: Subject, to address: String? = nil) throws -> [SpooledMail] {
        try spool.mails(to: address ?? email)
            .filter { $0.header.contains("\r\nSubject: \(subject.rawValue)") }
    }

    /// The newest, once there are `count`.
    func mail(
        _ subject: Subject, to address: String? = nil, _ count: Int = 1
    ) async throws -> SpooledMail {
        let hasCome = try await holds { try mails(subject, to: address).count >= count }
        try #require(hasCome, "a mail was promised and has not come: \(subject.rawValue)")
        return try #require(try mails(subject, to: address).last)
    }
}

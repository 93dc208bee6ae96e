import ConnectHTTP
import HTTPTypes
import RollcallAPI
import RollcallRPC

/// What all pages share.
struct PageSite: Sendable {
    let auth: AuthServiceClient
    let identities: IdentityServiceClient
    let ways: SignInWays
    let accounts: AccountServiceClient
    let accountData: AccountDataServiceClient
    let passkeys: PasskeyServiceClient
    let audit: AuditServiceClient
    let factors: FactorServiceClient
    let profiles: ProfileServiceClient
    let presence: PresenceServiceClient
    /// Nil where `rollcall-photo` cannot be used.
    let photos: PhotoDoor?
    let keeper: SessionKeeper
    let cookies: Cookies
    let languages: Languages
    let files: PageFiles
    /// Other origins, to which a sign-in may lead back.
    let origins: Set<String>
    /// The scheme of the deployment's app, with its colon; nil for none.
    let appRedirect: String?

    init(
        _ services: WebServices.Clients, photos: PhotoDoor?, seal: SessionSeal, cookies: Cookies,
        languages: Languages, files: PageFiles, origins: some Sequence<String>,
        appRedirect: String?
    ) {
        auth = AuthServiceClient(services.auth)
        identities = IdentityServiceClient(services.auth)
        ways = SignInWays(identities)
        accounts = AccountServiceClient(services.auth)
        accountData = AccountDataServiceClient(services.auth)
        passkeys = PasskeyServiceClient(services.auth)
        audit = AuditServiceClient(services.auth)
        factors = FactorServiceClient(services.auth)
        profiles = ProfileServiceClient(services.profile)
        presence = PresenceServiceClient(services.presence)
        keeper = SessionKeeper(auth: auth, seal: seal)
        (self.photos, self.cookies, self.languages, self.files) = (
            photos, cookies, languages, files
        )
        self.origins = Set(origins)
        self.appRedirect = appRedirect
    }

    /// The session of a browser, as its cookie says.
    func session(in fields: HTTPFields) -> BrowserSession? {
        cookies.value(.session, in: fields).flatMap(keeper.seal.open)
    }

    /// - Throws: `CryptoError`.
    func cookie(with session: BrowserSession) throws -> HTTPField {
        cookies.set(.session, try keeper.seal.seal(session))
    }
}

extension CallOptions {
    /// For what a page asks of a service.
    ///
    /// - Parameters:
    ///   - client: on whose behalf; nil when it is not known.
    ///   - session: whose; nil for a call without one.
    static func page(for client: IPAddress?, in session: BrowserSession? = nil) -> CallOptions {
        let token = session.map { "Bearer \($0.tokens.accessToken)" }
        let fields: HTTPFields = token.map { [.authorization: $0] } ?? [:]
        let metadata = try? Metadata(of: fields, client: client)
        return CallOptions(timeout: .seconds(15), metadata: metadata ?? Metadata())
    }
}

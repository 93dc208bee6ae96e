import Foundation

/// An app's access to Rollcall: the user who is signed in, and the calls of the services.
///
/// ```swift
/// let rollcall = Rollcall(URL(string: "https://accounts.example.org")!)
/// for await state in rollcall.states { … }
/// ```
///
/// Make one for the life of the app. It may be used from any number of tasks; nothing blocks a
/// thread.
public final class Rollcall: Sendable {
    /// What sign-ins say of the device.
    public struct Device: Sendable {
        /// The name in the user's list of sessions; cut after 64 characters.
        public var label: String
        /// The system, such as `iOS 18`.
        public var platform: String
        public var appVersion: String

        public init(label: String = "", platform: String = "", appVersion: String = "") {
            (self.label, self.platform, self.appVersion) = (label, platform, appVersion)
        }
    }

    public let auth: AuthServiceClient
    public let account: AccountServiceClient
    public let identity: IdentityServiceClient
    public let accountData: AccountDataServiceClient
    public let passkey: PasskeyServiceClient
    public let factor: FactorServiceClient
    /// What was done to the account.
    public let audit: AuditServiceClient
    public let profile: ProfileServiceClient
    public let presence: PresenceServiceClient
    let device: Device
    let keeper: SessionKeeper
    let caller: Caller
    let cache: AppCache
    let photos: PhotoLoader
    let shrinker: any PhotoShrinker
    let lifecycle: any AppLifecycle
    private let background: Task<Void, Never>

    /// - Parameters:
    ///   - address: the front door's, over HTTPS; of this machine also over HTTP.
    ///   - store: where the session is kept; nil for the Keychain, or for memory where there is
    ///     none.
    ///   - cache: the folder for what is kept of users and photos, which no other `Rollcall` has;
    ///     nil to keep users in memory, and no photos. On Apple's systems it is the folder for
    ///     caches.
    ///   - timeout: the time of a call. A sign-up has 30 seconds.
    ///   - longestSilence: how long a stream may receive nothing: services send a message every 20
    ///     seconds.
    ///   - lifecycle: tells when the app is in the background; nil for that of UIKit, or for one
    ///     that says never, where there is none.
    ///   - shrinker: makes photos smaller; nil for that of ImageIO, or for none.
    public init(
        _ address: URL, store: (any SessionStore)? = nil, cache: URL? = Rollcall.usualCache,
        device: Device = Device(), timeout: Duration = .seconds(15),
        longestSilence: Duration = .seconds(45), lifecycle: (any AppLifecycle)? = nil,
        shrinker: (any PhotoShrinker)? = nil
    ) {
        let connection = Connection(address, timeout: timeout, longestSilence: longestSilence)
        let keeper = SessionKeeper(connection, store ?? Self.usualStore())
        let caller = Caller(connection: connection, keeper: keeper)
        auth = AuthServiceClient(caller: caller)
        account = AccountServiceClient(caller: caller)
        identity = IdentityServiceClient(caller: caller)
        accountData = AccountDataServiceClient(caller: caller)
        passkey = PasskeyServiceClient(caller: caller)
        factor = FactorServiceClient(caller: caller)
        audit = AuditServiceClient(caller: caller)
        profile = ProfileServiceClient(caller: caller)
        presence = PresenceServiceClient(caller: caller)
        let files = AppCache(in: cache, of: address) { keeper.broadcast.value }
        let lifecycle = lifecycle ?? Self.usualLifecycle()
        (self.device, self.keeper, self.caller, self.cache) = (device, keeper, caller, files)
        (self.lifecycle, self.shrinker) = (lifecycle, shrinker ?? Self.usualShrinker())
        photos = PhotoLoader(profile, files)
        let own = OwnProfile(keeper: keeper, profile: profile)
        background = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await keeper.run() }
                group.addTask { await own.run() }
                // A user who has signed out leaves nothing behind.
                group.addTask { for await _ in keeper.broadcast.values() { await files.settle() } }
                group.addTask {
                    for await isHere in lifecycle.foreground where !isHere { await files.save() }
                }
            }
        }
    }

    deinit { background.cancel() }

    /// Whether a user is signed in, as far as this is known.
    public var state: AuthState { keeper.broadcast.value }

    /// The state now, and then every change once and in order, for each who asks.
    public var states: AsyncStream<AuthState> { keeper.broadcast.values() }

    /// Reads the store again while the state is `restoring`, such as after the device was unlocked.
    /// This is also done by itself, every few seconds.
    ///
    /// - Throws: `RollcallError` when the store cannot be read.
    public func restore() async throws(RollcallError) { try await keeper.restore() }
}

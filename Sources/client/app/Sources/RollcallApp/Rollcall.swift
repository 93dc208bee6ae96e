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
    public let accountData: AccountDataServiceClient
    public let profile: ProfileServiceClient
    public let presence: PresenceServiceClient
    let device: Device
    let keeper: SessionKeeper
    private let background: Task<Void, Never>

    /// - Parameters:
    ///   - address: the front door's, over HTTPS; of this machine also over HTTP.
    ///   - store: where the session is kept; nil for the Keychain, or for memory where there is
    ///     none.
    ///   - timeout: the time of a call. A sign-up has 30 seconds.
    ///   - longestSilence: how long a stream may receive nothing: services send a message every 20
    ///     seconds.
    public init(
        _ address: URL, store: (any SessionStore)? = nil, device: Device = Device(),
        timeout: Duration = .seconds(15), longestSilence: Duration = .seconds(45)
    ) {
        let connection = Connection(address, timeout: timeout, longestSilence: longestSilence)
        let keeper = SessionKeeper(connection, store ?? Self.usualStore())
        let caller = Caller(connection: connection, keeper: keeper)
        auth = AuthServiceClient(caller: caller)
        account = AccountServiceClient(caller: caller)
        accountData = AccountDataServiceClient(caller: caller)
        profile = ProfileServiceClient(caller: caller)
        presence = PresenceServiceClient(caller: caller)
        (self.device, self.keeper) = (device, keeper)
        background = Task { await keeper.run() }
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

    private static func usualStore() -> any SessionStore {
        #if canImport(Security)
            KeychainSessionStore()
        #else
            InMemorySessionStore()
        #endif
    }
}

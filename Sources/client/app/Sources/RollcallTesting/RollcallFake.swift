import Foundation
import RollcallApp

/// Rollcall in memory: for tests of an app, and for previews.
///
/// ```swift
/// let fake = RollcallFake()
/// fake.addUser(email: "ann@example.org", password: "correct horse", displayName: "ann")
/// let model = SignInModel(fake)
/// fake.fail(next: .noRoute)
/// ```
///
/// It keeps the rules of the services, and passes the same tests as they do. What only the services
/// know is left out: names that look alike, limits of attempts, domains with letters outside ASCII,
/// what is in a photo, and all but a few common passwords and reserved names. There are no second
/// factors, passkeys and providers: what lists them is empty, and what would add one throws.
///
/// Each value is a device, on which a user can be signed in. `anotherDevice()` is one more of the
/// same deployment.
public final class RollcallFake: AccountService {
    public typealias Proof = Reauthentication

    let world: FakeWorld
    let broadcast = Broadcast(AuthState.signedOut(.noSession))
    let device = Locked(Device())

    struct Device {
        var sessionID: String?
        /// How the next calls fail.
        var faults: [RollcallError] = []
        var isOffline = false
        var delay = Duration.zero
    }

    public convenience init() { self.init(FakeWorld()) }

    private init(_ world: FakeWorld) {
        self.world = world
        world.add(self)
    }

    /// A device of the same deployment, where nobody is signed in.
    public func anotherDevice() -> RollcallFake { RollcallFake(world) }

    // MARK: What a test arranges

    /// Makes an account whose address is verified. Nothing is checked.
    @discardableResult public func addUser(
        email: String, password: String = "correct horse", displayName: String = ""
    ) -> User {
        world.change { server in
            var account = FakeAccount(email, password, displayName, now: server.now)
            for index in account.addresses.indices {
                account.addresses[index].info.verifiedAtMs = server.now
            }
            server.accounts[account.id] = account
            return account.user
        }
    }

    /// Signs a user in at once, such as for a preview.
    public func show(_ user: User) {
        world.change { server in
            let session = server.open(user.id)
            device.withLock { $0.sessionID = session }
        }
    }

    /// Lets the next calls fail, each of which does nothing.
    public func fail(next error: RollcallError, times: Int = 1) {
        device.withLock { $0.faults += Array(repeating: error, count: times) }
    }

    /// Lets the next calls fail on the way, such as by `noRoute`.
    public func fail(next origin: RollcallError.Origin, times: Int = 1) {
        fail(next: RollcallError(.unavailable, "ordered by a test", from: origin), times: times)
    }

    /// Whether the device has no network: every call but `signOut` fails.
    public var isOffline: Bool {
        get { device.withLock { $0.isOffline } }
        set {
            device.withLock { $0.isOffline = newValue }
            world.change { _ in }
        }
    }

    /// How long each call takes.
    public var delay: Duration {
        get { device.withLock { $0.delay } }
        set { device.withLock { $0.delay = newValue } }
    }

    /// The mails that were sent to an address, the oldest first.
    public func mails(to address: String) -> [FakeMail] {
        world.read { $0.mails }.filter { $0.to.lowercased() == address.lowercased() }
    }

    /// Sets the clock forward: codes and sessions expire.
    public func forward(by time: Duration) {
        world.change { $0.ahead += time.components.seconds * 1000 }
    }

    // MARK: State

    public var state: AuthState { broadcast.value }
    public var states: AsyncStream<AuthState> { broadcast.values() }
    public func restore() async throws(RollcallError) {}

    /// Shows what has become of the user who is signed in here.
    func refresh(_ server: FakeServer) {
        guard let id = device.withLock({ $0.sessionID }) else { return }
        if let account = server.account(inSession: id) {
            broadcast.set(.signedIn(account.user))
        } else {
            signOutHere(.sessionEnded(server.ended[id] ?? .unspecified))
        }
    }

    func signOutHere(_ reason: SignedOutReason) {
        device.withLock { $0.sessionID = nil }
        broadcast.set(.signedOut(reason))
    }

    // MARK: Calls

    /// A call of a user or of a stranger.
    func call<Output: Sendable>(
        _ body: (inout FakeServer) throws(RollcallError) -> Output
    ) async throws(RollcallError) -> Output {
        let delay = delay
        if delay > .zero { try? await Task.sleep(for: delay) }
        guard !Task.isCancelled else {
            throw RollcallError(.canceled, "the task was cancelled", from: .app)
        }
        let fault = device.withLock { device -> RollcallError? in
            if device.isOffline { return RollcallError(.unavailable, "offline", from: .noRoute) }
            return device.faults.isEmpty ? nil : device.faults.removeFirst()
        }
        if let fault { throw fault }
        return try world.change { server -> Result<Output, RollcallError> in
            do throws(RollcallError) { return .success(try body(&server)) } catch {
                return .failure(error)
            }
        }.get()
    }

    /// A call of the user who is signed in.
    ///
    /// - Parameter body: gets the account, which it may change, and the id of the session. In the
    ///   server it is as it was.
    func own<Output: Sendable>(
        _ body: (inout FakeServer, inout FakeAccount, String) throws(RollcallError) -> Output
    ) async throws(RollcallError) -> Output {
        guard let session = device.withLock({ $0.sessionID }) else {
            throw RollcallError(.unauthenticated, "no user is signed in", from: .app)
        }
        return try await call { server throws(RollcallError) in
            guard var account = server.account(inSession: session) else {
                throw .refused(.unauthenticated, .sessionEnded)
            }
            let output: Output
            do throws(RollcallError) {
                output = try body(&server, &account, session)
            } catch {
                // A wrong code was a try all the same.
                server.accounts[account.id]?.codes = account.codes
                throw error
            }
            if server.accounts[account.id] != nil { server.accounts[account.id] = account }
            return output
        }
    }
}

/// What the devices of a fake share.
final class FakeWorld: Sendable {
    private struct Weak {
        weak var device: RollcallFake?
    }

    private let server = Locked(FakeServer())
    private let devices = Locked<[Weak]>([])
    /// How often something was asked or done.
    let changes = Broadcast(0)

    func add(_ device: RollcallFake) { devices.withLock { $0.append(Weak(device: device)) } }

    func read<Output>(_ body: (FakeServer) -> Output) -> Output { server.withLock { body($0) } }

    /// Changes what the services know, and then shows it on all devices.
    func change<Output>(_ body: (inout FakeServer) -> Output) -> Output {
        let output = server.withLock { server in
            server.changeCount += 1
            server.endOldSessions()
            return body(&server)
        }
        // One after the other, so that the newest is what all show in the end.
        devices.withLock { devices in
            let now = read { $0 }
            for device in devices { device.device?.refresh(now) }
            changes.set(now.changeCount)
        }
        return output
    }
}

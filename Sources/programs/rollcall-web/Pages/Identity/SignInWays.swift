import RollcallAPI
import RollcallRPC
import Synchronization

/// The ways to sign in that the deployment offers, as Auth has last said. Auth is asked again after
/// a minute, or after a second if it did not answer. No page waits for that longer than two.
final class SignInWays: Sendable {
    typealias Ways = GetSignInOptionsResponse

    private let identities: IdentityServiceClient
    private let state = Mutex<(ways: Ways, until: ContinuousClock.Instant?)>((Ways(), nil))

    init(_ identities: IdentityServiceClient) {
        self.identities = identities
    }

    /// - Returns: none but the password until Auth has answered once.
    func now(_ options: CallOptions) async -> Ways {
        let (known, until) = state.withLock { $0 }
        if let until, until > .now { return known }
        var options = options
        options.timeout = .seconds(2)
        let answer = try? await identities.getSignInOptions(.init(), options: options)
        let ways = answer ?? known
        state.withLock { $0 = (ways, .now + .seconds(answer == nil ? 1 : 60)) }
        return ways
    }

    /// - Returns: nil if the deployment has no provider of this name for pages.
    func provider(_ name: String, _ options: CallOptions) async -> IdentityProvider? {
        await now(options).providers.first { $0.name == name && $0.hasAuthorizationURL }
    }
}

extension SignInWays.Ways {
    /// What people call a provider; its name if the deployment does not have it any more.
    func title(of name: String) -> String { providers.first { $0.name == name }?.title ?? name }
}

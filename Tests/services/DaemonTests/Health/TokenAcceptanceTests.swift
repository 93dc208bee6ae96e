import RollcallRPC
import Testing

@testable import Daemon

/// Errors as another server has sent them: see `TokenRefusalsTests` for those.
struct TokenAcceptanceTests {
    private let start = ContinuousClock.now

    private func news(_ outcomes: [(Int64, RPCError?)]) -> [TokenAcceptance.News?] {
        var acceptance = TokenAcceptance()
        return outcomes.map { acceptance.take($1, at: start + .seconds($0)) }
    }

    private func refusal(_ code: StatusCode = .unauthenticated) -> RPCError {
        var error = RPCError(code, "no")
        error.isFromServer = true
        return error
    }

    @Test(arguments: [StatusCode.unauthenticated, .permissionDenied])
    func aTokenThatIsRefusedForSomeTimeIsNewsOnceAndWhenItIsAccepted(code: StatusCode) {
        let error = refusal(code)
        #expect(
            news([(0, error), (2, error), (3, error), (9, error), (10, nil), (11, nil)])
                == [nil, nil, .refused, nil, .accepted, nil])
    }

    /// The other service fetches new keys within a moment.
    @Test func aTokenThatIsAcceptedSoonIsNoNews() {
        #expect(
            news([(0, refusal()), (2, refusal()), (2, nil), (4, refusal()), (5, nil)])
                == [nil, nil, nil, nil, nil])
    }

    @Test func whatIsNotAboutTheTokenChangesNothing() {
        let (away, missing) = (RPCError(.unavailable, "away"), refusal(.notFound))
        // Such as of a TLS handshake: no server has looked at the token.
        let local = RPCError(.unauthenticated, "no")
        #expect(
            news([(0, away), (1, local), (4, local), (5, missing), (9, missing)])
                == [nil, nil, nil, nil, nil])
        #expect(
            news([(0, refusal()), (1, away), (3, refusal()), (4, away), (5, missing)])
                == [nil, nil, .refused, nil, nil])
    }
}

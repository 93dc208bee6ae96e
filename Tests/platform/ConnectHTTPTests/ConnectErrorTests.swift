import HTTPTypes
import RollcallRPC
import Testing

@testable import ConnectHTTP

struct ConnectErrorTests {
    private var failure: RPCError {
        var error = RPCError(.unavailable, "could not connect to 10.0.0.2:4710: refused")
        error.connectionFailure = ConnectionFailure(
            endpoint: .tcp(host: "10.0.0.2", port: 4710), cause: .unreachable, reason: "refused")
        return error
    }

    @Test func nobodyOutsideIsToldWhereAServiceIs() {
        #expect(failure.shownMessage == "the service does not answer; try again later")
        #expect(RPCError(.notFound, "no such user").shownMessage == "no such user")
    }

    @Test func whatIsAwaySaysWhenToComeAgain() {
        #expect(failure.headers[.retryAfter] == "1")
        let later = RPCError(.unavailable, "busy").pushedBack(by: .milliseconds(2500))
        #expect(later.headers[.retryAfter] == "3")
        #expect(RPCError(.notFound, "no such user").headers[.retryAfter] == nil)
    }
}

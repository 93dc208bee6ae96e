import ArgumentParser
import RollcallAPI
import RollcallRPC
import Testing

@testable import rollcall

struct AdminIdentityTests {
    private static let socket = Endpoint.unix(path: "/run/rollcall-auth/socket")
    private static let port = Endpoint.tcp(host: "127.0.0.1", port: 4710)

    @Test(arguments: [
        (socket, false, false, AdminIdentity.operator), (socket, true, false, .operator),
        (socket, true, true, .operator), (socket, false, true, .user(couldBeOperator: true)),
        (port, false, true, .user(couldBeOperator: false)),
        (port, false, false, .user(couldBeOperator: false)),
    ])
    func whoIsSignedInCallsAsThatUnlessItIsSaidOtherwise(
        _ endpoint: Endpoint, _ asOperator: Bool, _ isSignedIn: Bool, _ identity: AdminIdentity
    ) throws {
        #expect(
            try AdminIdentity(asOperator: asOperator, endpoint, isSignedIn: isSignedIn) == identity)
    }

    @Test func theOperatorComesThroughTheUnixSocket() {
        let failure = #expect(throws: Failure.self) {
            try AdminIdentity(asOperator: true, Self.port, isSignedIn: false)
        }
        #expect(failure?.status == .usage)
    }

    @Test func aRefusalSaysHowToCallAsSomebodyElse() throws {
        let refused = RPCError.violation(.permissionDenied, .notAllowed, "no administrator")
        let user = AdminIdentity.user(couldBeOperator: true).explaining(refused)
        #expect((user as? Failure)?.message.hasSuffix("As the operator: add --operator") == true)
        let stranger = AdminIdentity.operator.explaining(
            RPCError.violation(.unauthenticated, .accessTokenInvalid, "no token"))
        #expect((stranger as? Failure)?.message.hasPrefix("The operator is root") == true)
    }

    @Test func whoMayNotDoThatMayHaveToSignInAgain() throws {
        let advice =
            "You may not do that.\nIf you have just become an administrator, sign in again."
        let refused = RPCError.violation(.permissionDenied, .notAllowed, "no administrator")
        let remote = AdminIdentity.user(couldBeOperator: false).explaining(refused)
        #expect((remote as? Failure)?.message == advice)
        let local = AdminIdentity.user(couldBeOperator: true).explaining(refused)
        #expect((local as? Failure)?.message.hasPrefix(advice) == true)
        // A caller who is not signed in is told only that.
        let nobody = RPCError.violation(.unauthenticated, .accessTokenInvalid, "no token")
        let unknown = AdminIdentity.user(couldBeOperator: false).explaining(nobody)
        #expect((unknown as? Failure)?.message.contains("administrator") == false)
    }

    @Test func otherErrorsStayAsTheyAre() {
        let error = RPCError.violation(.notFound, .userNotFound, "nobody")
        let identity = AdminIdentity.user(couldBeOperator: true)
        #expect((identity.explaining(error) as? RPCError)?.reasons == [.userNotFound])
        #expect(identity.explaining(ExitCode(3)) is ExitCode)
    }
}

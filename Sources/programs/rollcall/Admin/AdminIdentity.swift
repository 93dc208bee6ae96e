import ArgumentParser
import Glibc
import RollcallClient
import RollcallRPC
import RollcallRPCPolicies

/// Names the person who has become root by sudo, for the service's log.
struct SudoUser: ClientInterceptor {
    let name: String?

    func begin(_ call: inout ClientCall) {
        if let name { try? call.options.metadata.add(AdminLog.sudoUserKey, text: name) }
    }
}

extension Command {
    /// Calls a service as an administrator or as the operator.
    ///
    /// - Throws: what `call` throws, and why the caller is no administrator.
    func asAdministrator<Result>(
        of service: ServerName, asOperator: Bool, _ call: (any RPCClient) async throws -> Result
    ) async throws -> Result {
        let (endpoint, identity) = try caller(of: service, asOperator: asOperator)
        let connection = NetworkClient(endpoint, tls: tls, logger: .silent)
        defer { connection.close() }
        let client: any RPCClient =
            identity == .operator
            ? connection.retrying().intercepted(
                by: DefaultDeadline(CommandCall.timeout),
                SudoUser(name: environment["SUDO_USER"]))
            : rollcall.authorizing(connection.retrying())
        do {
            return try await call(client)
        } catch {
            throw identity.explaining(error, of: service)
        }
    }

    /// Where a service is called, and as whom. Root who is not signed in calls as the operator by
    /// the usual socket, if it is there and no place is named. `status` does not.
    ///
    /// - Parameter mayBeAway: whether an operator's socket need not be there.
    /// - Throws: `Failure` (`usage`) for an operator without a unix socket of the service.
    func caller(
        of service: ServerName, asOperator: Bool, mayBeAway: Bool = false
    ) throws -> (Endpoint, AdminIdentity) {
        let isSignedIn = try store.load() != nil
        let endpoint =
            if asOperator {
                try services.operatorEndpoint(of: service, environment, mayBeAway: mayBeAway)
            } else if !mayBeAway, !isSignedIn, geteuid() == 0, endpoints.areUsual,
                access(service.usualSocket, F_OK) == 0
            { Endpoint.unix(path: service.usualSocket) } else { endpoints[keyPath: service.place] }
        return (
            endpoint,
            try AdminIdentity(
                asOperator: asOperator, endpoint, of: service, isSignedIn: isSignedIn)
        )
    }
}

/// As whom a command of `admin` calls.
enum AdminIdentity: Equatable {
    /// Known by the unix socket, without a token.
    case `operator`
    /// Signed in, or about to hear that nobody is.
    ///
    /// - Parameter couldBeOperator: whether the service could know the process by its socket.
    case user(couldBeOperator: Bool)

    /// The help of `--operator`.
    static let help =
        "Call as the operator, without the token of a session, through the service's unix socket: "
        + "\(ServerName.auth.usualSocket), unless --auth names another. Names, profiles, photos "
        + "and words are Profile's: \(ServerName.profile.usualSocket), or --profile. Presence has "
        + "\(ServerName.presence.usualSocket), or --presence."

    /// A signed-in user calls as that user through the unix socket too, unless `asOperator` is set.
    ///
    /// - Throws: `Failure` (`usage`) for an operator who does not come through a unix socket.
    init(
        asOperator: Bool, _ endpoint: Endpoint, of service: ServerName = .auth, isSignedIn: Bool
    ) throws {
        if case .unix = endpoint {
            self = asOperator || !isSignedIn ? .operator : .user(couldBeOperator: true)
        } else if asOperator {
            throw Failure(
                .usage,
                "--operator needs the service's unix socket. "
                    + "Name it: --\(service.rawValue) unix:PATH")
        } else {
            self = .user(couldBeOperator: false)
        }
    }

    /// The error, and how to call as somebody else if that is what was wrong.
    func explaining(_ error: any Error, of service: ServerName = .auth) -> any Error {
        var failure = Failure(error)
        guard !(error is ExitCode), failure.status == .notSignedIn else { return error }
        guard self != .operator else {
            failure.message =
                "The operator is root, or the user that \(service.program) runs as. "
                + "Run this as one of them."
            return failure
        }
        if failure.code == "\(StatusCode.permissionDenied)" {
            failure.message += "\nIf you have just become an administrator, sign in again."
        }
        if self == .user(couldBeOperator: true) {
            failure.message +=
                "\nThis was called as the user who is signed in. As the operator: add --operator"
        }
        return failure
    }
}

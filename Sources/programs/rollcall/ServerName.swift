import ArgumentParser
import RollcallClient
import RollcallRPC

/// One of the three services, by the name of its option.
enum ServerName: String, CaseIterable, ExpressibleByArgument {
    case auth, profile, presence

    /// The program that runs it.
    var program: String { "rollcall-\(rawValue)" }

    /// The path of its unix socket where its systemd unit runs it.
    var usualSocket: String { "/run/\(program)/socket" }

    /// Where the environment says that it is.
    var variable: String { "ROLLCALL_\(rawValue.uppercased())" }

    /// As a sentence names it, and the contract.
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var place: WritableKeyPath<RollcallSession.Endpoints, Endpoint> {
        switch self {
        case .auth: \.auth
        case .profile: \.profile
        case .presence: \.presence
        }
    }

    var option: KeyPath<ServiceOptions, Endpoint?> {
        switch self {
        case .auth: \.auth
        case .profile: \.profile
        case .presence: \.presence
        }
    }
}

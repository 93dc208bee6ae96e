import ArgumentParser
import RollcallClient
import RollcallRPC

/// A server by its short name.
protocol NamedServer: RawRepresentable<String> {}

extension NamedServer {
    /// The program that runs it.
    var program: String { "rollcall-\(rawValue)" }

    /// The path of its unix socket where its systemd unit runs it.
    var usualSocket: String { "/run/\(program)/socket" }

    /// As a sentence names it, and the contract.
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// A server that can be asked how it is: a service, or the door.
enum ObservedName: String, CaseIterable, ExpressibleByArgument, NamedServer {
    case auth, profile, presence, web
}

/// One of the three services, by the name of its option.
enum ServerName: String, CaseIterable, ExpressibleByArgument, NamedServer {
    case auth, profile, presence

    /// Where the environment says that it is.
    var variable: String { "ROLLCALL_\(rawValue.uppercased())" }

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

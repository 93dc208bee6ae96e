import ArgumentParser
import RollcallClient
import RollcallRPC

/// One of the three services, by the name of its option.
enum ServerName: String, CaseIterable, ExpressibleByArgument {
    case auth, profile, presence

    /// The program that runs it.
    var program: String { "rollcall-\(rawValue)" }

    /// Where the environment says that it is.
    var variable: String { "ROLLCALL_\(rawValue.uppercased())" }

    func endpoint(_ endpoints: RollcallSession.Endpoints) -> Endpoint {
        switch self {
        case .auth: endpoints.auth
        case .profile: endpoints.profile
        case .presence: endpoints.presence
        }
    }
}

import Glibc
import RollcallRPC

/// The unix socket that a service has where its systemd unit runs it.
enum UsualSocket {
    static func path(of service: ServerName) -> String {
        "/run/rollcall-\(service.rawValue)/socket"
    }

    /// - Throws: `Failure` (`usage`) when there is none.
    static func endpoint(of service: ServerName) throws -> Endpoint {
        let path = path(of: service)
        guard access(path, F_OK) == 0 else {
            let why =
                errno == EACCES ? "\(path) cannot be reached by this user" : "there is no \(path)"
            throw Failure(
                .usage,
                "--operator needs the service's unix socket, and \(why): "
                    + "name it by --\(service.rawValue) unix:PATH")
        }
        return .unix(path: path)
    }
}

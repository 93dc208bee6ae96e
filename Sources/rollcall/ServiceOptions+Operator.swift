import RollcallRPC

extension ServiceOptions {
    /// Where the operator calls a service: where it was said to be, or else its usual socket.
    ///
    /// - Throws: `Failure` (`usage`) when nothing was said and there is no such socket.
    func operatorEndpoint(
        of service: ServerName, _ environment: [String: String]
    ) throws -> Endpoint {
        let option: Endpoint? =
            switch service {
            case .auth: auth
            case .profile: profile
            case .presence: presence
            }
        guard option != nil || environment[service.variable] != nil else {
            return try UsualSocket.endpoint(of: service)
        }
        return service.endpoint(try endpoints(environment))
    }
}

import RollcallRPC

extension Router {
    /// Serves what every server is asked, beside the services that it has already: its health, and
    /// what can be called.
    ///
    /// - Parameter isReflecting: whether clients can ask for the services and their descriptors.
    package mutating func addIntrospection(_ health: HealthStatus, isReflecting: Bool) {
        add(HealthHandler(health))
        if isReflecting { add(ReflectionHandler(services: serviceNames)) }
        health.add(serviceNames)
    }
}

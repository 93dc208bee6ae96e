extension Router {
    /// The full names of the services whose RPCs it has.
    package var serviceNames: Set<String> {
        Set(routes.keys.map { String($0.prefix { $0 != "/" }) })
    }
}

import HTTPTypes

extension HTTPField.Name {
    /// - Parameter name: one that can be a name.
    package init(known name: String) {
        guard let known = Self(name) else { preconditionFailure("\(name) is no name of a field") }
        self = known
    }
}

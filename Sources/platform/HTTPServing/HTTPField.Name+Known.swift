import HTTPTypes

extension HTTPField.Name {
    /// - Parameter name: one that can be a name.
    package init(known name: String) {
        guard let known = Self(name) else { preconditionFailure("\(name) is no name of a field") }
        self = known
    }
}

extension HTTPFields {
    /// The value of a field: of several, all with commas between them. As the subscript, but it
    /// makes no new text of one.
    package func value(of name: HTTPField.Name) -> String? {
        guard let index = firstIndex(where: { $0.name == name }) else { return nil }
        let isAlone = !self[(index + 1)...].contains { $0.name == name }
        return isAlone ? self[index].value : self[name]
    }
}

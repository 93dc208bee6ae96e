extension String {
    /// The text without what comes along when people paste it: white space, line ends and invisible
    /// characters at both ends.
    package var trimmed: String { trimmed { $0.isBlank } }

    /// The text without white space and line ends at both ends. For names: an invisible character
    /// in one is a mistake.
    package var spaceTrimmed: String { trimmed { $0.properties.isWhitespace } }

    private func trimmed(of isDropped: (Unicode.Scalar) -> Bool) -> String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !isDropped($0) }),
            let last = scalars.lastIndex(where: { !isDropped($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension Unicode.Scalar {
    /// Whether it is white space or shows nothing, such as a mark of direction.
    package var isBlank: Bool {
        properties.isWhitespace || properties.generalCategory == .format
    }
}

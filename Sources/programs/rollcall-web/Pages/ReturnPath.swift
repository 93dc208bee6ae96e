/// Where the browser goes after a sign-in: a path of ours, or a page of an allowed origin. Anything
/// other would lead people from our sign-in to a page of a stranger.
struct ReturnPath: Sendable, Equatable {
    let text: String

    /// - Parameter origins: such as `https://app.example.org`.
    /// - Returns: nil for every other place.
    init?(_ text: String, origins: Set<String>) {
        guard text.utf8.count <= 2000,
            text.unicodeScalars.allSatisfy({ (0x21...0x7e).contains($0.value) && $0 != "\\" })
        else { return nil }
        // `//host` and `/\host` are addresses of another host.
        let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
        let isAllowed = origins.contains { text == $0 || text.hasPrefix("\($0)/") }
        guard isPath || isAllowed else { return nil }
        self.text = text
    }
}

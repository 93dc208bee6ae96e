import RollcallBasics

/// A path of a provider, such as `/google/callback`.
struct IdentityRoute: Equatable {
    enum Step: String {
        /// Leads to the provider.
        case start = ""
        /// Where the provider sends the browser back to.
        case callback
        /// What the callback asks the reader for.
        case finish
        /// Where the provider sends the browser of an app back to, which this leads on to the app.
        case app
    }

    /// `IdentityProvider.name`.
    let provider: String
    let step: Step

    /// - Returns: nil for a path of another form. There may be no such provider.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard (1...2).contains(parts.count), let name = parts.first,
            (1...32).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }),
            let step = Step(rawValue: String(parts.dropFirst().first ?? "")),
            (step == .start) == (parts.count == 1)
        else { return nil }
        (provider, self.step) = (String(name), step)
    }

    /// Whether a form of another site is accepted: a provider may send the browser back by one.
    var acceptsFormsOfOthers: Bool { step == .callback || step == .app }
}

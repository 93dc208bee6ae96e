import HTTPTypes

extension Visit {
    /// What the reader's list of sessions calls this browser, by its field `User-Agent`.
    var device: (label: String, platform: String) {
        let agent = head.headerFields[.userAgent] ?? ""
        func first(_ names: [(sign: String, name: String)]) -> String {
            names.first { agent.contains($0.sign) }?.name ?? ""
        }
        // Each names those that it wants to be taken for, so the order matters.
        let browser = first([
            ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
            ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
        ])
        let platform = first([
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ])
        return (browser.isEmpty ? "Browser" : browser, platform)
    }
}

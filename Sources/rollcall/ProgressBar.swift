/// Shows on a terminal how far an upload has come.
struct ProgressBar {
    private static let width = 32

    let total: Int
    let isShown: Bool

    /// - Parameter isShown: whether to show anything, provided that there is a terminal.
    init(total: Int, isShown: Bool) {
        self.total = total
        self.isShown = isShown && Output.standardError.isTerminal
    }

    func show(_ done: Int) {
        guard isShown else { return }
        Output.standardError.write("\r\(line(done))")
    }

    func clear() {
        guard isShown else { return }
        Output.standardError.write("\r\u{1B}[K")
    }

    func line(_ done: Int) -> String {
        let share = total == 0 ? 1 : Double(done) / Double(total)
        let filled = Int(share * Double(Self.width))
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: "-", count: Self.width - filled)
        return "[\(bar)] \(Int(share * 100)) %"
    }
}

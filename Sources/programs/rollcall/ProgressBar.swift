/// Shows on a terminal how far an upload or a download has come.
struct ProgressBar {
    /// Of the bar alone, where there is room.
    private static let width = 32

    /// Of the terminal; nil when nothing is shown.
    private let columns: Int?

    /// - Parameter isShown: whether to show anything, provided that there is a terminal.
    init(isShown: Bool) {
        let terminal = Output.standardError
        columns = isShown && terminal.isTerminal ? terminal.columns ?? 80 : nil
    }

    func show(_ done: Int, of total: Int) {
        guard let columns else { return }
        Output.standardError.write("\r\(Self.line(done, of: total, columns: columns))")
    }

    func clear() {
        guard columns != nil else { return }
        Output.standardError.write("\r\u{1B}[K")
    }

    /// One line. The last column stays free: a terminal may begin another line behind it.
    static func line(_ done: Int, of total: Int, columns: Int = 80) -> String {
        let share = total == 0 ? 1 : Double(done) / Double(total)
        let percentage = "\(Int(share * 100)) %"
        let width = min(Self.width, columns - "[] 100 %".count - 1)
        guard width > 3 else { return percentage }
        let filled = Int(share * Double(width))
        let bar =
            String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        return "[\(bar)] \(percentage)"
    }
}

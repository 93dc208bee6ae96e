/// Writes a configuration file in which every option is explained.
struct ConfigurationText {
    private static let width = 90

    let program: String
    let options: [KnownOption]

    /// - Parameter settings: what it says. Other options are commented out, with their default.
    func file(saying settings: [Setting]) -> String {
        let head = Self.comment(
            """
            The options of \(program). A line is OPTION = VALUE, and what begins with # is not read. \
            Where an option can be given more than once, repeat its line. The environment \
            replaces what this file says, as in ROLLCALLD_LOG_LEVEL=debug, and the command line \
            replaces both. \
            After a change, run `systemctl reload \(program)`. The log then says what is wrong, what \
            was taken up, and what needs a restart.
            """)
        return head + options.map { "\n" + text(of: $0, settings) }.joined()
    }

    private func text(of option: KnownOption, _ settings: [Setting]) -> String {
        var help = option.help
        var blank = option.standard ?? ""
        if case .value(let unit) = option.kind {
            help += " (\(unit))"
            if blank.isEmpty { blank = "<\(unit)>" }
        }
        let said = settings.filter { $0.option == option }.map { "\(option.name) = \($0.value)\n" }
        return Self.comment(help) + (said.isEmpty ? "#\(option.name) = \(blank)\n" : said.joined())
    }

    private static func comment(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.endIndex - 1].count + word.count > width { lines.append("") }
            lines[lines.endIndex - 1] += " \(word)"
        }
        return lines.map { "#\($0)\n" }.joined()
    }
}

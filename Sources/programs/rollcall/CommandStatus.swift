/// What the exit status of a command says.
enum CommandStatus: Int32, CaseIterable {
    case done = 0
    case unforeseen = 1
    case usage = 2
    case notSignedIn = 3
    case notFound = 4
    case conflict = 5
    case invalid = 6
    case tryLater = 7
    case photoRefused = 8

    private var meaning: String {
        switch self {
        case .done: "done"
        case .unforeseen: "an unexpected error, here or in a service"
        case .usage: "the command line is wrong"
        case .notSignedIn: "not signed in, wrong credentials, or not allowed"
        case .notFound:
            "not found: a name, a file, a photo, an account or a valid code"
        case .conflict: "already taken, a file is in the way, or not possible now"
        case .invalid: "the input breaks a rule"
        case .tryLater: "a service cannot be reached, is overloaded or too slow: try again later"
        case .photoRefused: "the photo was refused; a backup is made, without damaged photos"
        }
    }

    /// For the help.
    static var table: String {
        "Exit status:\n"
            + allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n")
    }
}

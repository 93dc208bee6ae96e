import ArgumentParser
import RollcallWire

/// An enum of the contract, some of whose values are words on the command line.
protocol WordArgument: OpenEnum, ExpressibleByArgument {
    static var choices: [Self] { get }
}

extension WordArgument {
    /// As it is written on the command line, such as `only-me`.
    var name: String { word(joinedBy: "-") }

    public init?(argument: String) {
        guard let choice = Self.choices.first(where: { $0.name == argument }) else { return nil }
        self = choice
    }

    public static var allValueStrings: [String] { choices.map(\.name) }

    public var defaultValueDescription: String { name }
}

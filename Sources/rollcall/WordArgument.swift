import ArgumentParser
import RollcallWire

/// An enum of the contract, some of whose values are words on the command line.
protocol WordArgument: OpenEnum, ExpressibleByArgument {
    static var choices: [Self] { get }
}

extension WordArgument {
    public init?(argument: String) {
        guard let choice = Self.choices.first(where: { $0.word == argument }) else { return nil }
        self = choice
    }

    public static var allValueStrings: [String] { choices.map(\.word) }

    public var defaultValueDescription: String { word }
}

import ArgumentParser

extension ParsableArguments {
    /// - Throws: `ValidationError`, unless the number of an option is in the range.
    package func check(_ value: Int, _ range: ClosedRange<Int>, _ option: String) throws {
        guard range.contains(value) else {
            throw ValidationError(
                "--\(option) needs a number from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}

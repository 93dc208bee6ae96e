/// Why a message has no JSON form, or a JSON text no message.
package struct MappingError: Error, Equatable, Sendable {
    /// Where, as names and indices from the outermost message on: `photos[3].size`. Empty: as a
    /// whole.
    package private(set) var path: String
    /// What is wrong there.
    package let problem: String

    package init(_ problem: String) {
        self.path = ""
        self.problem = problem
    }

    /// The same error, seen from the message or list around it.
    func inside(_ step: String) -> MappingError {
        var result = self
        let isJoined = path.isEmpty || path.hasPrefix("[")
        result.path = isJoined ? step + path : "\(step).\(path)"
        return result
    }
}

extension MappingError: CustomStringConvertible {
    package var description: String {
        path.isEmpty ? problem : "\(path): \(problem)"
    }
}

/// Runs `body`; an error says that it happened inside of `step`.
func inside<Result>(
    _ step: @autoclosure () -> String, _ body: () throws(MappingError) -> Result
) throws(MappingError) -> Result {
    do {
        return try body()
    } catch {
        throw error.inside(step())
    }
}

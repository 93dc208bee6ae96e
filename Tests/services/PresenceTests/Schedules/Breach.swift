/// What a schedule has found to be otherwise than the model says.
struct Breach: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// - Throws: `Breach`, unless the claim holds.
    static func unless(_ claim: Bool, _ what: @autoclosure () -> String) throws {
        if !claim { throw Breach(what()) }
    }

    /// - Throws: `Breach`, unless the two are equal.
    static func unlessEqual<T: Equatable>(
        _ found: T, _ expected: T, _ what: @autoclosure () -> String
    ) throws {
        if found != expected { throw Breach("\(what()): \(found), expected \(expected)") }
    }
}

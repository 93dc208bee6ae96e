import ArgumentParser
import RollcallBasics
import Storage

/// Tables that a command moves from a file to a server, while their service does not run.
package protocol MovableTables {
    /// The program that serves them, for sentences.
    static var program: String { get }
    static var schema: Schema { get }
}

/// What is moved with tables.
package protocol MovedCompanion: ParsableArguments {
    /// Moves it, before the tables. It can be repeated.
    ///
    /// - Parameter path: the file with the tables.
    func move(with path: String, progress: ProgressLine) async throws
}

package struct NoCompanion: MovedCompanion {
    package init() {}
    package func move(with path: String, progress: ProgressLine) {}
}

extension DaemonCommand {
    /// `PROGRAM migrate OPTIONS` moves the tables; everything else is `main`'s.
    package static func main<Tables: MovableTables, Companion: MovedCompanion>(
        orMoveOf tables: Tables.Type, with companion: Companion.Type
    ) async {
        let arguments = programArguments()
        guard arguments.first == "migrate" else { return await main(configuredBy: arguments) }
        await Migrate<Tables, Companion>.main(Array(arguments.dropFirst()))
    }
}

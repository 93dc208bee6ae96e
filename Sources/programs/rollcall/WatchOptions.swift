import ArgumentParser

/// For how long something is watched.
struct WatchOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long to watch, instead of until Ctrl-C.", valueName: "seconds"))
    var `for`: Double?

    func validate() throws {
        guard `for`.map({ (0...1e9).contains($0) }) ?? true else {
            throw ValidationError("--for takes a number of seconds, 0 to 1000000000.")
        }
    }

    /// Nil until Ctrl-C.
    var duration: Duration? { `for`.map { .seconds($0) } }
}

import Synchronization

/// What a process was told besides its command line, and how it hears of changes.
final class RunningConfiguration: Sendable {
    /// Of the process; nil in one that `main(configuredBy:)` does not run.
    @TaskLocal static var current: RunningConfiguration?

    typealias Reading = (command: any DaemonCommand, settings: [Setting])

    private let atTheStart: [Setting]
    private let last: Mutex<[Setting]>
    private let read: @Sendable () throws -> Reading

    init(_ settings: [Setting], read: @escaping @Sendable () throws -> Reading) {
        atTheStart = settings
        last = Mutex(settings)
        self.read = read
    }

    /// A failure of the start, with the place of the option that its sentence is about.
    func located(_ failure: Failure) -> Failure { Self.located(failure, in: atTheStart) }

    private static func located(_ failure: Failure, in settings: [Setting]) -> Failure {
        guard let setting = settings.meant(by: failure.sentence) else { return failure }
        return Failure("\(setting.origin): \(failure.sentence)", failure.exitStatus)
    }

    /// Reads everything anew.
    ///
    /// - Parameter take: takes up what can change while the process runs, or throws.
    /// - Returns: the names of options that have changed and were taken up, and of those that wait
    ///   for a restart.
    /// - Throws: `Failure`.
    func takeUp(
        _ take: (any DaemonCommand) throws -> Void
    ) throws -> (taken: [String], waiting: [String]) {
        let (command, settings) = try read()
        do {
            try take(command)
        } catch {
            throw Self.located(Failure(error), in: settings)
        }
        let changeable = type(of: command).changeable.union(["log-level", "trusted-proxy"])
        let before = last.withLock { last in
            defer { last = settings }
            return last
        }
        return (
            settings.differences(from: before).intersection(changeable).sorted(),
            settings.differences(from: atTheStart).subtracting(changeable).sorted()
        )
    }
}

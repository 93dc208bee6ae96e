import Introspection

extension DaemonProcess {
    /// Sets in the process's health whether an optional part works.
    ///
    /// - Parameters:
    ///   - name: the part's name in the health, such as `rollcall.photo-sizes`.
    ///   - isNeeded: whether the process refuses calls while the part does not work.
    ///   - sentence: what is wrong, for a person.
    package func setPart(
        _ name: String, isWorking: Bool, isNeeded: Bool = false, because sentence: String = ""
    ) {
        health.set(
            isWorking ? .good : isNeeded ? .missing : .impaired, ofDependency: name,
            because: sentence)
    }

    /// Background work that keeps a part's state in the process's health up to date.
    ///
    /// - Parameters:
    ///   - name: as in `setPart`.
    ///   - isNeeded: as in `setPart`.
    ///   - pause: the time between two checks.
    ///   - trouble: why the part does not work, for a person; nil if it works.
    package func following(
        _ name: String, isNeeded: Bool = false, every pause: Duration = .seconds(1),
        trouble: @escaping @Sendable () -> String?
    ) -> [@Sendable () async throws -> Void] {
        following(name, every: pause) { trouble().map { (isNeeded ? .missing : .impaired, $0) } }
    }

    /// As the other; `trouble` also says whether calls are refused.
    func following(
        _ name: String, every pause: Duration,
        trouble: @escaping @Sendable () -> (HealthStatus.DependencyStatus, String)?
    ) -> [@Sendable () async throws -> Void] {
        [
            {
                while true {
                    let (status, sentence) = trouble() ?? (.good, "")
                    health.set(status, ofDependency: name, because: sentence)
                    try await Task.sleep(for: pause)
                }
            }
        ]
    }
}

import Introspection

extension DaemonProcess {
    /// Says in the health of the process whether a part of it works, without which it serves all else.
    ///
    /// - Parameters:
    ///   - name: as health knows it, such as `rollcall.photo-sizes`.
    ///   - sentence: what is wrong, for a person.
    package func setPart(_ name: String, isWorking: Bool, because sentence: String = "") {
        health.set(isWorking ? .good : .impaired, ofDependency: name, because: sentence)
    }

    /// What is to run beside the server: it says in the health of the process whether a part of it works.
    ///
    /// - Parameters:
    ///   - name: as `setPart` has it.
    ///   - isNeeded: whether the process takes no calls meanwhile.
    ///   - pause: between two looks.
    ///   - trouble: why it does not, for a person.
    package func following(
        _ name: String, isNeeded: Bool = false, every pause: Duration = .seconds(1),
        trouble: @escaping @Sendable () -> String?
    ) -> [@Sendable () async throws -> Void] {
        [
            { [health] in
                while true {
                    let trouble = trouble()
                    health.set(
                        trouble == nil ? .good : isNeeded ? .missing : .impaired,
                        ofDependency: name, because: trouble ?? "")
                    try await Task.sleep(for: pause)
                }
            }
        ]
    }
}

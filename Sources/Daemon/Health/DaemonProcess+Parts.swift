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
}

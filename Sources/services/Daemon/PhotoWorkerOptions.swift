import ArgumentParser
import Logging
import RollcallPhotos

/// Who decodes photos.
package struct PhotoWorkerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The program that decodes photos. By default it is looked for beside this one, and "
                + "then in PATH. Without it photos have no sizes, and the door refuses "
                + "`PUT /photo`.",
            valueName: "path"))
    var photoProgram: String?

    @Option(
        help: ArgumentHelp(
            "Photos that are decoded at once, each by a process of up to 1 GiB: 1 to 64.",
            valueName: "count"))
    package var photoWorkers = 2

    package init() {}

    package func validate() throws {
        try check(photoWorkers, 1...64, "photo-workers")
    }

    /// The program, if it works here. If not, the log and the status of the process say why.
    ///
    /// - Parameters:
    ///   - part: its name in the health.
    ///   - consequence: of its absence, such as `photos get no sizes`.
    /// - Throws: `PhotoProgramError` when it is not where an option says that it is.
    package func program(
        _ process: DaemonProcess, for part: String, without consequence: String
    ) async throws -> PhotoProgram? {
        do {
            let program = try PhotoProgram(path: photoProgram)
            try await program.check()
            process.setPart(part, isWorking: true)
            return program
        } catch let error as PhotoProgramError {
            if case .programMissing = error, photoProgram != nil { throw error }
            process.logger.warning("\(consequence)", metadata: ["error": "\(error)"])
            process.setPart(part, isWorking: false, because: "\(consequence): \(error)")
            return nil
        }
    }
}

import ArgumentParser
import Daemon
import Logging
import RollcallPhotos

/// Who makes the sizes of photos.
struct PhotoWorkerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The program that makes the sizes and the placeholders of photos. By default it is looked "
                + "for beside this one, and then in PATH. Without it photos have none.",
            valueName: "path"))
    var photoProgram: String?

    @Option(
        help: ArgumentHelp(
            "Photos that are decoded at once, each by a process of up to 1 GiB: 2 unless said otherwise.",
            valueName: "count"))
    var photoWorkers = 2

    func validate() throws {
        try check(photoWorkers, 1...64, "photo-workers")
    }

    /// The program, if it works here. If not, the log and the status of the process say why.
    ///
    /// - Throws: `PhotoProgramError` when it is not where an option says that it is.
    func program(_ process: DaemonProcess) async throws -> PhotoProgram? {
        do {
            let program = try PhotoProgram(path: photoProgram)
            try await program.check()
            process.setPart("rollcall.photo-sizes", isWorking: true)
            return program
        } catch let error as PhotoProgramError {
            if case .programMissing = error, photoProgram != nil { throw error }
            process.logger.warning(
                "photos get no sizes", metadata: ["error": "\(error)"])
            process.setPart(
                "rollcall.photo-sizes", isWorking: false,
                because: "photos get no sizes: \(error)")
            return nil
        }
    }
}

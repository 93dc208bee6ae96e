import ArgumentParser
import Daemon
import RollcallPhotos

/// How photos are taken.
struct WebPhotoOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Whether apps and pages may set photos.")
    var photos = true

    @Option(
        help: ArgumentHelp(
            "The program that makes photos ready. By default it is looked for beside this one, and "
                + "then in PATH. Without it `PUT /photo` is refused.",
            valueName: "path"))
    var photoProgram: String?

    @Option(
        help: ArgumentHelp(
            "Photos that are decoded at once, each by a process of up to 1 GiB.",
            valueName: "count"))
    var photoWorkers = 2

    @Option(
        help: ArgumentHelp(
            "The most megabytes of a photo, as people have it: 1 to 64.", valueName: "megabytes"))
    var photoSize = 20

    func validate() throws {
        try check(photoWorkers, 1...64, "photo-workers")
        try check(photoSize, 1...64, "photo-size")
    }

    /// - Throws: `PhotoProgramError` when the program is not where an option says that it is.
    func door(_ services: WebServices.Clients, _ process: DaemonProcess) async throws -> PhotoDoor?
    {
        guard photos else { return nil }
        do {
            let program = try PhotoProgram(path: photoProgram)
            try await program.check()
            process.setPart("rollcall.photos", isWorking: true)
            let workers = PhotoWorkers(program, count: photoWorkers)
            return PhotoDoor(services, workers, limit: photoSize << 20)
        } catch let error as PhotoProgramError {
            if case .programMissing = error, photoProgram != nil { throw error }
            process.setPart(
                "rollcall.photos", isWorking: false, because: "photos are not taken: \(error)")
            return nil
        }
    }
}

import ArgumentParser
import Daemon
import RollcallPhotos

/// How photos are taken.
struct WebPhotoOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Whether apps and pages may set photos.")
    var photos = true

    @OptionGroup var workerOptions: PhotoWorkerOptions

    @Option(
        help: ArgumentHelp(
            "The most megabytes of a photo, as people have it: 1 to 64.", valueName: "megabytes"))
    var photoSize = 20

    func validate() throws {
        try check(photoSize, 1...64, "photo-size")
    }

    /// - Throws: `PhotoProgramError` when the program is not where an option says that it is.
    func door(_ services: WebServices.Clients, _ process: DaemonProcess) async throws -> PhotoDoor?
    {
        guard photos,
            let program = try await workerOptions.program(
                process, for: "rollcall.photos", without: "photos are not taken")
        else { return nil }
        let workers = PhotoWorkers(program, count: workerOptions.photoWorkers)
        return PhotoDoor(services, workers, limit: photoSize << 20)
    }
}

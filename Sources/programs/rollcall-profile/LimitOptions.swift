import ArgumentParser
import Daemon
import Profile
import RollcallAPI
import RollcallRPC

/// How often callers may ask.
struct LimitOptions: ParsableArguments {
    private static let photoUpload = "photo-upload.account"
    private static let names =
        Set(ProfileServiceMethods.limits.map(\.name)).sorted() + [photoUpload]

    @Option(name: .customLong("limit"), help: NamedLimit.help(names))
    private var chosen: [NamedLimit] = []

    func validate() throws { try NamedLimit.check(chosen, among: Self.names) }

    var configuration: ProfileConfiguration {
        var configuration = ProfileConfiguration()
        for limit in chosen { configuration.limits[limit.name] = limit.rate }
        if let uploads = configuration.limits[Self.photoUpload] {
            configuration.uploadsPerHour = uploads
        }
        return configuration
    }
}

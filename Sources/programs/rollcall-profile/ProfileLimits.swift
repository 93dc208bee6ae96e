import Daemon
import Profile
import RollcallAPI

enum ProfileLimits: LimitNames {
    fileprivate static let photoUpload = "photo-upload.account"
    static let all = Set(ProfileServiceMethods.limits.map(\.name)).sorted() + [photoUpload]
}

extension LimitOptions<ProfileLimits> {
    var configuration: ProfileConfiguration {
        var configuration = ProfileConfiguration()
        configuration.limits = rates
        if let uploads = rates[ProfileLimits.photoUpload] { configuration.uploadsPerHour = uploads }
        return configuration
    }
}

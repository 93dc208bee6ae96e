import ArgumentParser
import Profile

/// What a photo may have.
struct PhotoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many bytes a photo has at most, as it is sent: 65536 to 33554432.",
            valueName: "bytes"))
    var photoBytes = PhotoLimits.usual.bytes

    @Option(
        help: ArgumentHelp(
            "How many pixels the longer side of a photo has at most: 64 to 8192.",
            valueName: "pixels"))
    var photoSide = PhotoLimits.usual.side

    func validate() throws {
        guard PhotoLimits(bytes: photoBytes, side: photoSide) != nil else {
            throw ValidationError(
                "A photo has at most 65536 to 33554432 bytes, and 64 to 8192 pixels a side.")
        }
    }

    var limits: PhotoLimits { PhotoLimits(bytes: photoBytes, side: photoSide) ?? .usual }
}

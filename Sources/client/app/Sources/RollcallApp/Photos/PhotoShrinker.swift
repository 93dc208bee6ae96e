import Foundation

/// Makes a photo smaller before it is sent.
public protocol PhotoShrinker: Sendable {
    /// - Returns: the photo, turned upright, as JPEG or in another form that the door takes; as it
    ///   is if it cannot be decoded, so that the door says what is wrong.
    func shrunk(_ photo: Data) async -> Data
}

/// Sends photos as they are: the door shrinks them, too.
public struct NoPhotoShrinker: PhotoShrinker {
    public init() {}
    public func shrunk(_ photo: Data) async -> Data { photo }
}

#if canImport(ImageIO)
    import Foundation
    import ImageIO

    /// Shrinks a photo to 2,048 pixels by ImageIO, which also leaves out where it was taken.
    public struct ImageIOPhotoShrinker: PhotoShrinker {
        /// The longer side, as the door has it.
        private static let longestSide = 2_048

        public init() {}

        public func shrunk(_ photo: Data) async -> Data {
            let thumbnail: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceThumbnailMaxPixelSize: Self.longestSide,
            ]
            let jpeg: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: 0.85]
            let bytes = NSMutableData()
            guard let source = CGImageSourceCreateWithData(photo as NSData, nil),
                let image = CGImageSourceCreateThumbnailAtIndex(
                    source, 0, thumbnail as NSDictionary),
                let destination = CGImageDestinationCreateWithData(
                    bytes, "public.jpeg" as NSString, 1, nil)
            else { return photo }
            CGImageDestinationAddImage(destination, image, jpeg as NSDictionary)
            return CGImageDestinationFinalize(destination) ? bytes as Data : photo
        }
    }
#endif

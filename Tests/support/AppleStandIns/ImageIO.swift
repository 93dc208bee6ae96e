// swift-format-ignore-file
// What RollcallApp uses of Apple's module `ImageIO`, so that its types are checked on Linux, too.
// deploy/check-app.sh compiles it; it does nothing.
import Foundation

public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public final class CGImageSource {}
public final class CGImageDestination {}
public final class CGImage {}

nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = ""
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailWithTransform: CFString = ""
nonisolated(unsafe) public let kCGImageSourceThumbnailMaxPixelSize: CFString = ""
nonisolated(unsafe) public let kCGImageDestinationLossyCompressionQuality: CFString = ""

public func CGImageSourceCreateWithData(
    _ data: CFData, _ options: CFDictionary?
) -> CGImageSource? { nil }
public func CGImageSourceCreateThumbnailAtIndex(
    _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { nil }
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { nil }
public func CGImageDestinationAddImage(
    _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {}
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { false }

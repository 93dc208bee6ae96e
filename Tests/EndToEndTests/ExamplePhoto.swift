import Foundation

/// A photo that is at hand, in any number of versions.
enum ExamplePhoto {
    /// With where it was taken.
    static func original() throws -> [UInt8] {
        let file = Products.repository.appending(path: "deploy/quickstart-photo.jpg")
        return try Array(Data(contentsOf: file))
    }

    /// The same picture in another file: a table that nothing uses comes with it.
    ///
    /// - Parameter number: less than 65,025.
    static func numbered(_ number: Int) throws -> [UInt8] {
        try numbered(number, original())
    }

    /// - Parameter photo: a JPEG.
    static func numbered(_ number: Int, _ photo: [UInt8]) -> [UInt8] {
        let digits = [number / 255, number % 255].map { UInt8($0 + 1) }
        let table =
            [UInt8](repeating: digits[0], count: 32) + [UInt8](repeating: digits[1], count: 32)
        return photo.prefix(2) + [0xFF, 0xDB, 0, 67, 3] + table + photo.dropFirst(2)
    }
}

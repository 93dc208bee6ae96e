// swift-format-ignore-file
// What the example for SwiftUI uses of Apple's module `PhotosUI`, so that its types are checked on
// Linux. deploy/check-app.sh compiles it; it does nothing.
import Foundation
import SwiftUI

public struct PHPickerFilter { public static var images: PHPickerFilter { .init() } }
public struct PhotosPickerItem: Equatable, Sendable {
    public func loadTransferable(type: Data.Type) async throws -> Data? { nil }
}
public struct PhotosPicker: Leaf {
    public init(_ title: LocalizedStringKey, selection: Binding<PhotosPickerItem?>, matching: PHPickerFilter) {}
}

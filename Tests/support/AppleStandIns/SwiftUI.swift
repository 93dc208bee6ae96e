// swift-format-ignore-file
// What the example for SwiftUI uses of Apple's modules `SwiftUI` and `UIKit`, so that its types are
// checked on Linux. deploy/check-app.sh compiles it; it shows nothing.
@_exported import Foundation
@_exported import Observation

public typealias CGFloat = Double

// MARK: Views

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

public protocol Leaf: View where Body == Never {}
extension Leaf { public var body: Never { fatalError() } }

public struct EmptyView: Leaf { nonisolated public init() {} }
public struct TupleView<each Content: View>: Leaf {}
public struct Either<First: View, Second: View>: Leaf {}
public struct Modified<Content: View>: Leaf {}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> { TupleView() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { Either() }
    public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { Either() }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
    public init(stringLiteral: String) {}
    public init(stringInterpolation: StringInterpolation) {}
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ text: String) {}
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {}
    }
}

public struct Text: Leaf {
    public struct DateStyle: Sendable { public static let relative = DateStyle() }
    public init(_ key: LocalizedStringKey) {}
    @_disfavoredOverload public init<Content: StringProtocol>(_ text: Content) {}
}
public struct TextField: Leaf {
    public init(_ title: LocalizedStringKey, text: Binding<String>) {}
    public init(_ title: LocalizedStringKey, text: Binding<String>, axis: Axis) {}
}
public enum Axis { case horizontal, vertical }
public struct SecureField: Leaf { public init(_ title: LocalizedStringKey, text: Binding<String>) {} }
public struct ButtonRole: Sendable { public static let destructive = ButtonRole() }
public struct Button<Label: View>: Leaf {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
    public init(_ title: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    public init(_ title: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) {}
}
public struct ProgressView: Leaf {
    public init() {}
    public init(_ title: LocalizedStringKey) {}
    public init(value: Double) {}
}
public struct Label: Leaf { public init(_ title: LocalizedStringKey, systemImage: String) {} }
public struct Picker: Leaf {
    public init<Value: Hashable, Content: View>(_ title: LocalizedStringKey, selection: Binding<Value>, @ViewBuilder content: () -> Content) {}
}
public struct Form: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct Section: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct Group: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct List: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct HStack: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct ZStack: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public enum HorizontalAlignment { case leading, center, trailing }
public struct VStack: Leaf {
    public init<Content: View>(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {}
}
public struct NavigationStack: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct NavigationLink: Leaf {
    public init<Destination: View>(_ title: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {}
}
public struct TabView: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct ForEach: Leaf {
    public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
    public init<Data: RandomAccessCollection, Content: View>(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) where Data.Element: Identifiable {}
}
public struct Image: Leaf {
    public init(uiImage: UIImage) {}
    public func resizable() -> Image { self }
}
public protocol ShapeStyle {}
public struct Color: ShapeStyle {}
extension ShapeStyle where Self == Color {
    public static var red: Color { Color() }
    public static var green: Color { Color() }
    public static var secondary: Color { Color() }
    public static var quaternary: Color { Color() }
}
public protocol Shape: View {}
public struct Circle: Shape, Leaf {
    public init() {}
    public func fill(_ style: some ShapeStyle) -> Modified<Circle> { Modified() }
}
public struct Font: Sendable { public static let footnote = Font() }

// MARK: Modifiers

public struct SegmentedPickerStyle {}
extension SegmentedPickerStyle { public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() } }
public struct SubmitTriggers: Sendable { public static let search = SubmitTriggers() }
public struct TextInputAutocapitalization { public static var never: TextInputAutocapitalization { .init() } }
public enum UIKeyboardType { case emailAddress, numberPad }
public enum UITextContentType { case username, password, newPassword, oneTimeCode, nickname }

extension View {
    public func disabled(_ isDisabled: Bool) -> Modified<Self> { Modified() }
    public func font(_ font: Font) -> Modified<Self> { Modified() }
    public func foregroundStyle(_ style: some ShapeStyle) -> Modified<Self> { Modified() }
    public func navigationTitle(_ title: LocalizedStringKey) -> Modified<Self> { Modified() }
    public func tabItem<Content: View>(@ViewBuilder _ label: () -> Content) -> Modified<Self> { Modified() }
    public func tag<Value: Hashable>(_ value: Value) -> Modified<Self> { Modified() }
    public func pickerStyle(_ style: SegmentedPickerStyle) -> Modified<Self> { Modified() }
    public func id<ID: Hashable>(_ id: ID) -> Modified<Self> { Modified() }
    public func textContentType(_ type: UITextContentType) -> Modified<Self> { Modified() }
    public func keyboardType(_ type: UIKeyboardType) -> Modified<Self> { Modified() }
    public func textInputAutocapitalization(_ value: TextInputAutocapitalization) -> Modified<Self> { Modified() }
    public func autocorrectionDisabled() -> Modified<Self> { Modified() }
    public func scaledToFill() -> Modified<Self> { Modified() }
    public func frame(width: CGFloat, height: CGFloat) -> Modified<Self> { Modified() }
    public func clipShape(_ shape: some Shape) -> Modified<Self> { Modified() }
    public func accessibilityHidden(_ isHidden: Bool) -> Modified<Self> { Modified() }
    public func searchable(text: Binding<String>, prompt: LocalizedStringKey) -> Modified<Self> { Modified() }
    public func onSubmit(of triggers: SubmitTriggers, _ action: @escaping @MainActor () -> Void) -> Modified<Self> { Modified() }
    public func onChange<Value: Equatable>(of value: Value, _ action: @escaping @MainActor () -> Void) -> Modified<Self> { Modified() }
    public func onChange<Value: Equatable>(of value: Value, _ action: @escaping @MainActor (Value, Value) -> Void) -> Modified<Self> { Modified() }
    public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> Modified<Self> { Modified() }
    public func task<ID: Equatable>(id: ID, _ action: @escaping @MainActor @Sendable () async -> Void) -> Modified<Self> { Modified() }
}

// MARK: State

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    public init(get: () -> Value) {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { self }
    public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> { fatalError() }
}
@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { fatalError() }
}
extension State where Value: ExpressibleByNilLiteral { public init() {} }
@MainActor @propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable> {
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }
    public subscript<Part>(dynamicMember path: ReferenceWritableKeyPath<Value, Part>) -> Binding<Part> { fatalError() }
}
public struct EnvironmentValues { public var dismiss: DismissAction { fatalError() } }
@MainActor public struct DismissAction { public func callAsFunction() {} }
@propertyWrapper public struct Environment<Value> {
    public init(_ path: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}

// MARK: Apps

@MainActor @preconcurrency public protocol App {
    associatedtype Content: Scene
    var body: Content { get }
    init()
}
extension App { public static func main() {} }
@MainActor public protocol Scene {}
public struct WindowGroup: Scene { public init<Content: View>(@ViewBuilder content: () -> Content) {} }

// MARK: UIKit

public final class UIImage: Sendable { public init?(data: Data) {} }
@MainActor public final class UIDevice {
    public static let current = UIDevice()
    public let model = "", systemVersion = ""
}

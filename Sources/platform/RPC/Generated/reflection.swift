// swift-format-ignore-file
// Generated from rollcall/rpc/v1/reflection.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRPCMessages

/// Asks for the services of a server.
public struct ListServicesRequest: EmptyMessage {
    public init() {}
}

extension ListServicesRequest {
    public static let layout = MessageLayout(rollcall__rpc__v1__list_services_request__init)
}

/// The services of a server.
public struct ListServicesResponse: Message {
    /// Their full names, such as `rollcall.v1.AuthService`, in alphabetical order.
    public var services: [String]

    public init(services: [String] = []) {
        self.services = services
    }
}

extension ListServicesResponse {
    public static let layout = MessageLayout(rollcall__rpc__v1__list_services_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__ListServicesResponse.self)
        self.services = try source.strings(c.pointee.services, c.pointee.n_services, "services")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__ListServicesResponse.self)
        (c.pointee.n_services, c.pointee.services) =
            target.list(self.services) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["services": services]
    }
}

/// Asks for what is declared.
public struct GetDescriptorsRequest: Message {
    /// What is looked for.
    public var key: Key?

    public init(key: Key? = nil) {
        self.key = key
    }

    /// The value of `key`.
    public enum Key: Sendable, Equatable {
        /// The full name of a service, a message or an enum, such as `rollcall.v1.SignUpRequest`,
        /// or of an RPC, such as `rollcall.v1.AuthService/SignUp`.
        case symbol(String)
        /// The name of a .proto file, as it stands in an import: `rollcall/v1/auth.proto`.
        case file(String)
    }
}

extension GetDescriptorsRequest {
    public static let layout = MessageLayout(rollcall__rpc__v1__get_descriptors_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__GetDescriptorsRequest.self)
        switch c.pointee.key_case.rawValue {
        case 1: self.key = .symbol(try source.string(c.pointee.symbol, "symbol"))
        case 2: self.key = .file(try source.string(c.pointee.file, "file"))
        default: self.key = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__GetDescriptorsRequest.self)
        switch self.key {
        case .symbol(let value):
            c.pointee.key_case = .init(rawValue: 1)
            c.pointee.symbol = target.string(value)
        case .file(let value):
            c.pointee.key_case = .init(rawValue: 2)
            c.pointee.file = target.string(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["key": key as Any]
    }
}

/// What is declared.
public struct GetDescriptorsResponse: Message {
    /// Each a `google.protobuf.FileDescriptorProto`, encoded, without comments. The first is the
    /// file that was asked for; the others are those that it imports, and that these import, in no
    /// particular order.
    public var files: [[UInt8]]

    public init(files: [[UInt8]] = []) {
        self.files = files
    }
}

extension GetDescriptorsResponse {
    public static let layout = MessageLayout(rollcall__rpc__v1__get_descriptors_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__GetDescriptorsResponse.self)
        self.files = source.list(c.pointee.files, c.pointee.n_files) { source.bytes($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__GetDescriptorsResponse.self)
        (c.pointee.n_files, c.pointee.files) = target.list(self.files) { target.bytes($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["files": files]
    }
}

// swift-format-ignore-file
// Generated from rollcall/rpc/v1/health.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRPCMessages

/// Whether a service takes calls. The numbers are gRPC's.
public enum ServingStatus: OpenEnum {
    /// Not known.
    case unspecified
    /// It takes calls.
    case serving
    /// It does not take calls: it has not started yet, is about to stop, or lacks what it needs.
    case notServing
    /// The server has no such service. Only Watch says so.
    case serviceUnknown
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .serving
        case 2: self = .notServing
        case 3: self = .serviceUnknown
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .serving: 1
        case .notServing: 2
        case .serviceUnknown: 3
        case .unrecognized(let number): number
        }
    }
}

/// What is asked about.
public struct HealthCheckRequest: Message {
    /// The full name of a service, such as `rollcall.v1.AuthService`; empty for the server as a
    /// whole; or what a service needs, such as `rollcall.revocations` at Profile and Presence.
    public var service: String

    public init(service: String = "") {
        self.service = service
    }
}

extension HealthCheckRequest {
    public static let layout = MessageLayout(rollcall__rpc__v1__health_check_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__HealthCheckRequest.self)
        self.service = try source.string(c.pointee.service, "service")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__HealthCheckRequest.self)
        c.pointee.service = target.string(self.service)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["service": service]
    }
}

/// How it is.
public struct HealthCheckResponse: Message {
    /// The state of what was asked about.
    public var status: ServingStatus

    public init(status: ServingStatus = .unspecified) {
        self.status = status
    }
}

extension HealthCheckResponse {
    public static let layout = MessageLayout(rollcall__rpc__v1__health_check_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__HealthCheckResponse.self)
        self.status = ServingStatus(c.pointee.status)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__HealthCheckResponse.self)
        c.pointee.status = .init(rawValue: .init(truncatingIfNeeded: self.status.rawValue))
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["status": status]
    }
}

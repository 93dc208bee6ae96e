// swift-format-ignore-file
// Generated from rollcall/v1/status.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// A request without fields.
public struct GetStatusRequest: EmptyMessage {
    public init() {}
}

extension GetStatusRequest {
    public static let layout = MessageLayout(rollcall__v1__get_status_request__init)
}

/// The server, as it is now.
public struct GetStatusResponse: Message {
    /// Such as `rollcall-auth`.
    public var program: String
    /// Such as `0.1.0`.
    public var version: String
    /// When the process started: milliseconds since 1970-01-01 UTC.
    public var startedAtMs: Int64
    /// Whether calls are answered, as HealthService says it of the server as a whole.
    public var isServing: Bool
    /// What is wrong; empty when all is well.
    public var troubles: [ServerTrouble]
    /// When the certificate ends that TLS endpoints show: milliseconds since 1970-01-01 UTC. 0
    /// where there is none.
    public var certificateEndsAtMs: Int64

    public init(
        program: String = "",
        version: String = "",
        startedAtMs: Int64 = 0,
        isServing: Bool = false,
        troubles: [ServerTrouble] = [],
        certificateEndsAtMs: Int64 = 0
    ) {
        self.program = program
        self.version = version
        self.startedAtMs = startedAtMs
        self.isServing = isServing
        self.troubles = troubles
        self.certificateEndsAtMs = certificateEndsAtMs
    }
}

extension GetStatusResponse {
    public static let layout = MessageLayout(rollcall__v1__get_status_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetStatusResponse.self)
        self.program = try source.string(c.pointee.program, "program")
        self.version = try source.string(c.pointee.version, "version")
        self.startedAtMs = c.pointee.started_at_ms
        self.isServing = c.pointee.is_serving != 0
        self.troubles = try source.messages(c.pointee.troubles, c.pointee.n_troubles, "troubles")
        self.certificateEndsAtMs = c.pointee.certificate_ends_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetStatusResponse.self)
        c.pointee.program = target.string(self.program)
        c.pointee.version = target.string(self.version)
        c.pointee.started_at_ms = self.startedAtMs
        c.pointee.is_serving = self.isServing ? 1 : 0
        (c.pointee.n_troubles, c.pointee.troubles) =
            target.list(self.troubles) { target.message($0) }
        c.pointee.certificate_ends_at_ms = self.certificateEndsAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "program": program,
            "version": version,
            "startedAtMs": startedAtMs,
            "isServing": isServing,
            "troubles": troubles,
            "certificateEndsAtMs": certificateEndsAtMs,
        ]
    }
}

/// Something that is wrong with a server.
public struct ServerTrouble: Message {
    /// What is not as it should be, by the name that HealthService knows it by: `rollcall.disk`; at
    /// Profile and Presence `rollcall.revocations`; at Profile `rollcall.photo-sizes`; at Auth
    /// `rollcall.profile` and `rollcall.presence`, which refuse Auth's service token.
    public var name: String
    /// Whether calls are refused because of it.
    public var refusesCalls: Bool
    /// A sentence for a person.
    public var sentence: String
    /// Since when: milliseconds since 1970-01-01 UTC.
    public var beganAtMs: Int64

    public init(
        name: String = "",
        refusesCalls: Bool = false,
        sentence: String = "",
        beganAtMs: Int64 = 0
    ) {
        self.name = name
        self.refusesCalls = refusesCalls
        self.sentence = sentence
        self.beganAtMs = beganAtMs
    }
}

extension ServerTrouble {
    public static let layout = MessageLayout(rollcall__v1__server_trouble__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ServerTrouble.self)
        self.name = try source.string(c.pointee.name, "name")
        self.refusesCalls = c.pointee.refuses_calls != 0
        self.sentence = try source.string(c.pointee.sentence, "sentence")
        self.beganAtMs = c.pointee.began_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ServerTrouble.self)
        c.pointee.name = target.string(self.name)
        c.pointee.refuses_calls = self.refusesCalls ? 1 : 0
        c.pointee.sentence = target.string(self.sentence)
        c.pointee.began_at_ms = self.beganAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["name": name, "refusesCalls": refusesCalls, "sentence": sentence, "beganAtMs": beganAtMs]
    }
}

/// A request without fields.
public struct GetResourcesRequest: EmptyMessage {
    public init() {}
}

extension GetResourcesRequest {
    public static let layout = MessageLayout(rollcall__v1__get_resources_request__init)
}

/// The room that a server has, and the work that waits in it.
public struct GetResourcesResponse: Message {
    /// Where the server's files lie.
    public var disk: DiskSpace?
    /// At Auth, `mail`: the mails that are not sent yet. The others have none.
    public var queues: [WorkQueue]

    public init(disk: DiskSpace? = nil, queues: [WorkQueue] = []) {
        self.disk = disk
        self.queues = queues
    }
}

extension GetResourcesResponse {
    public static let layout = MessageLayout(rollcall__v1__get_resources_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetResourcesResponse.self)
        self.disk = try source.message(c.pointee.disk, "disk")
        self.queues = try source.messages(c.pointee.queues, c.pointee.n_queues, "queues")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetResourcesResponse.self)
        c.pointee.disk = target.message(ifAny: self.disk)
        (c.pointee.n_queues, c.pointee.queues) = target.list(self.queues) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["disk": disk as Any, "queues": queues]
    }
}

/// A file system.
public struct DiskSpace: Message {
    /// Bytes that the server can still write.
    public var freeBytes: UInt64
    /// Bytes in all.
    public var sizeBytes: UInt64

    public init(freeBytes: UInt64 = 0, sizeBytes: UInt64 = 0) {
        self.freeBytes = freeBytes
        self.sizeBytes = sizeBytes
    }
}

extension DiskSpace {
    public static let layout = MessageLayout(rollcall__v1__disk_space__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DiskSpace.self)
        self.freeBytes = c.pointee.free_bytes
        self.sizeBytes = c.pointee.size_bytes
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DiskSpace.self)
        c.pointee.free_bytes = self.freeBytes
        c.pointee.size_bytes = self.sizeBytes
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["freeBytes": freeBytes, "sizeBytes": sizeBytes]
    }
}

/// Work that waits.
public struct WorkQueue: Message {
    public var name: String
    public var count: UInt64

    public init(name: String = "", count: UInt64 = 0) {
        self.name = name
        self.count = count
    }
}

extension WorkQueue {
    public static let layout = MessageLayout(rollcall__v1__work_queue__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WorkQueue.self)
        self.name = try source.string(c.pointee.name, "name")
        self.count = c.pointee.count
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WorkQueue.self)
        c.pointee.name = target.string(self.name)
        c.pointee.count = self.count
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["name": name, "count": count]
    }
}

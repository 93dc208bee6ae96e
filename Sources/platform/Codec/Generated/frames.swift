// swift-format-ignore-file
// Generated from rollcall/rpc/v1/frames.proto by proto/generate.sh. Do not edit.

internal import CRPCMessages

/// The first frame that each side sends, on stream 0.
package struct Hello: Message {
    /// The lowest protocol version that the sender speaks. 1 today.
    package var minVersion: UInt32
    /// The highest protocol version that the sender speaks. 1 today. The connection uses the
    /// highest that both speak; with none in common it is closed with GOAWAY, FAILED_PRECONDITION.
    package var maxVersion: UInt32
    /// What the sender is willing to receive. Absent: the floor limits of the version.
    package var limits: Limits?
    /// Optional capabilities. A receiver ignores those whose id it does not know.
    package var features: [Feature]
    /// Of a server: the version of the API that it serves, such as `1.0` (see PROTOCOL.md). Empty
    /// from a client, and from a server that serves no API.
    package var apiVersion: String

    package init(
        minVersion: UInt32 = 0,
        maxVersion: UInt32 = 0,
        limits: Limits? = nil,
        features: [Feature] = [],
        apiVersion: String = ""
    ) {
        self.minVersion = minVersion
        self.maxVersion = maxVersion
        self.limits = limits
        self.features = features
        self.apiVersion = apiVersion
    }
}

extension Hello {
    package static let layout = MessageLayout(rollcall__rpc__v1__hello__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__Hello.self)
        self.minVersion = c.pointee.min_version
        self.maxVersion = c.pointee.max_version
        self.limits = try source.message(c.pointee.limits, "limits")
        self.features = try source.messages(c.pointee.features, c.pointee.n_features, "features")
        self.apiVersion = try source.string(c.pointee.api_version, "api_version")
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__Hello.self)
        c.pointee.min_version = self.minVersion
        c.pointee.max_version = self.maxVersion
        c.pointee.limits = target.message(ifAny: self.limits)
        (c.pointee.n_features, c.pointee.features) =
            target.list(self.features) { target.message($0) }
        c.pointee.api_version = target.string(self.apiVersion)
    }

    package var describedFields: KeyValuePairs<String, Any> {
        [
            "minVersion": minVersion,
            "maxVersion": maxVersion,
            "limits": limits as Any,
            "features": features,
            "apiVersion": apiVersion,
        ]
    }
}

/// What the sender of HELLO is willing to receive. A value below the floor of the version, 0 among
/// them, counts as the floor.
package struct Limits: Message {
    /// Calls that the receiver of this may have open at once on the connection. Floor: 100.
    package var maxStreams: UInt32
    /// Byte credit that each new stream begins with. Floor: 262,144 (256 KiB).
    package var streamWindow: UInt32
    /// Byte credit that the connection begins with. Floor: 1,048,576 (1 MiB).
    package var connectionWindow: UInt32
    /// The longest message, in bytes, after reassembly. Floor: 4,194,304 (4 MiB).
    package var maxMessageSize: UInt32
    /// The longest body of a frame, in bytes. Floor: 65,536 (64 KiB).
    package var maxBody: UInt32

    package init(
        maxStreams: UInt32 = 0,
        streamWindow: UInt32 = 0,
        connectionWindow: UInt32 = 0,
        maxMessageSize: UInt32 = 0,
        maxBody: UInt32 = 0
    ) {
        self.maxStreams = maxStreams
        self.streamWindow = streamWindow
        self.connectionWindow = connectionWindow
        self.maxMessageSize = maxMessageSize
        self.maxBody = maxBody
    }
}

extension Limits {
    package static let layout = MessageLayout(rollcall__rpc__v1__limits__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__Limits.self)
        self.maxStreams = c.pointee.max_streams
        self.streamWindow = c.pointee.stream_window
        self.connectionWindow = c.pointee.connection_window
        self.maxMessageSize = c.pointee.max_message_size
        self.maxBody = c.pointee.max_body
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__Limits.self)
        c.pointee.max_streams = self.maxStreams
        c.pointee.stream_window = self.streamWindow
        c.pointee.connection_window = self.connectionWindow
        c.pointee.max_message_size = self.maxMessageSize
        c.pointee.max_body = self.maxBody
    }

    package var describedFields: KeyValuePairs<String, Any> {
        [
            "maxStreams": maxStreams,
            "streamWindow": streamWindow,
            "connectionWindow": connectionWindow,
            "maxMessageSize": maxMessageSize,
            "maxBody": maxBody,
        ]
    }
}

/// One optional capability of the sender of HELLO.
package struct Feature: Message {
    /// The capability. Numbers are assigned in PROTOCOL.md; 0 is never assigned.
    package var id: UInt32
    /// What the capability needs to say about itself, at most 1,024 bytes.
    package var value: [UInt8]

    package init(id: UInt32 = 0, value: [UInt8] = []) {
        self.id = id
        self.value = value
    }
}

extension Feature {
    package static let layout = MessageLayout(rollcall__rpc__v1__feature__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__Feature.self)
        self.id = c.pointee.id
        self.value = source.bytes(c.pointee.value)
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__Feature.self)
        c.pointee.id = self.id
        c.pointee.value = target.bytes(self.value)
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["id": id, "value": value]
    }
}

/// One entry of a call's metadata or trailers.
package struct MetadataEntry: Message {
    /// 1 to 128 bytes of `[0-9a-z_.-]`. A key that ends in `-bin` carries `binary_value`, any other
    /// `value`. A key may stand more than once; the order is kept.
    package var key: String
    /// Text, without control characters.
    package var value: String
    /// Bytes, for a key that ends in `-bin`. An entry with bytes and text, or with those that its
    /// key does not go with, is against the rules.
    package var binaryValue: [UInt8]

    package init(key: String = "", value: String = "", binaryValue: [UInt8] = []) {
        self.key = key
        self.value = value
        self.binaryValue = binaryValue
    }
}

extension MetadataEntry {
    package static let layout = MessageLayout(rollcall__rpc__v1__metadata_entry__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__MetadataEntry.self)
        self.key = try source.string(c.pointee.key, "key")
        self.value = try source.string(c.pointee.value, "value")
        self.binaryValue = source.bytes(c.pointee.binary_value)
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__MetadataEntry.self)
        c.pointee.key = target.string(self.key)
        c.pointee.value = target.string(self.value)
        c.pointee.binary_value = target.bytes(self.binaryValue)
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["key": key, "value": Redacted(), "binaryValue": Redacted()]
    }
}

/// The meta of an OPEN frame: the beginning of a call, sent by the client.
package struct Open: Message {
    /// The full method name, `package.Service/Method`, at most 256 bytes; INVALID_ARGUMENT beyond.
    package var method: String
    /// The time that the caller still waits, in microseconds from the sending of this frame. 0: no
    /// deadline. The server shortens it to its own bound and ends the call with DEADLINE_EXCEEDED
    /// when it has passed.
    package var timeoutUs: UInt64
    /// What the caller says beside the message, such as `authorization`. At most 64 entries.
    package var metadata: [MetadataEntry]
    /// W3C Trace Context `traceparent`, or empty.
    package var traceparent: String

    package init(
        method: String = "",
        timeoutUs: UInt64 = 0,
        metadata: [MetadataEntry] = [],
        traceparent: String = ""
    ) {
        self.method = method
        self.timeoutUs = timeoutUs
        self.metadata = metadata
        self.traceparent = traceparent
    }
}

extension Open {
    package static let layout = MessageLayout(rollcall__rpc__v1__open__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__Open.self)
        self.method = try source.string(c.pointee.method, "method")
        self.timeoutUs = c.pointee.timeout_us
        self.metadata = try source.messages(c.pointee.metadata, c.pointee.n_metadata, "metadata")
        self.traceparent = try source.string(c.pointee.traceparent, "traceparent")
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__Open.self)
        c.pointee.method = target.string(self.method)
        c.pointee.timeout_us = self.timeoutUs
        (c.pointee.n_metadata, c.pointee.metadata) =
            target.list(self.metadata) { target.message($0) }
        c.pointee.traceparent = target.string(self.traceparent)
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["method": method, "timeoutUs": timeoutUs, "metadata": metadata, "traceparent": traceparent]
    }
}

/// The meta of a CLOSE frame: the end of a call, sent by the server.
package struct Close: Message {
    /// The status: 0 is OK, 1 to 16 are gRPC's codes with gRPC's meanings. Another number counts as
    /// UNKNOWN (2).
    package var status: UInt32
    /// A sentence that says what was wrong and what to do, at most 1,024 bytes. No secret.
    package var message: String
    /// What a program needs to know about the error, at most 16.
    package var details: [Detail]
    /// What the server says beside an error, such as `retry-pushback-ms`. At most 64 entries.
    package var trailers: [MetadataEntry]

    package init(
        status: UInt32 = 0,
        message: String = "",
        details: [Detail] = [],
        trailers: [MetadataEntry] = []
    ) {
        self.status = status
        self.message = message
        self.details = details
        self.trailers = trailers
    }
}

extension Close {
    package static let layout = MessageLayout(rollcall__rpc__v1__close__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__Close.self)
        self.status = c.pointee.status
        self.message = try source.string(c.pointee.message, "message")
        self.details = try source.messages(c.pointee.details, c.pointee.n_details, "details")
        self.trailers = try source.messages(c.pointee.trailers, c.pointee.n_trailers, "trailers")
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__Close.self)
        c.pointee.status = self.status
        c.pointee.message = target.string(self.message)
        (c.pointee.n_details, c.pointee.details) = target.list(self.details) { target.message($0) }
        (c.pointee.n_trailers, c.pointee.trailers) =
            target.list(self.trailers) { target.message($0) }
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["status": status, "message": message, "details": details, "trailers": trailers]
    }
}

/// One typed detail of a status.
package struct Detail: Message {
    /// The full name of the message in `value`, such as `rollcall.v1.ErrorInfo`.
    package var type: String
    /// That message, encoded.
    package var value: [UInt8]

    package init(type: String = "", value: [UInt8] = []) {
        self.type = type
        self.value = value
    }
}

extension Detail {
    package static let layout = MessageLayout(rollcall__rpc__v1__detail__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__Detail.self)
        self.type = try source.string(c.pointee.type, "type")
        self.value = source.bytes(c.pointee.value)
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__Detail.self)
        c.pointee.type = target.string(self.type)
        c.pointee.value = target.bytes(self.value)
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["type": type, "value": value]
    }
}

/// The meta of a CANCEL frame: the client no longer wants the call.
package struct Cancel: Message {
    /// Why: CANCELLED (1), DEADLINE_EXCEEDED (4) when the caller's deadline has passed, or what the
    /// server did wrong. The server does the same whatever it is.
    package var status: UInt32

    package init(status: UInt32 = 0) {
        self.status = status
    }
}

extension Cancel {
    package static let layout = MessageLayout(rollcall__rpc__v1__cancel__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__Cancel.self)
        self.status = c.pointee.status
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__Cancel.self)
        c.pointee.status = self.status
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["status": status]
    }
}

/// The meta of a GOAWAY frame: the sender takes no new calls on this connection.
package struct GoAway: Message {
    /// The highest stream id that the sender has taken up or may still take up. Calls with a higher
    /// id were not processed and may be made again elsewhere.
    package var lastStreamID: UInt32
    /// 0 for an orderly end, else the status that says what the peer did wrong.
    package var status: UInt32
    /// A sentence for the log of the peer, at most 1,024 bytes.
    package var message: String

    package init(lastStreamID: UInt32 = 0, status: UInt32 = 0, message: String = "") {
        self.lastStreamID = lastStreamID
        self.status = status
        self.message = message
    }
}

extension GoAway {
    package static let layout = MessageLayout(rollcall__rpc__v1__go_away__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Rpc__V1__GoAway.self)
        self.lastStreamID = c.pointee.last_stream_id
        self.status = c.pointee.status
        self.message = try source.string(c.pointee.message, "message")
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Rpc__V1__GoAway.self)
        c.pointee.last_stream_id = self.lastStreamID
        c.pointee.status = self.status
        c.pointee.message = target.string(self.message)
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["lastStreamID": lastStreamID, "status": status, "message": message]
    }
}

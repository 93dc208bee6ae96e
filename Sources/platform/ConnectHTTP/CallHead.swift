import HTTPServing
import HTTPTypes
import RollcallRPC

/// What the head of a request says of the call.
struct CallHead {
    let form: Form
    let coding: Coding
    /// Of the answer.
    let answerCoding: Coding
    var options = CallOptions()

    /// - Parameters:
    ///   - client: on whose behalf the call is made; nil when it is not known.
    ///   - longest: the longest time for a call.
    /// - Throws: `RPCError`.
    init(
        _ fields: HTTPFields, _ form: Form, isStream: Bool, client: IPAddress?, longest: Duration?
    ) throws {
        self.form = form
        coding = try Coding(
            of: fields.value(of: isStream ? .connectContentEncoding : .contentEncoding))
        answerCoding = Coding(
            accepting: fields.value(of: isStream ? .connectAcceptEncoding : .acceptEncoding),
            request: coding)
        if let version = fields.value(of: .connectProtocolVersion), version != "1" {
            throw RPCError(.invalidArgument, "connect-protocol-version is 1 here")
        }
        let wanted = try fields.value(of: .connectTimeout).map(Self.timeout)
        options.timeout = [wanted, longest].compactMap(\.self).min()
        options.traceparent =
            (TraceSpan.current?.place
            ?? fields.value(of: .traceparent).flatMap { TraceParent($0) }?.unsampled)?.description
            ?? ""
        options.metadata = try Metadata(of: fields, client: client)
    }

    private static func timeout(_ text: String) throws -> Duration {
        guard (1...10).contains(text.utf8.count), let milliseconds = UInt64(text),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw RPCError(.invalidArgument, "connect-timeout-ms has 1 to 10 digits") }
        return .milliseconds(milliseconds)
    }
}

extension Metadata {
    /// What a service needs to know of a request. Nothing else of the head is passed on: what a
    /// service believes of its peers, such as the client's address, must not come from outside.
    package init(of fields: HTTPFields, client: IPAddress?) throws {
        self.init()
        if let authorization = fields.value(of: .authorization) {
            try add("authorization", text: authorization)
        }
        if let client { try add(TrustedProxies.key, text: "\(client)") }
    }
}

extension HTTPField.Name {
    package static let connectProtocolVersion = HTTPField.Name(known: "connect-protocol-version")
    static let connectTimeout = HTTPField.Name(known: "connect-timeout-ms")
    static let connectContentEncoding = HTTPField.Name(known: "connect-content-encoding")
    static let connectAcceptEncoding = HTTPField.Name(known: "connect-accept-encoding")
    static let acceptPost = HTTPField.Name(known: "accept-post")
    static let accelBuffering = HTTPField.Name(known: "x-accel-buffering")
}

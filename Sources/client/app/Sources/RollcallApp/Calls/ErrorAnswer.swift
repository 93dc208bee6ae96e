import Foundation

/// An error as the Connect protocol writes it.
private struct ErrorJSON: Decodable {
    struct Detail: Decodable {
        var type: String
        var value: String
    }

    var code: String
    var message: String?
    var details: [Detail]?

    // Bytes are compared, here and below: a text from a stranger may be one character with a
    // million marks, and to compare these takes minutes.

    var knownCode: RollcallError.Code? {
        RollcallError.Code.allCases.first { $0.rawValue.utf8.elementsEqual(code.utf8) }
    }

    var info: ErrorInfo? {
        (details ?? []).first { $0.type.utf8.elementsEqual("rollcall.v1.ErrorInfo".utf8) }
            .flatMap { Data(base64Encoded: $0.value.padded) }
            .flatMap { try? ErrorInfo(decoding: $0) }
    }
}

/// The last message of a stream.
private struct StreamEndJSON: Decodable {
    var error: ErrorJSON?
}

extension RollcallError {
    /// The error of an answer that is none.
    ///
    /// - Parameter head: not a successful one of the protocol.
    init(_ head: AnswerHead, _ body: Data, now: Date = Date()) {
        if head.type == "application/json",
            let json = try? JSONDecoder().decode(ErrorJSON.self, from: body), json.knownCode != nil
        {
            self.init(json, head, now: now)
            return
        }
        let (status, code) = (head.status, Self.code(of: head.status))
        let retryAt = head.retryAt(now: now)
        switch status {
        case 300..<400:
            self.init(
                code, "redirected with status \(status)",
                from: .redirect(to: String((head["Location"] ?? "").prefix(2_000))))
        case 408, 429, 502, 503, 504:
            self.init(
                code, "status \(status) without an error of Rollcall",
                from: .proxy(status: status), retryAt: retryAt)
        default:
            self.init(
                code, "status \(status), type \(head.type)", from: .notRollcall(status: status),
                retryAt: retryAt)
        }
    }

    /// The error that ends a stream; nil when it has ended well.
    ///
    /// - Throws: `RollcallError` for an end that is malformed.
    static func atEnd(
        _ json: Data, of head: AnswerHead
    ) throws(RollcallError) -> RollcallError? {
        guard let end = try? JSONDecoder().decode(StreamEndJSON.self, from: json) else {
            throw malformed("the end of the stream is malformed")
        }
        return end.error.map { RollcallError($0, head, now: Date()) }
    }

    private init(_ json: ErrorJSON, _ head: AnswerHead, now: Date) {
        let info = json.info
        let pause = Int(info?.retryAfterMs ?? 0)
        self.init(
            json.knownCode ?? .unknown, json.message ?? "", from: .service,
            violations: info?.violations ?? [],
            retryAt: pause > 0
                ? now.addingTimeInterval(Double(pause) / 1000) : head.retryAt(now: now),
            requestID: head["X-Request-Id"].map { String($0.prefix(64)) })
    }

    /// The code for a status without an error of Rollcall, as the protocol says.
    static func code(of status: Int) -> Code {
        switch status {
        case 400: .internal
        case 401: .unauthenticated
        case 403: .permissionDenied
        case 404: .unimplemented
        case 408, 429, 502, 503, 504: .unavailable
        default: .unknown
        }
    }
}

extension String {
    /// Base64 with the padding that the protocol leaves out.
    fileprivate var padded: Data {
        let sign = UInt8(ascii: "=")
        let text = Data(utf8.filter { $0 != sign })
        return text + Data(repeating: sign, count: (4 - text.count % 4) % 4)
    }
}

import HTTPTypes
import MessageJSON
import RollcallCrypto
import RollcallRPC

extension RPCError {
    /// The error as the protocol writes it.
    ///
    /// - Parameter pool: knows the types of details, which stand as JSON under `debug`, too.
    func write(to writer: inout JSONWriter, _ pool: DescriptorPool) {
        writer.beginObject()
        writer.key("code")
        writer.string(code.connectName)
        if !shownMessage.isEmpty {
            writer.key("message")
            writer.string(shownMessage)
        }
        if !details.isEmpty {
            writer.key("details")
            writer.beginArray()
            for detail in details { detail.write(to: &writer, pool) }
            writer.endArray()
        }
        writer.endObject()
    }

    /// The message for callers from outside. It never has the address of a service that cannot be
    /// reached.
    var shownMessage: String {
        connectionFailure == nil ? message : "the service does not answer; try again later"
    }

    /// What a client without the protocol understands, and the trailers of a unary call.
    var headers: HTTPFields {
        var fields = HTTPFields()
        for (name, value) in trailers.connectTexts {
            if let name = HTTPField.Name("trailer-\(name)") {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        // A connection that broke says nothing of when to come again.
        let isUnsaid = code == .unavailable && pushback == .unsaid
        if let pause = retryPause ?? (isUnsaid ? .seconds(1) : nil) {
            let seconds = max(1, Int((pause / .seconds(1)).rounded(.up)))
            fields[.retryAfter] = "\(seconds)"
        }
        return fields
    }
}

extension ErrorDetail {
    fileprivate func write(to writer: inout JSONWriter, _ pool: DescriptorPool) {
        writer.beginObject()
        writer.key("type")
        writer.string(type)
        writer.key("value")
        writer.string(Base64.standard.encode(value))
        if let text = try? pool.json(of: value, as: type, isRedacted: false) {
            writer.key("debug")
            writer.literal(text)
        }
        writer.endObject()
    }
}

extension Metadata {
    /// The entries as texts; bytes in base64 without padding.
    var connectTexts: [(name: String, value: String)] {
        entries.map { name, value in
            switch value {
            case .text(let text): (name, text)
            case .bytes(let bytes): (name, Base64.standard.encode(bytes))
            }
        }
    }
}

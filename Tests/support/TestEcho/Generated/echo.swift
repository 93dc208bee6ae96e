// swift-format-ignore-file
// Generated from echo.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CEchoMessages

/// Whatever a test sends.
package struct EchoMessage: Message {
    /// Bytes.
    package var payload: [UInt8]
    /// A number.
    package var number: Int64
    /// A text.
    package var text: String

    package init(payload: [UInt8] = [], number: Int64 = 0, text: String = "") {
        self.payload = payload
        self.number = number
        self.text = text
    }
}

extension EchoMessage {
    package static let layout = MessageLayout(rollcall__test__v1__echo_message__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__V1__EchoMessage.self)
        self.payload = source.bytes(c.pointee.payload)
        self.number = c.pointee.number
        self.text = try source.string(c.pointee.text, "text")
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__V1__EchoMessage.self)
        c.pointee.payload = target.bytes(self.payload)
        c.pointee.number = self.number
        c.pointee.text = target.string(self.text)
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["payload": payload, "number": number, "text": text]
    }
}

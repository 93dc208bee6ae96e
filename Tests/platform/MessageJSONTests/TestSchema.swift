import MessageJSON

/// The types that the tests read and write.
enum TestSchema {
    private static let loaded = Result {
        let peer = try Peer()
        peer.remove()
        return peer.pool
    }

    static var pool: DescriptorPool {
        get throws { try loaded.get() }
    }
}

/// The message that a JSON text describes.
func read(_ json: String, as type: String = "rollcall.test.Everything") throws -> [UInt8] {
    try TestSchema.pool.message(json: Array(json.utf8), as: type)
}

/// The JSON of a message.
func show(_ bytes: [UInt8], as type: String = "rollcall.test.Everything") throws -> String {
    try TestSchema.pool.json(of: bytes, as: type, isRedacted: false)
}

/// What reading a text fails with.
func refusal(of json: String, as type: String = "rollcall.test.Everything") -> String {
    do {
        return "taken: \(try read(json, as: type))"
    } catch {
        return "\(error)"
    }
}

import RollcallAPI

/// What a client says of the device that a session is opened on. Shown to the user, and used for
/// nothing else, as it can be anything.
struct SessionDevice: Equatable, Sendable {
    var label = ""
    var platform = ""
    var appVersion = ""
}

extension SessionDevice {
    init(_ request: SignUpRequest) {
        self.init(
            label: request.deviceLabel, platform: request.platform,
            appVersion: request.appVersion)
    }

    init(_ request: SignInRequest) {
        self.init(
            label: request.deviceLabel, platform: request.platform,
            appVersion: request.appVersion)
    }
}

extension BrokenRules {
    mutating func check(_ device: SessionDevice) {
        check(device.label, "device_label", "a device label", limit: 64)
        check(device.platform, "platform", "a platform", limit: 32)
        check(device.appVersion, "app_version", "an app version", limit: 32)
    }

    /// - Parameter limit: in Unicode scalars, as SQLite counts.
    private mutating func check(_ text: String, _ field: String, _ name: String, limit: Int) {
        if text.utf8.count > limit, text.unicodeScalars.count > limit {
            add(.fieldMalformed, field, "\(name) has at most \(limit) characters")
        }
        if text.unicodeScalars.contains(where: \.isMisleading) {
            add(
                .fieldMalformed, field,
                "\(name) has no control characters, no line breaks and no marks of direction")
        }
    }
}

extension Unicode.Scalar {
    /// Whether it changes how the text around it is shown: terminals act on control characters, and
    /// marks of direction (Unicode's Bidi_Control) reorder what stands beside them.
    fileprivate var isMisleading: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

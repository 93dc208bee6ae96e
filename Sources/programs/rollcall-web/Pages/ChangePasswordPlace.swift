import ConnectHTTP

/// Where password managers look for the page on which a password is changed
/// (https://w3c.github.io/webappsec-change-password-url/).
enum ChangePasswordPlace: Page {
    static let path = "/.well-known/change-password"

    static func show(_ visit: inout Visit) async throws -> Answer {
        Answer(.found, [.location: "/account/password"])
    }
}

import ArgumentParser
import FoundationEssentials
import MessageJSON
import RollcallAPI

/// Whose export a file is: what its rows mean.
enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
    /// The JSON of `firebase auth:export`.
    case firebase
    /// Rows of `auth.users` in JSON, as `row_to_json` writes them.
    case supabase
    /// Lines of JSON.
    case auth0
    /// What `rollcall admin export` writes.
    case rollcall

    /// - Parameter firebase: what the hashes of a Firebase project begin with.
    /// - Throws: `MalformedRow`.
    func user(_ text: [UInt8], _ firebase: String? = nil) throws(MalformedRow) -> ImportedUser {
        guard text.count <= RowSplitter.longest else {
            throw MalformedRow(reason: "it has more than \(RowSplitter.longest) bytes")
        }
        let user =
            switch self {
            case .firebase: try ImportedUser(firebase: ForeignRow(text), firebase)
            case .supabase: try ImportedUser(supabase: ForeignRow(text))
            case .auth0: try ImportedUser(auth0: ForeignRow(text))
            case .rollcall: try ImportedUser(exported: text)
            }
        guard !user.foreignID.isEmpty else { throw MalformedRow(reason: "it has no id") }
        return user
    }
}

extension ImportedUser {
    /// Of those providers that Rollcall can sign in with. Others are left out.
    private static let issuers = [
        "google": "https://accounts.google.com", "google.com": "https://accounts.google.com",
        "google-oauth2": "https://accounts.google.com", "apple": "https://appleid.apple.com",
        "apple.com": "https://appleid.apple.com",
    ]

    private static func identity(_ provider: String, _ subject: String) -> ImportedIdentity? {
        guard let issuer = issuers[provider], !subject.isEmpty else { return nil }
        return ImportedIdentity(issuer: issuer, subject: subject)
    }

    fileprivate init(firebase row: ForeignRow, _ start: String?) throws(MalformedRow) {
        // The URL's alphabet of base64.
        let parts = [row.text("salt"), row.text("passwordHash")]
            .map { $0.replacing("-", with: "+").replacing("_", with: "/") }
        guard start != nil || parts[1].isEmpty else {
            throw MalformedRow(reason: "its password hash needs --signer-key-file")
        }
        try self.init(
            foreignID: row.text("localId"), email: row.text("email"),
            isEmailVerified: row.flag("emailVerified"),
            passwordHash: parts[1].isEmpty ? "" : (start ?? "") + parts.joined(separator: "$"),
            displayName: row.text("displayName"), createdAtMs: row.time("createdAt"),
            isDisabled: row.flag("disabled"),
            identities: row.objects("providerUserInfo").compactMap {
                Self.identity($0.text("providerId"), $0.text("rawId"))
            })
    }

    fileprivate init(supabase row: ForeignRow) throws(MalformedRow) {
        guard row.text("deleted_at").isEmpty else {
            throw MalformedRow(reason: "it was deleted there")
        }
        let names = "raw_user_meta_data"
        try self.init(
            foreignID: row.text("id"), email: row.text("email"),
            isEmailVerified: row.time("email_confirmed_at") > 0,
            passwordHash: row.text("encrypted_password"),
            displayName: row.text(
                "\(names).display_name", "\(names).user_name", "\(names).preferred_username"),
            createdAtMs: row.time("created_at"),
            isDisabled: row.time("banned_until") > Int64(Date.now.timeIntervalSince1970 * 1000),
            identities: row.objects("identities").compactMap {
                Self.identity($0.text("provider"), $0.text("provider_id", "id"))
            })
    }

    fileprivate init(auth0 row: ForeignRow) throws(MalformedRow) {
        try self.init(
            foreignID: row.text("user_id", "_id.$oid", "Id"), email: row.text("email", "Email"),
            isEmailVerified: row.flag("email_verified"),
            passwordHash: row.text(
                "passwordHash", "password_hash", "custom_password_hash.hash.value"),
            displayName: row.text("username"),
            createdAtMs: row.time("created_at.$date", "created_at"),
            isDisabled: row.flag("blocked"),
            identities: row.objects("identities").compactMap {
                Self.identity($0.text("provider"), $0.text("user_id"))
            })
    }

    fileprivate init(exported text: [UInt8]) throws(MalformedRow) {
        do {
            try self.init(
                serialized: ContractCommands.pool.message(json: text, as: Self.typeName))
        } catch {
            throw MalformedRow(reason: "it is not an ImportedUser")
        }
    }
}

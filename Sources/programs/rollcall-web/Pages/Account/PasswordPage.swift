import ConnectHTTP
import RollcallAPI
import RollcallRPC

/// Changes the password, or sets the first one.
enum PasswordPage: ProvenPage {
    static let key = "password"
    static let proofField = "current_password"

    static func fields(_ visit: Visit, _ account: AccountInfo) -> HTML {
        // A password manager keeps the new password under this name.
        let name = account.primaryAddress?.email ?? ""
        return """
            <input name="username" autocomplete="username" value="\(name)" hidden>
            \(visit.newPassword(label: "field.new_password"))
            """
    }

    static func act(
        _ visit: inout Visit, _ proof: Reauthentication, _ options: CallOptions
    ) async throws -> Answer {
        let request = ChangePasswordRequest(proof: proof, newPassword: visit.form["password"])
        _ = try await visit.site.accounts.changePassword(request, options: options)
        return visit.goTo("\(AccountPage.path)?done=password")
    }
}

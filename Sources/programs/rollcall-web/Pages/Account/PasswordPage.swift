import ConnectHTTP
import RollcallAPI
import RollcallRPC

/// Changes the password, or sets the first one.
enum PasswordPage: ProvenPage {
    static let key = "password"
    static let proofField = "current_password"

    static func fields(_ visit: Visit, _ account: AccountInfo) -> HTML {
        let new = Field(
            name: "password", type: "password", autocomplete: "new-password",
            label: "field.new_password", hint: "password.rules", after: visit.reveal("password"))
        // A password manager keeps the new password under this name.
        return """
            <input name="username" autocomplete="username" hidden \
            value="\(account.primaryAddress?.email ?? "")">
            \(visit.html(new))
            """
    }

    static func act(
        _ visit: inout Visit, _ proof: Reauthentication?, _ options: CallOptions
    ) async throws -> Answer {
        let request = ChangePasswordRequest(proof: proof, newPassword: visit.form["password"])
        _ = try await visit.site.accounts.changePassword(request, options: options)
        return visit.goTo("\(AccountPage.path)?done=password")
    }
}

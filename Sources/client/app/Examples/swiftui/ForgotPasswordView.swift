import RollcallApp
import RollcallAppModels
import SwiftUI

/// Has a code mailed, then takes it with another password. The answer is the same for an address
/// without an account.
struct ForgotPasswordView: View {
    @State private var model: PasswordResetModel
    @Environment(\.dismiss) private var dismiss

    /// - Parameter email: what the user has typed on the screen before.
    init(_ account: any AccountService, email: String) {
        let model = PasswordResetModel(account)
        if email.contains("@") { model.form.email = email }
        _model = State(initialValue: model)
    }

    var body: some View {
        @Bindable var model = model
        Form {
            if model.isDone {
                Text("Your password was changed. All your sessions were ended.")
                Button("Sign in") { dismiss() }
            } else if model.isRequested {
                Section {
                    Text("If there is an account with this address, a mail is on its way.")
                    TextField("Code of the mail", text: $model.form.code)
                        .textContentType(.oneTimeCode)
                    Problems(model.problems(of: .code))
                    SecureField("New password", text: $model.form.password)
                        .textContentType(.newPassword)
                    Problems(model.problems(of: .password))
                }
                SubmitButton(title: "Change password", model: model) { await model.submit() }
                Button("Send another mail") { Task { await model.request() } }
                    .disabled(model.isBusy)
            } else {
                TextField("E-mail address", text: $model.form.email)
                    .textContentType(.username)
                    .keyboardType(.emailAddress)
                    .textInputAutocapitalization(.never)
                Problems(model.problems(of: .email))
                Button("Send mail") { Task { await model.request() } }
                    .disabled(model.isBusy || !model.form.canRequest)
                Problems(model.message)
            }
        }
        .navigationTitle("Forgot password")
    }
}

import RollcallApp
import RollcallAppModels
import SwiftUI

struct SignUpView: View {
    @State private var model: SignUpModel

    init(_ account: any AccountService) { _model = State(initialValue: SignUpModel(account)) }

    var body: some View {
        @Bindable var model = model
        Form {
            TextField("Display name", text: $model.form.displayName)
            problem(model.problems(of: .displayName))
            TextField("E-mail address", text: $model.form.email)
                .keyboardType(.emailAddress)
            problem(model.problems(of: .email))
            SecureField("Password", text: $model.form.password)
                .textContentType(.newPassword)
            problem(model.problems(of: .password))
            Button("Create account") { Task { await model.submit() } }
                .disabled(!model.canSubmit)
            // What is about no field, such as that there is no network.
            problem(model.message)
        }
    }

    @ViewBuilder private func problem(_ text: String?) -> some View {
        if let text { Text(text).foregroundStyle(.red) }
    }
}

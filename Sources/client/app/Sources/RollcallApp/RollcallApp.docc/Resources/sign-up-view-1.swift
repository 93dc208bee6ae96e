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
            TextField("E-mail address", text: $model.form.email)
                .keyboardType(.emailAddress)
            SecureField("Password", text: $model.form.password)
                .textContentType(.newPassword)
            Button("Create account") { Task { await model.submit() } }
                .disabled(!model.canSubmit)
        }
    }
}

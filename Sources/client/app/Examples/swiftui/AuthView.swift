import RollcallApp
import RollcallAppModels
import SwiftUI

/// Sign-in and sign-up, as two modes of one screen.
struct AuthView: View {
    enum Mode: Hashable { case signIn, signUp }

    let notice: LocalizedStringKey?
    @State private var mode = Mode.signIn
    @State private var signIn: SignInModel
    @State private var signUp: SignUpModel
    private let account: any AccountService

    init(_ account: any AccountService, notice: LocalizedStringKey?) {
        (self.account, self.notice) = (account, notice)
        _signIn = State(initialValue: SignInModel(account))
        _signUp = State(initialValue: SignUpModel(account))
    }

    var body: some View {
        NavigationStack {
            Form {
                if let notice { Text(notice) }
                Picker("Mode", selection: $mode) {
                    Text("Sign in").tag(Mode.signIn)
                    Text("Create account").tag(Mode.signUp)
                }
                .pickerStyle(.segmented)
                switch mode {
                case .signIn: SignInSection(model: signIn, account: account)
                case .signUp: SignUpSection(model: signUp)
                }
            }
            .navigationTitle("Welcome")
        }
    }
}

private struct SignInSection: View {
    @Bindable var model: SignInModel
    let account: any AccountService

    var body: some View {
        Section {
            if model.form.needsCode {
                Text("We have sent you a mail with a code.")
                TextField("Code", text: $model.form.code)
                    .textContentType(.oneTimeCode)
                    .keyboardType(.numberPad)
                Problems(model.problems(of: .code))
                Button("Start again") { model.startAgain() }
            } else {
                TextField("E-mail address or name", text: $model.form.name)
                    .textContentType(.username)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                Problems(model.problems(of: .name))
                SecureField("Password", text: $model.form.password)
                    .textContentType(.password)
                Problems(model.problems(of: .password))
            }
        }
        Section {
            SubmitButton(title: "Sign in", model: model) { await model.submit() }
            NavigationLink("Forgot your password?") {
                ForgotPasswordView(account, email: model.form.name)
            }
        }
    }
}

private struct SignUpSection: View {
    @Bindable var model: SignUpModel

    var body: some View {
        Section {
            TextField("Display name", text: $model.form.displayName)
                .textContentType(.nickname)
                .autocorrectionDisabled()
            Problems(model.problems(of: .displayName))
            NameVerdict(verdict: model.nameVerdict) { model.form.displayName = $0 }
            TextField("E-mail address", text: $model.form.email)
                .textContentType(.username)
                .keyboardType(.emailAddress)
                .textInputAutocapitalization(.never)
                .autocorrectionDisabled()
            Problems(model.problems(of: .email))
            SecureField("Password", text: $model.form.password)
                .textContentType(.newPassword)
            Problems(model.problems(of: .password))
        }
        Section {
            SubmitButton(title: "Create account", model: model) { await model.submit() }
        }
    }
}

import RollcallApp
import RollcallAppModels
import SwiftUI

@main
struct AccountsApp: App {
    private let account: any AccountService
    @State private var auth: AuthModel

    init() {
        guard let address = URL(string: "http://127.0.0.1:4713") else { fatalError() }
        account = Rollcall(address)
        _auth = State(initialValue: AuthModel(account))
    }

    var body: some Scene {
        WindowGroup {
            switch auth.state {
            case .restoring: ProgressView()
            case .signedOut: Text("Nobody is signed in.")
            case .signedIn(let user): Text(user.email)
            }
        }
    }
}

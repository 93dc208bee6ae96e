import RollcallApp
import RollcallAppModels
import SwiftUI

/// An app whose users sign up and in, have a profile, and see who is here.
@main
struct RosterApp: App {
    /// One for the life of the app. Its session is in the Keychain.
    private let account: any AccountService

    init() {
        guard let address = URL(string: "https://accounts.example.org") else { fatalError() }
        let device = UIDevice.current
        account = Rollcall(
            address, device: .init(label: device.model, platform: "iOS \(device.systemVersion)"))
    }

    var body: some Scene {
        WindowGroup { RootView(account) }
    }
}

/// Shows what the state says: there is always one, also before the network answers.
struct RootView: View {
    @State private var auth: AuthModel
    private let account: any AccountService

    init(_ account: any AccountService) {
        self.account = account
        _auth = State(initialValue: AuthModel(account))
    }

    var body: some View {
        switch auth.state {
        case .restoring:
            ProgressView("Opening …")
        case .signedOut(let reason):
            AuthView(account, notice: Self.notice(reason))
        case .signedIn(let user):
            HomeView(account, auth: auth, user: user)
                // Another user has other screens.
                .id(user.id)
        }
    }

    /// What a user who was signed out should know; nil for what they did themselves.
    private static func notice(_ reason: SignedOutReason) -> LocalizedStringKey? {
        switch reason {
        case .noSession, .signedOut: nil
        case .storeDamaged: "Please sign in again."
        case .refreshTokenReused: "Your session was used elsewhere, so it was ended."
        case .refreshTokenInvalid, .sessionEnded: "Your session has ended. Please sign in again."
        }
    }
}

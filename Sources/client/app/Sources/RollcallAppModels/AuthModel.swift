import Observation
import RollcallApp

/// Whether a user is signed in, for the whole app.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class AuthModel {
    public private(set) var state: AuthState
    public private(set) var isBusy = false
    /// Why the sign-out failed; nil for nothing.
    public private(set) var message: String?
    private let account: any AccountService
    private let sentences: Sentences
    @ObservationIgnored private var following: Task<Void, Never>?

    public init(_ account: any AccountService, sentences: Sentences = Sentences()) {
        (self.account, self.sentences) = (account, sentences)
        state = account.state
        following = Task { [weak self, states = account.states] in
            for await state in states { self?.state = state }
        }
    }

    // The states go on as long as the account does.
    deinit { following?.cancel() }

    public var user: User? { state.user }

    public func signOut() async {
        guard !isBusy else { return }
        (isBusy, message) = (true, nil)
        defer { isBusy = false }
        do {
            try await account.signOut()
        } catch {
            message = sentences(error)
        }
    }
}

import Observation
import RollcallApp

/// A form on a screen: what is typed, whether it is being sent, and what to tell the user.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public class FormModel<Content: AccountForm> {
    public var form: Content { didSet { if form != oldValue { edited(from: oldValue) } } }
    public private(set) var isBusy = false
    /// What is about no field; nil for nothing. It goes when the form is edited.
    public private(set) var message: String?
    let account: any AccountService
    let sentences: Sentences

    init(_ form: Content, _ account: any AccountService, _ sentences: Sentences) {
        (self.form, self.account, self.sentences) = (form, account, sentences)
    }

    /// Whether the button can be used.
    public var canSubmit: Bool { !isBusy && form.canSubmit }

    /// The sentences to show at a field: none before it was edited or sent.
    public func problems(of field: Content.Field) -> String? {
        let problems = form.shownProblems(of: field)
        return problems.isEmpty ? nil : problems.map { sentences($0) }.joined(separator: " ")
    }

    func edited(from old: Content) { message = nil }

    /// Does the work unless other work is being done, and shows its error.
    func run(_ work: () async throws(RollcallError) -> Void) async {
        guard !isBusy else { return }
        (isBusy, message) = (true, nil)
        defer { isBusy = false }
        do {
            try await work()
        } catch {
            // A user who has cancelled knows it.
            let others = form.refuse(error).filter { $0 != .cancelled }
            let told = others.map { sentences($0, retryAt: error.retryAt) }
            message = told.isEmpty ? nil : told.joined(separator: " ")
        }
    }
}

import RollcallApp
import RollcallAppModels
import SwiftUI

/// What is wrong with a field, below it.
struct Problems: View {
    let text: String?

    init(_ text: String?) { self.text = text }

    var body: some View {
        if let text {
            Text(text).font(.footnote).foregroundStyle(.red)
        }
    }
}

/// The button of a form. It says what it does, and shows that it is being done.
struct SubmitButton<Content: AccountForm>: View {
    let title: LocalizedStringKey
    let model: FormModel<Content>
    let submit: () async -> Void

    var body: some View {
        Button {
            Task { await submit() }
        } label: {
            if model.isBusy { ProgressView() } else { Text(title) }
        }
        .disabled(!model.canSubmit)
        Problems(model.message)
    }
}

/// Whether a display name is free, while it is typed.
struct NameVerdict: View {
    let verdict: DisplayNameCheck.Verdict
    /// Takes a name in place of the one that is taken.
    let choose: (String) -> Void

    var body: some View {
        switch verdict {
        case .empty, .broken, .own: EmptyView()
        case .checking: Text("Checking …").font(.footnote).foregroundStyle(.secondary)
        case .free: Text("This name is free.").font(.footnote).foregroundStyle(.green)
        case .unknown:
            Text("The name cannot be checked now.").font(.footnote).foregroundStyle(.secondary)
        case .taken(let suggestions):
            Text("This name is taken.").font(.footnote).foregroundStyle(.red)
            ForEach(suggestions, id: \.self) { name in
                Button(name) { choose(name) }
            }
        }
    }
}

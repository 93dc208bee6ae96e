import PhotosUI
import RollcallApp
import RollcallAppModels
import SwiftUI

/// The user's own profile: the photo, the name and the texts; and the way out.
struct ProfileView: View {
    @State private var model: ProfileModel
    private let account: any AccountService
    private let auth: AuthModel
    private let user: User

    init(_ account: any AccountService, auth: AuthModel, user: User) {
        (self.account, self.auth, self.user) = (account, auth, user)
        _model = State(initialValue: ProfileModel(account, user.profile))
    }

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            Form {
                PhotoSection(account: account, user: user)
                Section {
                    TextField("Display name", text: $model.form.displayName)
                        .textContentType(.nickname)
                        .autocorrectionDisabled()
                    Problems(model.problems(of: .displayName))
                    NameVerdict(verdict: model.nameVerdict) { model.form.displayName = $0 }
                    TextField("Pronouns", text: $model.form.pronouns)
                    Problems(model.problems(of: .pronouns))
                    TextField("Location", text: $model.form.location)
                    Problems(model.problems(of: .location))
                    TextField("About you", text: $model.form.bio, axis: .vertical)
                    Problems(model.problems(of: .bio))
                    SubmitButton(title: "Save", model: model) { await model.submit() }
                }
                Section {
                    Text(user.email)
                    if !user.isEmailVerified {
                        Text("This address is not verified yet.").font(.footnote)
                    }
                    Button("Sign out", role: .destructive) { Task { await auth.signOut() } }
                        .disabled(auth.isBusy)
                    Problems(auth.message)
                }
            }
            .navigationTitle("Profile")
            // It is read after the state is there, and may change elsewhere. What was typed stays.
            .onChange(of: user.profile) { old, new in
                model.form.rebase(from: ProfileForm(old), on: new)
            }
        }
    }
}

/// The photo, and what changes it. A photo that is on its way can be cancelled.
private struct PhotoSection: View {
    let account: any AccountService
    let user: User
    @State private var chosen: PhotosPickerItem?
    /// From 0 to 1 while a photo is on its way.
    @State private var progress: Double?
    @State private var upload: Task<Void, Never>?
    @State private var message: String?

    var body: some View {
        Section {
            Avatar(account: account, user: user, side: 96)
            if let progress {
                ProgressView(value: progress)
                Button("Cancel") { upload?.cancel() }
            } else {
                PhotosPicker("Choose a photo", selection: $chosen, matching: .images)
                if user.photo != nil {
                    Button("Remove the photo", role: .destructive) {
                        Task { await run { try await account.deletePhoto() } }
                    }
                }
            }
            Problems(message)
        }
        .onChange(of: chosen) {
            guard let item = chosen else { return }
            chosen = nil
            upload = Task { await run { try await send(item) } }
        }
    }

    private func send(_ item: PhotosPickerItem) async throws {
        guard let data = try await item.loadTransferable(type: Data.self) else { return }
        progress = 0
        defer { progress = nil }
        try await account.setPhoto(data) { part in
            Task { @MainActor in if progress != nil { progress = part } }
        }
    }

    private func run(_ work: () async throws -> Void) async {
        message = nil
        do {
            try await work()
        } catch let error as RollcallError where error.code == .canceled {
            // The user knows it.
        } catch {
            message = error.localizedDescription
        }
    }
}

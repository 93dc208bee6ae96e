import PhotosUI
import RollcallApp
import SwiftUI

struct PhotoView: View {
    let account: any AccountService
    let user: User
    @State private var chosen: PhotosPickerItem?
    @State private var upload: Task<Void, Never>?
    @State private var progress: Double?
    @State private var message: String?

    init(_ account: any AccountService, user: User) { (self.account, self.user) = (account, user) }

    var body: some View {
        VStack {
            if let progress {
                ProgressView(value: progress)
                Button("Cancel") { upload?.cancel() }
            } else {
                PhotosPicker("Choose a photo", selection: $chosen, matching: .images)
            }
            if let message { Text(message).foregroundStyle(.red) }
        }
        .onChange(of: chosen) {
            guard let item = chosen else { return }
            chosen = nil
            upload = Task { await send(item) }
        }
    }

    private func send(_ item: PhotosPickerItem) async {
        (progress, message) = (0, nil)
        defer { progress = nil }
        do {
            guard let data = try await item.loadTransferable(type: Data.self) else { return }
            try await account.setPhoto(data) { part in
                Task { @MainActor in if progress != nil { progress = part } }
            }
        } catch let error as RollcallError where error.code == .canceled {
            // The user knows it.
        } catch {
            message = error.localizedDescription
        }
    }
}

import PhotosUI
import RollcallApp
import SwiftUI

struct PhotoView: View {
    let account: any AccountService
    let user: User
    @State private var photo: UIImage?
    @State private var chosen: PhotosPickerItem?
    @State private var upload: Task<Void, Never>?
    @State private var progress: Double?
    @State private var message: String?

    init(_ account: any AccountService, user: User) { (self.account, self.user) = (account, user) }

    var body: some View {
        VStack {
            if let photo {
                Image(uiImage: photo).resizable().scaledToFill()
                    .frame(width: 128, height: 128)
                    .clipShape(Circle())
            }
            if let progress {
                ProgressView(value: progress)
                Button("Cancel") { upload?.cancel() }
            } else {
                PhotosPicker("Choose a photo", selection: $chosen, matching: .images)
            }
            if let message { Text(message).foregroundStyle(.red) }
        }
        // Another photo is another task.
        .task(id: user.photo?.photoID) {
            let data = try? await account.photo(of: user, size: 512)
            photo = data.flatMap { $0 }.flatMap { UIImage(data: $0) }
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

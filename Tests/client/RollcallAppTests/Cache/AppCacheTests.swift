import Foundation
import TestSupport
import Testing

@testable import RollcallApp

struct AppCacheTests {
    private let server = URL(fileURLWithPath: "/server")
    private let photo = String(repeating: "a", count: 64) + "-64"

    private func cache(_ folder: URL?, _ state: Locked<AuthState>) -> AppCache {
        AppCache(in: folder, of: server) { state.withLock { $0 } }
    }

    private func state(_ user: String) -> Locked<AuthState> {
        Locked(.signedIn(User(id: user)))
    }

    private func files(_ folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    }

    @Test func theNextLaunchHasUsersAndPhotos() async throws {
        try await withDirectory { folder in
            let first = cache(folder, state("ann"))
            await first.keep([.sample(1), .sample(2)], for: "ann")
            await first.keep(Data("jpeg".utf8), as: photo, for: "ann")
            await first.save()
            let second = cache(folder, state("ann"))
            #expect(await second.users(["user-2", "user-3"]).keys.sorted() == ["user-2"])
            #expect(await second.photo(photo) == Data("jpeg".utf8))
            for file in files(folder) {
                let about = try FileManager.default.attributesOfItem(atPath: file.path)
                #expect(about[.posixPermissions] as? Int == 0o600)
            }
            #expect(files(folder).count == 2)
        }
    }

    @Test func changesAreSavedByThemselves() async throws {
        try await withDirectory { folder in
            let first = cache(folder, state("ann"))
            await first.keep([.sample(1)], for: "ann")
            try await eventually {
                await cache(folder, state("ann")).users(["user-1"]).count == 1
            }
            withExtendedLifetime(first) {}
        }
    }

    @Test func nothingIsLeftAfterASignOut() async throws {
        try await withDirectory { folder in
            let user = state("ann")
            let cache = cache(folder, user)
            await cache.keep([.sample(1)], for: "ann")
            await cache.keep(Data("jpeg".utf8), as: photo, for: "ann")
            await cache.save()
            user.withLock { $0 = .signedOut(.signedOut) }
            await cache.settle()
            #expect(files(folder).isEmpty)
            #expect(await cache.users(["user-1"]).isEmpty)
            #expect(await cache.photo(photo) == nil)
            // What comes late is not kept.
            await cache.keep([.sample(1)], for: "ann")
            await cache.keep(Data("jpeg".utf8), as: photo, for: "ann")
            await cache.save()
            #expect(files(folder).isEmpty)
        }
    }

    @Test func anotherUserSeesNothingOfTheFirst() async throws {
        for folder in [try TemporaryDirectory(), nil] {
            let user = state("ann")
            let url = folder.map { URL(fileURLWithPath: $0.path) }
            let cache = cache(url, user)
            await cache.keep([.sample(1)], for: "ann")
            await cache.save()
            user.withLock { $0 = .signedIn(User(id: "bob")) }
            #expect(await cache.users(["user-1"]).isEmpty)
            await cache.keep([.sample(2)], for: "ann")
            #expect(await cache.users(["user-2"]).isEmpty)
            await cache.keep([.sample(3)], for: "bob")
            #expect(await cache.users(["user-3"]).count == 1)
            user.withLock { $0 = .signedIn(User(id: "ann")) }
            #expect(await cache.users(["user-1", "user-3"]).isEmpty)
        }
    }

    @Test func filesOfOthersInTheFolderStay() async throws {
        try await withDirectory { folder in
            let own = folder.appendingPathComponent("rollcall/deploy/notes")
            Data("mine".utf8).save(as: own)
            let user = state("ann")
            let cache = cache(folder, user)
            await cache.keep([.sample(1)], for: "ann")
            await cache.save()
            #expect(files(folder).count == 2)
            user.withLock { $0 = .signedOut(.signedOut) }
            await cache.settle()
            #expect(files(folder).map(\.lastPathComponent) == ["notes"])
        }
    }

    @Test func beforeTheSessionWasReadTheFilesStay() async throws {
        try await withDirectory { folder in
            let first = cache(folder, state("ann"))
            await first.keep([.sample(1)], for: "ann")
            await first.save()
            let user = Locked(AuthState.restoring)
            let second = cache(folder, user)
            #expect(await second.users(["user-1"]).isEmpty)
            user.withLock { $0 = .signedIn(User(id: "ann")) }
            #expect(await second.users(["user-1"]).count == 1)
        }
    }

    @Test func aFolderThatCannotBeWrittenIsNoFailure() async throws {
        let cache = cache(URL(fileURLWithPath: "/proc/self"), state("ann"))
        await cache.keep([.sample(1)], for: "ann")
        await cache.keep(Data("jpeg".utf8), as: photo, for: "ann")
        await cache.save()
        #expect(await cache.users(["user-1"]).count == 1)
        #expect(await cache.photo(photo) == nil)
    }

    @Test func photosStayWithinTheirBytes() throws {
        let directory = try TemporaryDirectory()
        let url = URL(fileURLWithPath: directory.path)
        var folder = PhotoFolder(url)
        let large = Data(count: PhotoFolder.mostBytes / 10)
        for number in 0..<10 { folder.keep(large, as: "\(number)") }
        #expect(folder.photo("0") == large)
        #expect(folder.photo("9") == large)
        folder = PhotoFolder(url)
        folder.keep(large, as: "10")
        #expect(folder.photo("0") == large)
        #expect(folder.photo("1") == nil)
        let sizes = try FileManager.default.contentsOfDirectory(atPath: directory.path).count
        #expect(sizes * large.count <= PhotoFolder.mostBytes / 8 * 7)
    }
}

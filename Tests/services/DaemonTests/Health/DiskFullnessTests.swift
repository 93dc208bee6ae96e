import Testing

@testable import Daemon

struct DiskFullnessTests {
    private static let size: UInt64 = 100 << 30

    private func space(_ free: UInt64) -> DiskSpace { DiskSpace(free: free, size: Self.size) }

    @Test func itIsFullWhenNextToNothingIsFree() {
        var disk = DiskFullness()
        disk.look(at: space(1 << 20)) { _ in false }
        #expect(!disk.isFull)
        disk.look(at: space(1 << 20 - 1)) { _ in true }
        #expect(disk.isFull)
    }

    @Test func itIsFullWithoutInodesHoweverManyBytesAreFree() {
        var disk = DiskFullness()
        disk.look(at: DiskSpace(free: 1 << 30, size: Self.size, hasInodes: false)) { _ in true }
        #expect(disk.isFull)
        disk.look(at: space(1 << 30)) { _ in true }
        #expect(!disk.isFull)
    }

    /// A large file can be refused where a small one is not.
    @Test func itIsFullOnceSomethingWasRefused() {
        var disk = DiskFullness()
        disk.wasRefused()
        #expect(disk.isFull)
        disk.look(at: space(2 << 20)) { _ in true }
        #expect(disk.isFull)
        disk.look(at: space(16 << 20 - 1)) { _ in true }
        #expect(disk.isFull)
        disk.look(at: space(16 << 20)) { _ in true }
        #expect(!disk.isFull)
    }

    /// A reader that looks once a second learns of each refusal.
    @Test func aRefusalIsSeenByTheNextLook() {
        var disk = DiskFullness()
        disk.wasRefused()
        disk.look(at: space(50 << 30)) { _ in true }
        #expect(disk.isFull)
        disk.look(at: space(50 << 30)) { _ in true }
        #expect(!disk.isFull)
    }

    @Test func freeBytesThatCannotBeHadAreNoRoom() {
        var disk = DiskFullness()
        disk.wasRefused()
        disk.look(at: space(50 << 30)) { _ in false }
        disk.look(at: space(50 << 30)) { bytes in
            #expect(bytes == 16 << 20)
            return false
        }
        #expect(disk.isFull)
        disk.look(at: space(50 << 30)) { _ in true }
        #expect(!disk.isFull)
    }

    @Test(
        arguments: [
            (1 << 20, 1 << 20), (24 << 20, 3 << 20), (128 << 20, 16 << 20), (1 << 40, 16 << 20),
        ] as [(UInt64, UInt64)])
    func whatIsEnoughGoesByTheSizeOfTheDisk(size: UInt64, enough: UInt64) {
        #expect(DiskFullness.enough(of: size) == enough)
    }
}

import Foundation
import Storage
import Testing

@testable import Auth

@Suite struct EpochMarkTests {
    private let position = RevocationPosition(epoch: 7, version: 100)

    @Test func whatIsBehindItsMarkIsOver() {
        func verdict(
            _ epoch: UInt64, _ version: UInt64, hadMark: Bool = true
        ) -> EpochVerdict {
            let database = RevocationPosition(epoch: epoch, version: version)
            return EpochVerdict(of: database, hadMark: hadMark, mark: .position(position))
        }
        #expect(verdict(7, 100) == .goesOn)
        #expect(verdict(7, 100, hadMark: false) == .goesOn)
        // A crash came between the commit and the mark.
        #expect(verdict(7, 101) == .goesOn)
        #expect(verdict(7, 99) == .isOver(.databaseIsOld))
        #expect(verdict(8, 100) == .isOver(.databaseIsOld))
        #expect(verdict(8, 100, hadMark: false) == .isOver(.databaseIsOld))
    }

    @Test func aMarkThatIsMissingOrDamagedIsAnEndOnceThereWasOne() {
        func verdict(_ hadMark: Bool, _ mark: EpochMark.Content) -> EpochVerdict {
            EpochVerdict(of: position, hadMark: hadMark, mark: mark)
        }
        #expect(verdict(false, .nothing) == .isFirst)
        #expect(verdict(true, .nothing) == .isOver(.markIsGone))
        #expect(verdict(true, .damaged) == .isOver(.markIsDamaged))
        #expect(verdict(false, .damaged) == .isOver(.markIsDamaged))
    }

    @Test func oneThatCannotBeWrittenIsAFailureForGood() throws {
        let error = #expect(throws: StorageError.self) {
            try EpochMark(path: "/dev/full").write(position)
        }
        guard case .failed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func itIsReadAsItWasWrittenAndNoOtherWay() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try EpochMark(path: path).read() == .nothing)
        let mark = EpochMark(path: path)
        for version in [0, 1, UInt64.max] {
            let position = RevocationPosition(epoch: .max - version, version: version)
            try mark.write(position)
            #expect(try EpochMark(path: path).read() == .position(position))
        }
        let sound = try #require(FileManager.default.contents(atPath: path))
        for index in sound.indices {
            var damaged = sound
            damaged[index] ^= 1
            try damaged.write(to: URL(fileURLWithPath: path))
            #expect(try EpochMark(path: path).read() == .damaged)
            try sound.prefix(index).write(to: URL(fileURLWithPath: path))
            #expect(try EpochMark(path: path).read() == (index == 0 ? .nothing : .damaged))
        }
        try (sound + [0]).write(to: URL(fileURLWithPath: path))
        #expect(try EpochMark(path: path).read() == .damaged)
    }
}

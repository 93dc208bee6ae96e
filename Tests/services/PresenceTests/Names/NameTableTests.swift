import TestSupport
import Testing

@testable import Presence

@Suite struct NameTableTests {
    @Test(arguments: 1...10)
    func itHasWhatWasSetLast(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        var (table, model) = (NameTable(), [UserTable.Index: NameTable.Card]())
        for _ in 0..<3000 {
            let user = UserTable.Index.random(in: 0..<40, using: &numbers)
            let length = Int.random(in: 0...40, using: &numbers)
            let letters = ["a", "é", "爱", "🙂"]
            var card = NameTable.Card()
            for _ in 0..<length { card.name += letters.randomElement(using: &numbers) ?? "" }
            if Bool.random(using: &numbers) {
                card.photo = UInt64.random(in: 0...UInt64.max, using: &numbers)
            }
            if Int.random(in: 0..<5, using: &numbers) == 0 { card = NameTable.Card() }
            let isNew = card != model[user] ?? NameTable.Card()
            let wasSet = table.set(card, of: user)
            #expect(wasSet == isNew)
            model[user] = card
        }
        for user in UserTable.Index(0)..<50 {
            let card = model[user] ?? NameTable.Card()
            #expect(table.card(of: user) == card)
            #expect(table.has(user) == !card.isEmpty)
        }
        // Gaps are filled: there are at most as many entries of each size as there were users at
        // once.
        #expect(table.usedBytes < 40 * 180 * 3)
    }

    @Test func aNameThatIsTooLongIsNone() {
        var table = NameTable()
        let longest = String(repeating: "a", count: NameTable.longestName)
        _ = table.set(NameTable.Card(name: longest, photo: 1), of: 3)
        #expect(table.card(of: 3).name == longest)
        _ = table.set(NameTable.Card(name: longest + "a", photo: 1), of: 3)
        #expect(table.card(of: 3) == NameTable.Card(photo: 1))
    }

    /// Names of 9 letters, each second one with a photo: 20 bytes a user.
    @Test func namesTakeAsMuchAsTheyShould() {
        var table = NameTable()
        for user in UserTable.Index(0)..<50_000 {
            let name = "user\(user % 40_000 + 10_000)"
            _ = table.set(NameTable.Card(name: name, photo: user % 2 == 0 ? 1 : 0), of: user)
        }
        #expect(table.usedBytes == 1_000_004)
    }
}

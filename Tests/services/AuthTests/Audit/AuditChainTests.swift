import RollcallCrypto
import Testing

@testable import Auth

@Suite struct AuditChainTests {
    private func records(_ count: Int) -> [StoredAuditRecord] {
        var previous: SHA256Digest?
        return (1...count).map { number in
            let record = AuditRecord(
                number: Int64(number), time: Int64(number) * 10, action: "role.changed",
                account: nil, actor: "operator", addressPrefix: "", before: "user",
                after: "admin \(number)")
            let hash = record.hash(after: previous)
            previous = hash
            return StoredAuditRecord(record: record, hash: hash)
        }
    }

    private func check(_ records: [StoredAuditRecord]) -> AuditChain {
        var chain = AuditChain()
        for record in records { chain.add(record) }
        return chain
    }

    @Test func aWholeLogIsWhole() {
        let chain = check(records(20))
        #expect(chain.count == 20 && chain.firstBroken == nil)
        #expect(chain.head == records(20).last?.hash)
        #expect(check([]).firstBroken == nil)
    }

    @Test func everyChangedOrMissingEntryIsFound() {
        let whole = records(20)
        for place in whole.indices {
            var changed = whole
            let old = whole[place].record
            let record = AuditRecord(
                number: old.number, time: old.time, action: old.action, account: old.account,
                actor: "owner", addressPrefix: "", before: old.before, after: old.after)
            changed[place] = StoredAuditRecord(record: record, hash: whole[place].hash)
            #expect(check(changed).firstBroken == old.number)
            // Whoever computes its hash anew breaks the next one.
            let previous = place == 0 ? nil : whole[place - 1].hash
            changed[place] = StoredAuditRecord(record: record, hash: record.hash(after: previous))
            if place < whole.count - 1 { #expect(check(changed).firstBroken == old.number + 1) }
            var missing = whole
            missing.remove(at: place)
            let isEnd = place == 0 || place == whole.count - 1
            #expect(check(missing).firstBroken == (isEnd ? nil : old.number))
        }
    }

    /// Those before it went when their time was over.
    @Test func theOldestEntriesMayBeGone() {
        for count in 1...19 {
            #expect(check(Array(records(20).dropFirst(count))).firstBroken == nil)
        }
    }

    /// A property: no two records have the same bytes, wherever a field ends.
    @Test func whereAFieldEndsMatters() {
        func hash(_ actor: String, _ prefix: String, _ before: String) -> SHA256Digest {
            AuditRecord(
                number: 1, time: 1, action: "a", account: nil, actor: actor,
                addressPrefix: prefix, before: before, after: ""
            ).hash(after: nil)
        }
        let hashes = [
            hash("ab", "", "c"), hash("a", "b", "c"), hash("a", "", "bc"), hash("abc", "", ""),
        ]
        #expect(Set(hashes).count == hashes.count)
    }
}

import RollcallAPI
import RollcallRules

extension Reason {
    /// A rule that a text breaks, as the contract names it.
    package init(_ rule: ContractReason) { self.init(rawValue: rule.rawValue) }
}

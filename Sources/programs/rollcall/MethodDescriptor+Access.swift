import MessageJSON
import RollcallRPC

extension MethodDescriptor {
    /// Who may call it. Where that cannot be understood no token is sent along: `anyone`.
    var rule: Access { Access(rawValue: access) ?? .anyone }
}

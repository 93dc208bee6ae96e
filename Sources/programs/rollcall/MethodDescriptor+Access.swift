import MessageJSON
import RollcallRPC
import RollcallWire

extension MethodDescriptor {
    /// Who may call it. Where that cannot be understood no token is sent along: `anyone`.
    var rule: Access { Access(rawValue: access) ?? .anyone }

    /// The RPC of a service, for messages that are encoded already.
    func rpc(of service: String, _ kind: MethodKind) -> Method<RawMessage, RawMessage> {
        Method(service: service, name: name, kind: kind, access: rule)
    }
}

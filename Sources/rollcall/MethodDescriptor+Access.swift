import MessageJSON
import RollcallRPC

extension MethodDescriptor {
    /// Who may call it. Where that cannot be understood no token is sent along: `anyone`.
    var rule: Access {
        switch access {
        case 2: .user
        case 3: .owner
        case 4: .service
        case 5: .admin
        case 6: .auth
        case 7: .anyoneOrUser
        default: .anyone
        }
    }
}

import Glibc
import NIOCore

extension Channel {
    /// No delay for small frames; and a peer that has vanished without a word, or whose process no
    /// longer reads, is noticed within half a minute (tcp(7)).
    func setTCPOptions() -> EventLoopFuture<Void> {
        let options: [(NIOBSDSocket.OptionLevel, CInt, Int)] = [
            (.tcp, TCP_NODELAY, 1),
            (.socket, SO_KEEPALIVE, 1),
            (.tcp, TCP_KEEPIDLE, 20),
            (.tcp, TCP_KEEPINTVL, 5),
            (.tcp, TCP_KEEPCNT, 2),
            (.tcp, TCP_USER_TIMEOUT, 30_000),
        ]
        let set = options.map { level, name, value in
            setOption(
                ChannelOptions.Types.SocketOption(
                    level: level, name: NIOBSDSocket.Option(rawValue: name)), value: value)
        }
        return .andAllSucceed(set, on: eventLoop)
    }
}

import Glibc
import NIOCore

extension Channel {
    /// No delay for small frames; and a peer that has vanished without a word, or whose process no
    /// longer reads, is noticed after so many seconds (tcp(7)): half of them without a segment,
    /// and then of asking every quarter.
    func setTCPOptions(patience seconds: Int) -> EventLoopFuture<Void> {
        let options: [(NIOBSDSocket.OptionLevel, CInt, Int)] = [
            (.tcp, TCP_NODELAY, 1),
            (.socket, SO_KEEPALIVE, 1),
            (.tcp, TCP_KEEPIDLE, seconds / 2),
            (.tcp, TCP_KEEPINTVL, seconds / 4),
            (.tcp, TCP_KEEPCNT, 2),
            (.tcp, TCP_USER_TIMEOUT, seconds * 1000),
        ]
        let set = options.map { level, name, value in
            setOption(
                ChannelOptions.Types.SocketOption(
                    level: level, name: NIOBSDSocket.Option(rawValue: name)), value: value)
        }
        return .andAllSucceed(set, on: eventLoop)
    }
}

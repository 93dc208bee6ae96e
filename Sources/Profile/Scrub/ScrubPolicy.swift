/// How the files of photos are read through in search of damaged ones.
package struct ScrubPolicy: Sendable {
    /// Bytes that are read in a second; 0 for no reading. A file counts at least `fileCost`. As much again may
    /// be read to check photos that could not be shown.
    package var rate = 4 << 20
    /// From the beginning of a pass to that of the next. A month, as for ZFS (Solaris 30 days, FreeBSD 35): every
    /// read of a photo compares its hash too, so that a pass is about photos that nobody looks at, and at an
    /// object store each costs a request. HDFS takes three weeks and 1 MiB/s a disk, Ceph a week.
    package var interval = Duration.seconds(30 * 86_400)
    /// How soon an instance looks whether there is something to do.
    package var poll = Duration.seconds(30)
    /// After which another instance goes on when nothing was heard of the one that reads. It is renewed with
    /// each batch.
    package var lease = Duration.seconds(180)
    /// Until a pass that was stopped goes on.
    package var retryPause = Duration.seconds(60)
    /// How often files of damaged photos are looked for that were put back.
    package var returnPause = Duration.seconds(3600)
    /// Files of one batch, after which the place is written down.
    package var batch = 100
    /// How long a batch may take, beside one read.
    package var batchTime = Duration.seconds(60)

    /// What opening a file costs a disk, in bytes that it would read meanwhile.
    static let fileCost = 64 << 10

    package init() {}
}

import Blobs
import RollcallAPI

/// Compares the database rows and the files of photos over a range of ids. Rows and files are not read at
/// the same instant, so a photo that is being changed may be a suspect.
struct PhotoComparison: Equatable {
    /// In the order of the ids.
    let suspects: [BlobID]

    /// - Parameters:
    ///   - files: the files on the disk.
    ///   - rows: the photos that profiles refer to.
    ///   - others: files that are squares of photos, will be removed soon, or are about to be written.
    ///     A missing square is made when it is requested.
    init(files: some Sequence<BlobID>, rows: Set<BlobID>, others: Set<BlobID>) {
        let files = Set(files)
        let wrong = rows.subtracting(files).union(files.subtracting(rows).subtracting(others))
        suspects = wrong.sorted { $0.hex < $1.hex }
    }

    /// The fault of a photo that does not change meanwhile; nil for none.
    static func fault(hasFile: Bool, hasRow: Bool, isOther: Bool) -> PhotoFaultKind? {
        switch (hasFile, hasRow) {
        case (false, true): .fileMissing
        case (true, false): isOther ? nil : .strayFile
        default: nil
        }
    }
}

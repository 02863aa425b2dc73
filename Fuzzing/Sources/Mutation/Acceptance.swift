import Glibc
import Synchronization

/// The number of files that a reader has accepted, which the process prints when it exits.
///
/// A fuzzer finds bugs behind the reader only in files that the reader accepts.
public enum Acceptance {
  private static let files = Atomic(0)
  private static let acceptedFiles = Atomic(0)

  /// Counts a file.
  ///
  /// - Parameter isAccepted: Whether the reader has accepted the file.
  public static func count(_ isAccepted: Bool) {
    if files.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { atexit { Acceptance.printShare() } }
    if isAccepted { acceptedFiles.wrappingAdd(1, ordering: .relaxed) }
  }

  private static func printShare() {
    let (all, accepted) = (files.load(ordering: .relaxed), acceptedFiles.load(ordering: .relaxed))
    print("accepted by the reader: \(accepted) of \(all) files, \(accepted * 100 / all) %")
  }
}

import AnimCore
import LinuxSystem

extension InteractionScript {
  private static let maximumBytes = 4 << 20

  /// Reads the script at a path.
  ///
  /// - Parameter check: A closure that throws an error if a command uses something that the animation doesn't
  ///   have.
  init(
    at path: String, check: (InteractionScript) throws(Failure) -> Void
  ) throws(Failure) {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path, limit: Self.maximumBytes)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    guard bytes.count <= Self.maximumBytes else {
      throw Failure(
        "\(path): a script has at most \(Self.maximumBytes) bytes", status: .differs)
    }
    do throws(ParseError) {
      self = try InteractionScript(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure("\(path): \(error)".printable, status: .differs)
    }
    try check(self)
  }
}

import Glibc

/// The arguments that the program was started with, as the kernel gave them.
///
/// `CommandLine.arguments` finds them on Linux by walking back from `environ`, where the kernel puts
/// both side by side. A library that is loaded first and changes the environment, as libfaketime
/// does, moves `environ` to the heap, and the walk ends with no arguments at all. So they are kept
/// before anyone can do that.
enum ProcessArguments {
  /// The program's own name first; text that is not UTF-8 is repaired.
  static var all: [String] {
    (0..<Int(count)).compactMap { vector?[$0].map { String(cString: $0) } }
  }
}

private typealias ArgumentVector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Written once, before `main`; only read afterwards.
nonisolated(unsafe) private var count: CInt = 0
nonisolated(unsafe) private var vector: ArgumentVector?

/// Glibc calls the functions in this section before `main`, with the arguments of `main`.
@section(".init_array") @used
private let keep: @convention(c) (CInt, ArgumentVector?, ArgumentVector?) -> Void = {
  count = $0
  vector = $1
  _ = $2
}

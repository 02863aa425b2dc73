import Glibc

/// The arguments that the program was started with, as the kernel gave them.
///
/// On Linux, `CommandLine.arguments` finds them by walking back from `environ`, since the kernel
/// puts both side by side. A preloaded library that changes the environment, such as libfaketime,
/// moves `environ` to the heap, and the walk then finds no arguments at all. So they are saved
/// before that can happen.
enum ProcessArguments {
  /// The arguments, beginning with the program's name, as text that has names of files.
  static var all: [String] {
    (0..<Int(count)).compactMap { vector?[$0].map { String(fileName: $0) } }
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

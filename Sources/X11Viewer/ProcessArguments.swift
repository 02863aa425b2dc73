import Glibc

/// The arguments of the program, as passed by the kernel.
///
/// On Linux, `CommandLine.arguments` finds them by searching backwards from `environ`, because the
/// kernel places both next to each other. A preloaded library that changes the environment, such as
/// libfaketime, moves `environ` to the heap, where the search finds no arguments. They are
/// therefore saved before that can happen.
enum ProcessArguments {
  /// The arguments, starting with the program's name, converted like file names.
  static var all: [String] {
    (0..<Int(count)).compactMap { vector?[$0].map { String(fileName: $0) } }
  }
}

private typealias ArgumentVector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Written once, before `main`, and only read afterwards.
nonisolated(unsafe) private var count: CInt = 0
nonisolated(unsafe) private var vector: ArgumentVector?

/// Glibc calls the functions in this section before `main`, with the arguments of `main`.
@section(".init_array") @used
private let keep: @convention(c) (CInt, ArgumentVector?, ArgumentVector?) -> Void = {
  count = $0
  vector = $1
  _ = $2
}

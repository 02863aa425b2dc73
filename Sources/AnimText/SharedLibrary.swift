import CSharedLibrary

/// A library that is loaded when first needed, and stays loaded until the process exits.
struct SharedLibrary {
  private let name: String
  private let handle: UnsafeMutableRawPointer

  /// The error for a library that isn't installed or lacks a function.
  struct Missing: Error, Hashable {
    let name: String
  }

  /// Loads a library by its absolute path.
  ///
  /// - Parameter name: The file name, including the version of the interface.
  init(_ name: String) throws(Missing) {
    guard let handle = csharedlibrary_open(name) else { throw Missing(name: name) }
    self.name = name
    self.handle = handle
  }

  /// Returns a function of the library. The caller is responsible for its type.
  func function<Function>(_ symbol: String) throws(Missing) -> Function {
    guard let address = csharedlibrary_function(handle, symbol) else { throw Missing(name: name) }
    return unsafeBitCast(address, to: Function.self)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A library that is loaded when it is first needed, and stays loaded until the process ends.
package struct SharedLibrary {
  private let name: String
  private let handle: UnsafeMutableRawPointer

  /// The library is not installed, or lacks a function.
  package struct Missing: Error, Hashable {
    package let name: String
  }

  /// - Parameter name: with the number of the interface, which is why a library with another
  ///   one is never loaded.
  package init(_ name: String) throws(Missing) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Missing(name: name) }
    self.name = name
    self.handle = handle
  }

  /// A function of the library, whose type the caller knows.
  package func function<Function>(_ symbol: String) throws(Missing) -> Function {
    guard let address = dlsym(handle, symbol) else { throw Missing(name: name) }
    return unsafeBitCast(address, to: Function.self)
  }
}

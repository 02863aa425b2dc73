import CLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A library that is loaded when first needed, and stays loaded until the process exits.
package struct SharedLibrary {
  private let name: String
  private let handle: UnsafeMutableRawPointer

  /// The error for a library that isn't installed or lacks a function.
  package struct Missing: Error, Hashable {
    package let name: String
  }

  /// Loads a library by its absolute path.
  ///
  /// The loader would also search relative folders in LD_LIBRARY_PATH, such as the current folder for an empty entry,
  /// where a library may be part of a download.
  ///
  /// - Parameter name: The file name, including the version of the interface, so that an incompatible library is never
  ///   loaded.
  package init(_ name: String) throws(Missing) {
    guard let handle = Self.open(name) else { throw Missing(name: name) }
    self.name = name
    self.handle = handle
  }

  private static func open(_ name: String) -> UnsafeMutableRawPointer? {
    // Bind functions lazily: most of them are never called.
    let flags = RTLD_LAZY | RTLD_LOCAL
    for folder in folders where folder.hasPrefix("/") {
      if let handle = dlopen(folder + "/" + name, flags) { return handle }
    }
    // The loader's cache lists more folders, but is only used in a search of all folders.
    return folders.allSatisfy { $0.hasPrefix("/") } ? dlopen(name, flags) : nil
  }

  /// The folders that the loader searches, in order.
  private static let folders: [String] = {
    guard let list = clinux_copy_library_folders() else { return [] }
    defer { free(list) }
    return (0..<list.pointee.count).compactMap {
      clinux_library_folder(list, $0).map { String(fileName: $0) }
    }
  }()

  /// Returns a function of the library. The caller is responsible for its type.
  package func function<Function>(_ symbol: String) throws(Missing) -> Function {
    guard let address = dlsym(handle, symbol) else { throw Missing(name: name) }
    return unsafeBitCast(address, to: Function.self)
  }
}

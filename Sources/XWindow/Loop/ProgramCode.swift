import Glibc

/// The code of the program and of its libraries, as far as it is in the process's memory.
package enum ProgramCode {
  /// Unmaps the pages of all code, most of which only a start needs: the kernel maps those around an
  /// instruction as well, and an animation runs through a small part of the program.
  ///
  /// They stay in the system's cache of files, from where those that run are mapped again, in a few
  /// microseconds each. Code that was changed in memory, as by a debugger, stays.
  package static func releaseUnused() {
    guard let file = fopen("/proc/self/smaps", "re") else { return }
    defer { fclose(file) }
    var mappings = CodeMappings()
    // A longer line, which has the name of a file, is read in parts, of which only the first counts.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      guard let line = buffer.baseAddress else { return }
      while fgets(line, Int32(buffer.count), file) != nil {
        guard let unchanged = mappings.take(String(cString: line)) else { continue }
        madvise(
          UnsafeMutableRawPointer(bitPattern: unchanged.lowerBound), unchanged.count,
          MADV_DONTNEED)
      }
    }
  }
}

/// Finds mappings of files that can be executed, and none of whose pages has changed, in the lines of
/// `/proc/PID/smaps` (proc(5)).
struct CodeMappings {
  /// The addresses of the mapping that the next lines are about; nil if it has no code of a file.
  private var code: Range<UInt>?

  /// Takes the next line, and returns the addresses of a mapping once its lines have shown that it is
  /// one of those.
  mutating func take(_ line: String) -> Range<UInt>? {
    let words = line.split { $0 == " " || $0 == "\n" }
    if words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") {
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      code = ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    } else if words.first == "Anonymous:" {
      defer { code = nil }
      return words.count == 3 && words[1] == "0" ? code : nil
    }
    return nil
  }
}

import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering

/// Files as they were in a revision of the Git repository that they are in.
struct GitRevision: Sendable {
  /// Such as `main`, `HEAD~2` or a hash.
  let name: String

  /// - Throws: a failure if there is no such revision of the repository that a folder is in.
  init(_ name: String, of folder: String) throws(Failure) {
    self.name = name
    guard !name.isEmpty, !name.hasPrefix("-"), !name.contains(":") else {
      throw Failure("'\(name)': not the name of a revision", status: .usage)
    }
    let (output, complaint) = Self.run(
      ["cat-file", "-e", name + "^{commit}"], in: folder)
    if output == nil {
      throw Failure(
        "\(name): no such revision in the Git repository of \(folder)"
          + (complaint.map { ": \($0.printable)" } ?? ""), status: .noInput)
    }
  }

  /// The contents of a file below a folder that there still is; nil if the revision does not have
  /// the file.
  func bytes(of path: String, in folder: String) -> [UInt8]? {
    Self.run(["cat-file", "blob", "\(name):./\(path)"], in: folder).output
  }

  /// The names in a folder that there still is, as the revision has them; none if it does not have the
  /// folder.
  func names(in folder: String) -> [String] {
    let list = Self.run(["ls-tree", "-z", name, "./"], in: folder).output
    // Before each name are its mode, type and hash, and a tab.
    return (list ?? []).split(separator: 0).compactMap { line in
      line.firstIndex(of: UInt8(ascii: "\t")).map { String(fileName: line[($0 + 1)...]) }
    }
  }

  /// Runs Git in a folder.
  ///
  /// - Returns: what it writes, nil if it fails; and what it complains of.
  private static func run(
    _ arguments: [String], in folder: String
  ) -> (output: [UInt8]?, complaint: String?) {
    guard let output = try? FileDescriptor.inMemory("git") else { return (nil, nil) }
    // The program writes to its standard output, which is to be the file.
    let script = "exec git -C \"$@\" >&\(Subprocess.outputDescriptor)"
    let process: Subprocess
    do throws(SystemError) {
      process = try Subprocess(
        ["sh", "-c", script, "git", folder] + arguments, output: output.number)
    } catch {
      return (nil, "\(error)")
    }
    guard process.wait() == .exit(0) else { return (nil, process.lastMessage) }
    let limit = 1 << 27
    var bytes: [UInt8] = []
    lseek(output.number, 0, SEEK_SET)
    guard FileBytes.append(output.number, to: &bytes, limit: limit), bytes.count <= limit else {
      return (nil, nil)
    }
    return (bytes, nil)
  }
}

extension AnimationFile {
  /// Reads the file at `path` as it was in a revision, with the images beside it; nil if the
  /// revision does not have it.
  init?(
    _ path: String, in revision: GitRevision, _ configuration: FileConfiguration
  ) throws(Failure) {
    guard let source = AnimationSource(path, in: revision) else { return nil }
    try self.init(source, configuration)
  }
}

extension AnimationSource {
  /// The file at `path` as it was in a revision; nil if the revision does not have it.
  convenience init?(_ path: String, in revision: GitRevision) {
    let folder = FilePath.folder(of: path)
    let isOneFile = AnimationFormats.format(ofPath: path)?.isOneFile != false
    guard
      let bytes = isOneFile ? revision.bytes(of: FilePath.name(of: path), in: folder) : []
    else { return nil }
    let earlier = EarlierFolder {
      revision.names(in: folder)
    } bytes: {
      revision.bytes(of: $0, in: folder)
    }
    self.init(path, bytes: bytes, earlier: earlier) { name, limit in
      revision.bytes(of: name, in: folder).flatMap { $0.count <= limit ? $0 : nil }
    }
  }
}

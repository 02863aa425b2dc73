import Glibc

/// A film that we write ourselves, to a file or a pipe.
package struct StreamOutput: FilmOutput {
  private let file: OutputFile
  package let cleanUp: @Sendable () -> Void

  package init(_ configuration: FilmConfiguration, path: String) throws(Failure) {
    do throws(OutputError) {
      file = try OutputFile(path: path)
      if configuration.format == .y4m {
        try file.write(Array(configuration.y4mHeader.utf8))
      }
    } catch {
      throw Failure(error)
    }
    let hidden = file.hiddenPath
    cleanUp = { if let hidden { unlink(hidden) } }
  }

  package func write(_ frame: [UInt8]) throws(Failure) {
    do throws(OutputError) {
      try file.write(frame)
    } catch {
      throw Failure(error)
    }
  }

  package func finish() throws(Failure) {
    do throws(OutputError) {
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }
}

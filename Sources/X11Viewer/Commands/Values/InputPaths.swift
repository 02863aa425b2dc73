import AnimationFormats
import ArgumentParser
import LinuxSystem

/// Throws an error if a path is standard input, because the files are read more than once or
/// identified by name.
func checkNoStandardInput(in paths: [String]) throws {
  guard paths.contains(InputPath.standardInput) else { return }
  throw ValidationError(
    "-: standard input is not supported; save the data to a file and pass that file")
}

/// Throws an error for pipes, terminals and devices, because the files are read more than once or
/// identified by name.
func checkFiles(_ paths: [String]) throws {
  try checkNoStandardInput(in: paths)
  let inherited = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"]
  guard
    let path = paths.first(where: { path in
      OutputFile.isStream(path) || inherited.contains { path.hasPrefix($0) }
    })
  else { return }
  throw ValidationError(
    "\(path): not a regular file; save the data to a file and pass that file"
  )
}

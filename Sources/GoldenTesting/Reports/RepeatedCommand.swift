import LinuxSystem
import OfflineRendering
import PlainText

/// Returns the command that was run, with another option, and without its reports, which are
/// already written.
///
/// - Parameters:
///   - option: `--update`, which accepts the new images, or `--prune`.
///   - subject: The only animation to test, or `nil` for all.
package func repeatedCommand(
  _ arguments: [String], subcommand: String, with option: String, subject: String? = nil
) -> String {
  guard let index = arguments.dropFirst().firstIndex(of: subcommand) else { return "" }
  let rest = arguments[(index + 1)...]
  let end = rest.firstIndex(of: "--") ?? rest.endIndex
  // The path of the program is often that of another machine, such as a CI runner.
  var words = ["x11viewer"] + arguments[1...index] + [option]
  if let subject { words += ["-k", subject] }
  let dropped = reports + (subject == nil ? [] : ["-k", "--filter"])
  var isDropped = false
  for word in rest[..<end] where !["--fail-fast", option].contains(word) {
    // The value of a flag is a separate word, or follows an equals sign.
    let isValue = isDropped
    isDropped = !isValue && dropped.contains(word)
    if !isValue, !isDropped, !dropped.contains(where: { word.hasPrefix($0 + "=") }) {
      words.append(word)
    }
  }
  return (words + rest[end...]).map(shellWord).joined(separator: " ")
}

/// The options for reports.
private let reports = ["--report", "--junit", "--markdown", "--json", "--annotations"]

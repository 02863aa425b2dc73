import OfflineRendering

/// The command that accepts all pictures: the one that was run, with `--update` and without its
/// reports, which are already written.
func acceptingCommand(_ arguments: [String], subcommand: String) -> String {
  guard let index = arguments.firstIndex(of: subcommand) else { return "" }
  let rest = arguments[(index + 1)...]
  let end = rest.firstIndex(of: "--") ?? rest.endIndex
  var words = arguments[...index] + ["--update"]
  var isReport = false
  for word in rest[..<end] {
    // The value of a report's flag is a separate word, or follows an equals sign.
    let isValue = isReport
    isReport = !isValue && reports.contains(word)
    if !isValue, !isReport, !reports.contains(where: { word.hasPrefix($0 + "=") }) {
      words.append(word)
    }
  }
  return (words + rest[end...]).map(shellWord).joined(separator: " ")
}

private let reports = ["--report", "--junit"]

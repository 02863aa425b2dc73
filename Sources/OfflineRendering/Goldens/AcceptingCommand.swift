/// The command that accepts all pictures: the one that was run, with `--update` and without its
/// reports, which are already written.
package func acceptingCommand(_ arguments: [String], subcommand: String) -> String {
  guard let place = arguments.firstIndex(of: subcommand) else { return "" }
  let rest = arguments[(place + 1)...]
  let end = rest.firstIndex(of: "--") ?? rest.endIndex
  var words = arguments[...place] + ["--update"]
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

/// Quotes a word for a shell, if necessary.
func shellWord(_ word: String) -> String {
  let plain = word.utf8.allSatisfy {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "-_./,:=+@%".utf8.contains($0)
  }
  if plain, !word.isEmpty { return word }
  return "'"
    + word.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: "'\\''") + "'"
}

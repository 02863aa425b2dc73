import Foundation

/// Compares the viewer with its peers. `scripts/bench` builds all of them and runs this program.
///
/// Exits with status 1 if a goal is missed.
@main
enum Bench {
  static func main() {
    do {
      let isMet = try run(Arguments(Array(CommandLine.arguments.dropFirst())))
      exit(isMet ? 0 : 1)
    } catch {
      say("\(error)")
      exit(70)
    }
  }

  private static func run(_ arguments: Arguments) throws -> Bool {
    let server = try Server()
    setenv("DISPLAY", server.display, 1)
    let configuration = BenchConfiguration(
      viewer: try arguments.path("viewer"), kernels: try arguments.path("kernels"),
      animationFrames: try arguments.path("animation-frames"), player: try arguments.path("player"),
      peers: try arguments.path("peers"), python: try arguments.path("python"),
      scripts: try arguments.path("scripts"), server: server, rounds: arguments.rounds,
      baseline: try arguments.path("baseline"), updatesBaseline: arguments.updatesBaseline,
      isSmokeRun: arguments.isSmokeRun, missing: arguments.missing)
    var report = Report(machine: .present, date: Date(), rounds: arguments.rounds, results: [:])
    let machine = report.machine
    print("\(machine.processor), \(machine.cores) cores, Linux \(machine.kernel)")
    print(
      arguments.isSmokeRun
        ? "a smoke run: the numbers mean nothing\n" : "medians of \(arguments.rounds) rounds\n")
    var isMet = true
    for part in try arguments.parts {
      say(part.name)
      var results = try part.measure(configuration)
      if arguments.isSmokeRun {
        for index in results.indices { results[index].goal = nil }
      }
      guard !results.isEmpty else { throw BenchError("\(part.name) measured nothing") }
      report.results[part.name] = results
      var table = Table()
      for result in results {
        table.append(result)
        if result.isMet == false { isMet = false }
      }
      print(table.text + "\n")
      // Earlier measurements remain if a later part is stopped.
      fflush(nil)
      try report.write(to: try arguments.path("json"))
    }
    say("all values are in \(try arguments.path("json"))")
    return isMet
  }
}

/// All results, in a format for programs.
private struct Report: Codable {
  var machine: Machine
  var date: Date
  var rounds: Int
  /// The results of each part, by name.
  var results: [String: [BenchResult]]

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.dateEncodingStrategy = .iso8601
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

/// Parses `--NAME PATH` for each path, `--rounds N`, `--update`, `--smoke PEERS` with the missing
/// peers, and names of parts.
private struct Arguments {
  var rounds = 5
  var updatesBaseline = false
  var isSmokeRun = false
  var missing: Set<String> = []
  private var paths: [String: String] = [:]
  private var names: [String] = []

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        names.append(word)
        continue
      }
      if word == "--update" {
        updatesBaseline = true
        continue
      }
      guard let value = rest.popFirst() else { throw BenchError("\(word) needs a value") }
      if word == "--smoke" {
        isSmokeRun = true
        rounds = 1
        missing = Set(value.split(separator: " ").map(String.init))
        continue
      }
      guard word == "--rounds" else {
        paths[String(word.dropFirst(2))] = value
        continue
      }
      guard let number = Int(value), number > 0 else { throw BenchError("no rounds: \(value)") }
      rounds = number
    }
  }

  func path(_ name: String) throws -> String {
    guard let path = paths[name] else { throw BenchError("--\(name) is missing") }
    return path
  }

  var parts: [Part] {
    get throws {
      if names.isEmpty { return Part.all.filter { isSmokeRun || !$0.isOnRequest } }
      return try names.map { name in
        guard let part = Part.all.first(where: { $0.name == name }) else {
          let known = Part.all.map(\.name).joined(separator: ", ")
          throw BenchError("there is no part '\(name)', only \(known)")
        }
        return part
      }
    }
  }
}

/// Reports progress to the user, separately from the table.
private func say(_ text: String) {
  FileHandle.standardError.write(Data("bench: \(text)\n".utf8))
}

import Glibc
import ImageFiles
import LinuxSystem
import OfflineRendering

// The detection of renamed animations and stale goldens.
extension GoldenSummary {
  /// Recognises animations without goldens by their pixels: an animation that is gone had the same.
  ///
  /// - Parameters:
  ///   - orphans: Goldens whose animations are gone.
  ///   - configuration: Says whether the goldens are renamed like their animations.
  /// - Returns: The goldens that were recognised.
  mutating func claim(
    _ orphans: [FoundGolden], _ configuration: GoldenConfiguration
  ) throws(Failure) -> Set<FoundGolden> {
    guard !orphans.isEmpty else { return [] }
    var groups = Dictionary(grouping: orphans, by: \.key)
    var contents: [FoundGolden: [ManifestLine]] = [:]
    var claimed: Set<FoundGolden> = []
    var start = 0
    while start < results.count {
      let subject = results[start].subject
      let end = results[start...].firstIndex { $0.subject != subject } ?? results.count
      let range = start..<end
      start = end
      guard results[range].allSatisfy({ !$0.unclaimed.isEmpty }) else { continue }
      var found: [FoundGolden]?
      for key in groups.keys.sorted() where found == nil {
        found = Self.matches(groups[key] ?? [], results[range], &contents)
        if found != nil { groups[key] = nil }
      }
      guard let goldens = found else { continue }
      // An animation that is tested only by hashes was tested by images, and stays so.
      if configuration.updates, !configuration.isEveryFrame,
        goldens.allSatisfy({ $0.name.kind != .hashes }), results[range.lowerBound].frame == nil
      {
        do throws(OutputError) {
          try OutputFile.remove(results[range.lowerBound].path)
        } catch {
          throw configuration.failureToWrite(error)
        }
      }
      // If several goldens belong to one result, the first is reported.
      for golden in goldens.reversed() {
        let index = range.first { results[$0].kind == golden.name.kind } ?? range.lowerBound
        if configuration.updates {
          let path = results[index].path(of: golden.name.kind)
          guard FileSystem.rename(golden.path, to: path) == 0 else {
            throw configuration.failureToWrite(.cannotCreate(path: path, code: errno))
          }
          results[index].outcome = .moved(from: golden.path)
        } else {
          results[index].outcome = .renamed(from: golden.path)
        }
        claimed.insert(golden)
      }
    }
    return claimed
  }

  /// Returns the goldens of an animation with the same pixels: one for each result or, for an
  /// animation that is compared by hashes, all images that match them, which may be all that exist.
  /// Returns `nil` if one is missing or differs.
  private static func matches(
    _ goldens: [FoundGolden], _ results: ArraySlice<GoldenResult>,
    _ contents: inout [FoundGolden: [ManifestLine]]
  ) -> [FoundGolden]? {
    for golden in goldens where contents[golden] == nil { contents[golden] = golden.lines }
    var matches: [FoundGolden] = []
    for result in results {
      if let golden = goldens.first(where: { $0.name.kind == result.kind }) {
        guard contents[golden] == result.unclaimed else { return nil }
        matches.append(golden)
      } else if result.frame != nil {
        return nil
      }
    }
    let lines = Set(results.first { $0.frame == nil }?.unclaimed ?? [])
    let others = goldens.filter { !matches.contains($0) }
    let equal = others.filter { golden in
      contents[golden].map { !$0.isEmpty && lines.isSuperset(of: $0) } ?? false
    }
    return matches.isEmpty && equal.count < others.count ? nil : matches + equal
  }

  /// Removes the stale goldens.
  mutating func prune(_ configuration: GoldenConfiguration) throws(Failure) {
    do throws(OutputError) {
      for path in stale { try OutputFile.remove(path) }
    } catch {
      throw configuration.failureToWrite(error)
    }
    pruned = stale
    stale = []
  }
}

extension GoldenResult {
  /// The kind of the golden.
  fileprivate var kind: GoldenName.Kind { frame.map(GoldenName.Kind.image) ?? .hashes }

  /// Returns the path of a golden of the same animation.
  fileprivate func path(of kind: GoldenName.Kind) -> String {
    guard let name = GoldenName(parsing: FilePath.name(of: path)) else { return path }
    return FilePath.join(FilePath.folder(of: path), GoldenName(name.stem, kind).text)
  }
}

extension FoundGolden {
  /// The hashes of a golden, or an empty array if it can't be read.
  fileprivate var lines: [ManifestLine] {
    switch name.kind {
    case .hashes: return (try? FrameHashes(reading: path))?.lines ?? []
    case .image(let frame):
      guard let pixels = try? PNGFile.pixels(at: path) else { return [] }
      return [ManifestLine(number: frame, hash: PixelHash(pixels), size: pixels.size)]
    }
  }
}

import Foundation

/// SVG files on one thread: the milliseconds for a frame of 512 pixels during an animation, and for loading a file,
/// compared with librsvg, which only draws the first frame.
///
/// The files are all those in the folder SVG_FILES and below it, or otherwise a few files of this repository. Files
/// that librsvg can't draw are excluded from the comparison.
func measureSVG(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let files = try configuration.files(in: configuration.folder("SVG_FILES", or: "SVG"), [".svg"])
  let frames = configuration.amount(20, smoke: 2)
  let rounds = configuration.amount(3, smoke: 1)
  /// Returns the milliseconds for loading and for the mean frame, or `nil` if the file can't be drawn.
  func times(_ program: String, _ file: String) -> (load: Double, frame: Double)? {
    guard let result = try? Child.run([program, "512", "\(frames)", "\(rounds)", file]),
      let numbers = result.text.split(separator: "\n").last.map({ String($0).numbers }),
      numbers.count == frames + 1
    else { return nil }
    return (numbers[0], numbers.dropFirst().reduce(0, +) / Double(frames))
  }
  let peer = "rsvg_frames"
  let hasPeer = !configuration.missing.contains(peer)
  var drawn = 0
  var ours: (load: [Double], frame: [Double], slow: [Double]) = ([], [], [])
  var theirs: (load: [Double], frame: [Double]) = ([], [])
  for _ in 0..<configuration.rounds {
    let measured = files.compactMap { file in
      times(configuration.animationFrames, file).map { result in
        (result, hasPeer ? times(configuration.peer(peer), file) : result)
      }
    }.compactMap { result, other in other.map { (result, $0) } }
    guard !measured.isEmpty else { throw BenchError("no SVG file is drawn") }
    drawn = measured.count
    func middle(_ values: [Double], _ part: Double = 0.5) -> Double {
      percentile(part, of: values.sorted()) ?? 0
    }
    ours.load.append(middle(measured.map(\.0.load)))
    ours.frame.append(middle(measured.map(\.0.frame)))
    ours.slow.append(middle(measured.map(\.0.frame), 0.95))
    guard hasPeer else { continue }
    theirs.load.append(middle(measured.map(\.1.load)))
    theirs.frame.append(middle(measured.map(\.1.frame)))
  }
  let name = "SVG, \(drawn) files"
  return [
    try BenchResult(
      "\(name), median frame", "ms", ours.frame, beside: "librsvg, not moving", theirs.frame,
      goal: .valueAtMost(2)),
    try BenchResult("\(name), 95th percentile frame", "ms", ours.slow),
    try BenchResult(
      "\(name), median load", "ms", ours.load, beside: "librsvg", theirs.load,
      goal: .ratioAtMost(1)),
  ]
}

import Foundation

/// The time from the start of the program to an image on the screen, compared with xlogo, and with
/// options for a PNG file, compared with feh. The private memory, compared with the smallest programs
/// of the X distribution. The time to render a small image, compared with librsvg.
func measureStart(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let png = NSTemporaryDirectory() + "bench-start-\(getpid())-256.png"
  defer { unlink(png) }
  _ = try Child.run([
    configuration.viewer, "render", "\(configuration.scripts)/../Lottie/spinner.json",
    "--frame", "0", "-o", png,
  ])
  var ours: [Double] = []
  var withOption: [Double] = []
  var logo: [Double] = []
  var feh: [Double] = []
  for _ in 0..<configuration.rounds * configuration.amount(4, smoke: 1) {
    ours.append(ifMeasured: try configuration.firstImage([configuration.viewer]))
    logo.append(
      ifMeasured: try configuration.with("xlogo") {
        try configuration.firstImage(["xlogo"])
      } ?? nil)
    withOption.append(
      ifMeasured: try configuration.firstImage([configuration.viewer, png, "--fit", "contain"]))
    if isInstalled("feh") {
      feh.append(ifMeasured: try configuration.firstImage(["feh", png]))
    }
  }
  func memory(_ command: String...) throws -> [Double] {
    try configuration.with(command[0]) {
      [try configuration.memory(command, of: \.privateBytes)]
    } ?? []
  }
  let viewerMemory = try memory(configuration.viewer)
  let withFile = try memory(
    configuration.viewer, "\(configuration.scripts)/../Lottie/spinner.json")
  let images =
    ours.isEmpty
    ? []
    : [
      try BenchResult(
        "first frame", "ms", ours, beside: "xlogo", logo, goal: .ratioAtMost(2)),
      try BenchResult(
        "first frame of a PNG, with an option", "ms", withOption, beside: "feh", feh,
        goal: .ratioAtMost(1)),
    ]
  return try images + [configuration.smallImage()] + [
    try BenchResult("private memory", "MB", viewerMemory, beside: "xlogo", memory("xlogo")),
    try BenchResult(
      "private memory, with a file", "MB", withFile, beside: "xclock", memory("xclock"),
      goal: .valueAtMost(8)),
  ]
}

extension BenchConfiguration {
  /// Measures one frame of 64 pixels to PNG.
  fileprivate func smallImage() throws -> BenchResult {
    let output = NSTemporaryDirectory() + "bench-start-\(getpid()).png"
    defer { unlink(output) }
    let command = [
      viewer, "render", "\(scripts)/../Lottie/spinner.json", "--frame", "0", "--size", "64x64",
      "-o",
      output,
    ]
    let peer = ["rsvg-convert", "-w", "64", "-h", "64", "\(scripts)/circle.svg", "-o", output]
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<rounds * amount(4, smoke: 1) {
      ours.append(try Child.run(command).wallSeconds * 1e3)
      theirs.append(
        ifMeasured: try with("rsvg-convert") { try Child.run(peer).wallSeconds * 1e3 })
    }
    return try BenchResult(
      "an image of 64 pixels", "ms", ours, beside: "rsvg-convert", theirs,
      goal: .ratioAtMost(1.5))
  }

  /// Returns the time to the first image, or `nil` if the program that detects images isn't
  /// installed.
  func firstImage(_ command: [String]) throws -> Double? {
    guard !missing.contains("first_image") else { return nil }
    guard let time = try Child.run([peer("first_image")] + command).text.numbers.first else {
      throw BenchError("\(command[0]) showed nothing")
    }
    return time
  }

  /// Returns the memory in megabytes (10⁶ bytes), some seconds after the start.
  func memory(
    _ command: [String], of kind: KeyPath<ProcessUsage, Int> = \.residentBytes,
    after seconds: Double = 2
  ) throws -> Double {
    let child = try Child(command)
    sleep(seconds: amount(seconds, smoke: 0.5))
    let usage = try ProcessUsage(of: child.identifier)
    try child.stop()
    return Double(usage[keyPath: kind]) / 1e6
  }
}

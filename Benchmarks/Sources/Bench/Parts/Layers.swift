/// Large numbers of layers and animations.
///
/// Ten thousand layers, each with a running animation: the time of one frame, compared with a plain
/// loop over arrays with the same arithmetic, and as a fraction of a frame at 60 Hz.
func measureLayers(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var layers: [Double] = []
  var arrays: [Double] = []
  for _ in 0..<configuration.rounds * 2 {
    layers.append(
      try configuration.kernelTime("layers", repeats: configuration.amount(100, smoke: 1)))
    arrays.append(
      try configuration.kernelTime("layers-plain", repeats: configuration.amount(100, smoke: 1)))
  }
  let share = layers.map { $0 / 16_667 }
  let many = configuration.amount("siblings-hundred-thousand", smoke: "siblings-thousand")
  let sums = configuration.amount("additive-sixteen-thousand", smoke: "additive-thousand")
  var (siblings, fewSiblings): ([Double], [Double]) = ([], [])
  var (additive, fewAdditive): ([Double], [Double]) = ([], [])
  var (million, megabytes): ([Double], [Double]) = ([], [])
  for _ in 0..<configuration.rounds {
    let repeats = configuration.amount(10_000, smoke: 1)
    siblings.append(try configuration.kernelTime(many, repeats: repeats))
    fewSiblings.append(try configuration.kernelTime("siblings-thousand", repeats: repeats))
    let runs = configuration.amount(3, smoke: 1)
    additive.append(try configuration.kernelTime(sums, repeats: runs) / 16)
    fewAdditive.append(try configuration.kernelTime("additive-thousand", repeats: runs))
    if configuration.isSmokeRun { continue }
    let numbers = try Child.run([configuration.kernels, "layers-million-set", "1"]).text.numbers
    guard numbers.count == 3 else { throw BenchError("layers-million-set said nothing") }
    million.append(numbers[0] / 1000)
    megabytes.append(numbers[2])
  }
  var millionResults: [BenchResult] = []
  if !million.isEmpty {
    millionResults = [
      try BenchResult("setting a property of 10⁶ layers", "ms", million),
      try BenchResult("memory of 10⁶ animated layers", "MB", megabytes),
    ]
  }
  return [
    try BenchResult(
      "10,000 animated layers", "µs", layers, beside: "a loop over arrays", arrays,
      goal: .ratioAtMost(6)),
    try BenchResult("their share of a frame of 60 Hz", "", share, goal: .valueAtMost(0.5)),
    try BenchResult(
      "raising, lowering and removing among 10⁵ siblings", "µs", siblings, beside: "among 10³",
      fewSiblings, goal: .ratioAtMost(4)),
    try BenchResult(
      "adding and ending 10³ of 16,000 additive animations", "µs", additive, beside: "of 10³",
      fewAdditive, goal: .ratioAtMost(4)),
  ] + millionResults
}

// swift-tools-version: 6.3
import PackageDescription

let animCore = Target.Dependency.product(name: "AnimCore", package: "x11viewer")
let animLottie = Target.Dependency.product(name: "AnimLottie", package: "x11viewer")
let programs = [
  "Badge", "ClockHands", "CustomLayer", "DeltaTime", "EasedCircle", "FanningCircle",
  "MainActorMeter", "MovingSquares", "TerminalLink",
]

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "x11viewer", path: "..")],
  targets: programs.map { .executableTarget(name: $0, dependencies: [animCore]) } + [
    .executableTarget(name: "PlayLottie", dependencies: [animCore, animLottie]),
    .testTarget(
      name: "ExampleTests",
      dependencies: [animCore, animLottie, "PlayLottie"] + programs.map { .target(name: $0) }),
  ],
  swiftLanguageModes: [.v6]
)

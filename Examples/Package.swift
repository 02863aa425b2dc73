// swift-tools-version: 6.3
import PackageDescription

let animCore = Target.Dependency.product(name: "AnimCore", package: "x11viewer")
let animText = Target.Dependency.product(name: "AnimText", package: "x11viewer")
let animPNG = Target.Dependency.product(name: "AnimPNG", package: "x11viewer")
let animWindow = Target.Dependency.product(name: "AnimWindow", package: "x11viewer")
let animLottie = Target.Dependency.product(name: "AnimLottie", package: "x11viewer")
let animRaster = Target.Dependency.product(name: "AnimRaster", package: "x11viewer")
let animSVG = Target.Dependency.product(name: "AnimSVG", package: "x11viewer")
let programs = [
  "Badge", "ClockHands", "CustomLayer", "DeltaTime", "EasedCircle", "FanningCircle",
  "MainActorMeter", "MovingSquares", "TerminalLink",
]

/// The programs of the first-hour guide, in modules that use the main actor by default.
let firstPrograms = [
  "GaugeLayer", "PacedTrack", "ProgressRing", "RepeatingGroup", "ThirtyHertz",
]

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "x11viewer", path: "..")],
  targets: programs.map { .executableTarget(name: $0, dependencies: [animCore]) }
    + firstPrograms.map {
      .executableTarget(
        name: $0, dependencies: [animCore],
        swiftSettings: [.defaultIsolation(MainActor.self)])
    } + [
      .executableTarget(name: "PlayLottie", dependencies: [animCore, animLottie]),
      .executableTarget(name: "StarRating", dependencies: [animCore, animLottie]),
      .executableTarget(name: "RenderPNG", dependencies: [animCore, animLottie, animPNG]),
      .executableTarget(name: "GoldenFrames", dependencies: [animCore, animPNG]),
      .executableTarget(name: "Chart", dependencies: [animCore, animText, animWindow]),
      .executableTarget(name: "FlungCard", dependencies: [animCore, animWindow]),
      .executableTarget(
        name: "Gallery", dependencies: [animCore, animLottie, animRaster, animSVG, animWindow]),
      .executableTarget(name: "GameLoop", dependencies: [animCore, animWindow]),
      .executableTarget(name: "PullToRefresh", dependencies: [animCore, animWindow]),
      .systemLibrary(name: "CXlib", pkgConfig: "x11", providers: [.apt(["libx11-dev"])]),
      .executableTarget(name: "PlainWindow", dependencies: [animCore, "CXlib"]),
      .testTarget(
        name: "ExampleTests",
        dependencies: [
          animCore, animLottie, animPNG, animText, animWindow, "Chart", "FlungCard", "Gallery",
          "GameLoop", "GoldenFrames", "PlayLottie", "PullToRefresh", "RenderPNG", "StarRating",
        ] + (programs + firstPrograms).map { .target(name: $0) },
        exclude: ["Goldens"]),
    ],
  swiftLanguageModes: [.v6]
)

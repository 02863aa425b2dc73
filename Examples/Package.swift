// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "x11viewer", path: "..")],
  targets: [
    .executableTarget(
      name: "TerminalLink", dependencies: [.product(name: "AnimCore", package: "x11viewer")]),
    .executableTarget(
      name: "CustomLayer", dependencies: [.product(name: "AnimCore", package: "x11viewer")]),
    .testTarget(
      name: "GoldenTests", dependencies: [.product(name: "AnimCore", package: "x11viewer")]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "x11viewer", path: "..")],
  targets: [
    .executableTarget(name: "Bench"),
    .executableTarget(
      name: "Kernels", dependencies: [.product(name: "AnimCore", package: "x11viewer")]),
  ],
  swiftLanguageModes: [.v6]
)

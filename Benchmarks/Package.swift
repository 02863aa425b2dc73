// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "x11viewer", path: "..")],
  targets: [
    .executableTarget(name: "Bench"),
    .executableTarget(
      name: "Kernels", dependencies: [.product(name: "AnimCore", package: "x11viewer")],
      // The scenes and the damage that it times are the viewer's, and not public.
      swiftSettings: [.unsafeFlags(["-package-name", "x11viewer"])]),
  ],
  swiftLanguageModes: [.v6]
)

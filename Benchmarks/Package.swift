// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "benchmarks",
  targets: [
    // The kernels that it runs are a target of the parent package, because they measure its
    // internals.
    .executableTarget(name: "Bench")
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "fuzzing",
  dependencies: [.package(name: "x11viewer", path: "..")],
  targets: [
    .systemLibrary(name: "CLibFuzzer"),
    .target(name: "Mutation", dependencies: ["CLibFuzzer"]),
    .executableTarget(
      name: "LottieFuzzer",
      dependencies: [
        "Mutation",
        .product(name: "AnimCore", package: "x11viewer"),
        .product(name: "AnimLottie", package: "x11viewer"),
      ]),
    // The libraries that these fuzzers test aren't products of the package.
    .executableTarget(
      name: "ScriptFuzzer",
      dependencies: ["Mutation", .product(name: "AnimLottie", package: "x11viewer")]),
    .executableTarget(
      name: "FontFuzzer", dependencies: [.product(name: "AnimText", package: "x11viewer")]),
    .executableTarget(
      name: "RasterFuzzer",
      dependencies: ["Mutation", .product(name: "AnimRaster", package: "x11viewer")]),
    .executableTarget(
      name: "SVGFuzzer",
      dependencies: ["Mutation", .product(name: "AnimSVG", package: "x11viewer")]),
    .executableTarget(
      name: "Y4MFuzzer", dependencies: [.product(name: "Readers", package: "x11viewer")]),
    .executableTarget(
      name: "LibraryFuzzer",
      dependencies: ["Mutation", .product(name: "Readers", package: "x11viewer")]),
    .executableTarget(
      name: "TextFuzzer",
      dependencies: ["Mutation", .product(name: "Readers", package: "x11viewer")]),
  ],
  swiftLanguageModes: [.v6]
)

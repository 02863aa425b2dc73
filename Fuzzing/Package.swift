// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "fuzzing",
  dependencies: [.package(name: "x11viewer", path: "..")],
  targets: [
    .systemLibrary(name: "CLibFuzzer"),
    .executableTarget(
      name: "LottieFuzzer",
      dependencies: [
        "CLibFuzzer",
        .product(name: "AnimCore", package: "x11viewer"),
        .product(name: "AnimLottie", package: "x11viewer"),
      ]),
    .executableTarget(
      name: "ScriptFuzzer",
      // AnimScript is no product, but a part of this one.
      dependencies: ["CLibFuzzer", .product(name: "AnimLottie", package: "x11viewer")]),
    .executableTarget(
      name: "FontFuzzer",
      dependencies: [
        "CLibFuzzer",
        .product(name: "AnimGraphics", package: "x11viewer"),
        .product(name: "AnimText", package: "x11viewer"),
      ]),
    .executableTarget(
      name: "RasterFuzzer",
      dependencies: ["CLibFuzzer", .product(name: "AnimRaster", package: "x11viewer")]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

/// Every target builds in Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func target(_ folder: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests",
    swiftSettings: [.treatAllWarnings(as: .error)])
}

func app(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["AVFoundation", "AVKit", "UIKit"], path: "Apps/\(name)",
    resources: [.copy("Resources")], swiftSettings: [.swiftLanguageMode(.v5)])
}

/// TwoFaces with a mistake: its folder links to the app's files but for those that differ.
func twin(_ mistake: String) -> Target {
  .executableTarget(
    name: "TwoFaces\(mistake)", dependencies: ["AVFoundation", "AVKit", "UIKit"],
    path: "Tests/Fixtures/TwoFacesTwins/TwoFaces\(mistake)", resources: [.copy("Resources")],
    swiftSettings: [.swiftLanguageMode(.v5)])
}

func library(_ name: String, pkgConfig: String? = nil, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let importNames = [
  "CoreGraphics", "ImageIO", "CoreMedia", "CoreVideo", "QuartzCore", "AVFoundation", "UIKit", "AVKit",
  "Combine", "os", "OSLog", "Photos", "CoreImage", "UniformTypeIdentifiers",
  "AVFAudio", "AudioToolbox", "CoreAudioTypes",
]

let package = Package(
  name: "Diptych",
  products: [
    .library(name: "DuoFrameworks", targets: importNames),
    .library(name: "DuoTesting", targets: ["DuoTesting"]),
    .executable(name: "diptych", targets: ["diptych"]),
  ],
  targets: [
    // C libraries
    library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev", brew: "cairo"),
    library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev", brew: "pango"),
    library("CExif", pkgConfig: "libexif", apt: "libexif-dev", brew: "libexif"),
    library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
    library("CPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    library("CHeif", pkgConfig: "libheif", apt: "libheif-dev", brew: "libheif"),
    library("CAprilTag", pkgConfig: "apriltag", apt: "libapriltag-dev", brew: "apriltag"),
    library("CYUV", apt: "libyuv-dev", brew: "libyuv"),
    library("CLibAV", pkgConfig: "libavformat", apt: "libavformat-dev", brew: "ffmpeg"),
    .target(
      name: "CPhoneTime", path: "Sources/C/CPhoneTime",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "CWorldRenderer", path: "Sources/C/CWorldRenderer",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    library("CZXing", pkgConfig: "zxing", apt: "libzxing-dev", brew: "zxing-cpp"),
    .target(name: "CBarcodes", dependencies: ["CZXing"], path: "Sources/C/CBarcodes"),
    .target(name: "CFileHoles", path: "Sources/C/CFileHoles"),
    .target(name: "CObjectCreation", path: "Sources/C/CObjectCreation"),
    .target(name: "CImportNames", path: "Sources/C/CImportNames"),
    .target(name: "CUnfairLock", path: "Sources/C/CUnfairLock"),

    // Movies in and out
    target("Media", "MediaCoding", ["CLibAV", "CYUV", "CWorldRenderer"]),
    target("Media", "BarcodeReading", ["CBarcodes"]),

    // The phone
    target("Phone", "PhoneModel"),
    target("Phone", "PhoneHardware", ["PhoneModel"]),
    target(
      "Phone", "WorldRenderer",
      ["PhoneModel", "MediaCoding", "BarcodeReading", "CWorldRenderer", "CAprilTag", "CTurboJPEG", "CPNG"]),
    target("Phone", "SimulatedPhone", ["PhoneModel", "PhoneHardware", "WorldRenderer", "CPhoneTime"]),

    // The frameworks
    target("Frameworks", "DuoFoundation"),
    target("Frameworks", "DuoCoreMedia", ["DuoFoundation"]),
    target(
      "Frameworks", "DuoImageIO",
      ["DuoFoundation", "DuoCoreGraphics", "CTurboJPEG", "CPNG", "CExif", "CHeif"]),
    target("Frameworks", "DuoCoreGraphics", ["DuoFoundation", "CCairo", "CPango"]),
    target("Frameworks", "DuoLayout"),
    target(
      "Frameworks", "DuoQuartzCore",
      ["DuoFoundation", "DuoCoreMedia", "DuoCoreGraphics", "PhoneHardware", "PhoneModel", "CObjectCreation"]),
    target(
      "Frameworks", "DuoAVFoundation",
      [
        "DuoFoundation", "DuoCoreMedia", "DuoCoreGraphics", "DuoImageIO", "DuoQuartzCore", "PhoneHardware",
        "PhoneModel", "MediaCoding", "BarcodeReading",
      ]),
    target(
      "Frameworks", "DuoUIKit",
      [
        "DuoFoundation", "DuoCoreGraphics", "DuoCoreImage", "DuoImageIO", "DuoLayout", "DuoQuartzCore",
        "PhoneHardware",
        "PhoneModel", "CObjectCreation",
      ]),
    target(
      "Frameworks", "DuoAVKit",
      ["DuoFoundation", "DuoQuartzCore", "DuoAVFoundation", "DuoUIKit", "PhoneHardware", "PhoneModel"]),
    target("Frameworks", "DuoCombine", ["DuoFoundation"]),
    target("Frameworks", "DuoUniformTypeIdentifiers"),
    target("Frameworks", "DuoOS", ["DuoFoundation", "CUnfairLock"]),
    target(
      "Frameworks", "DuoPhotos", ["DuoFoundation", "DuoUIKit", "DuoImageIO", "PhoneHardware", "PhoneModel"]),
    target("Frameworks", "DuoCoreImage", ["DuoFoundation", "DuoCoreMedia", "DuoCoreGraphics", "DuoImageIO"]),

    // Apple's module names; each is one re-export
    target("ImportNames", "_Testing_CoreGraphics"),
    target("ImportNames", "_Testing_CoreImage"),
    target("ImportNames", "CoreGraphics", ["DuoCoreGraphics", "_Testing_CoreGraphics"]),
    target("ImportNames", "ImageIO", ["DuoImageIO"]),
    target("ImportNames", "CoreMedia", ["DuoCoreMedia"]),
    target("ImportNames", "CoreVideo", ["DuoCoreMedia", "CImportNames"]),
    target("ImportNames", "QuartzCore", ["DuoQuartzCore"]),
    target(
      "ImportNames", "AVFoundation",
      ["DuoAVFoundation", "CoreMedia", "CoreVideo", "QuartzCore", "Combine", "CImportNames"]),
    target("ImportNames", "CoreAudioTypes", ["DuoCoreMedia"]),
    target("ImportNames", "AVFAudio", ["DuoAVFoundation", "CoreAudioTypes"]),
    target("ImportNames", "AudioToolbox", ["DuoAVFoundation", "CoreAudioTypes"]),
    target("ImportNames", "_Testing_UIKit"),
    target(
      "ImportNames", "UIKit",
      [
        "DuoUIKit", "DuoHost", "CoreGraphics", "QuartzCore", "CoreImage", "DuoPhotos", "Combine",
        "_Testing_UIKit", "CImportNames",
      ]),
    target("ImportNames", "AVKit", ["DuoAVKit", "AVFoundation", "UIKit"]),
    target("ImportNames", "Combine", ["DuoCombine"]),
    target("ImportNames", "UniformTypeIdentifiers", ["DuoUniformTypeIdentifiers"]),
    target("ImportNames", "os", ["DuoOS", "CImportNames"]),
    target("ImportNames", "OSLog", ["os"]),
    target("ImportNames", "Photos", ["DuoPhotos", "AVFoundation", "Combine"]),
    target(
      "ImportNames", "CoreImage",
      ["DuoCoreImage", "CoreVideo", "ImageIO", "Combine", "CImportNames", "_Testing_CoreImage"]),

    // The tools
    target("Tools", "Scenarios", ["SimulatedPhone", "PhoneModel", "PhoneHardware", "MediaCoding"]),
    target(
      "Tools", "DuoHost",
      [
        "DuoFoundation", "DuoCoreMedia", "DuoCoreGraphics", "DuoImageIO", "DuoQuartzCore", "DuoAVFoundation",
        "DuoUIKit", "DuoPhotos", "DuoAVKit", "SimulatedPhone", "Scenarios", "PhoneHardware", "PhoneModel",
        "WorldRenderer",
        "CCairo", "CPNG",
      ]),
    target(
      "Tools", "ReportCard",
      [
        "Scenarios", "PhoneModel", "MediaCoding", "CFileHoles", "CAprilTag", "CPNG", "CYUV", "CTurboJPEG",
        "CExif", "CHeif",
      ]),
    target(
      "Tools", "DuoTesting",
      [
        "DuoFoundation", "DuoCoreMedia", "DuoAVFoundation", "DuoUIKit", "DuoPhotos", "DuoHost", "ReportCard",
        "Scenarios",
        "SimulatedPhone",
        "PhoneHardware", "PhoneModel",
      ]),
    .executableTarget(
      name: "WorldBench", dependencies: ["WorldRenderer", "PhoneModel", "CPNG"],
      path: "Sources/Tools/WorldBench",
      swiftSettings: strict),
    .executableTarget(
      name: "MovieBench", dependencies: ["MediaCoding", "WorldRenderer", "PhoneModel"],
      path: "Sources/Tools/MovieBench", swiftSettings: strict),
    .executableTarget(
      name: "RecordBench",
      dependencies: [
        "DuoAVFoundation", "DuoCoreMedia", "MediaCoding", "SimulatedPhone", "PhoneHardware", "PhoneModel",
      ], path: "Sources/Tools/RecordBench", swiftSettings: strict),
    .executableTarget(
      name: "diptych", dependencies: ["ReportCard", "Scenarios", "PhoneModel"], path: "Sources/Tools/diptych",
      swiftSettings: strict),
    .executableTarget(
      name: "TimeBench", dependencies: ["SimulatedPhone", "PhoneHardware", "PhoneModel"],
      path: "Sources/Tools/TimeBench",
      swiftSettings: strict),

    .executableTarget(
      name: "FrameBench", dependencies: ["AVFoundation", "UIKit"], path: "Sources/Tools/FrameBench",
      resources: [.copy("Resources")], swiftSettings: [.swiftLanguageMode(.v5)]),

    .executableTarget(
      name: "CaptureBench",
      dependencies: [
        "DuoHost", "DuoUIKit", "DuoQuartzCore", "DuoAVFoundation", "DuoCoreMedia", "SimulatedPhone",
        "PhoneHardware", "PhoneModel",
      ],
      path: "Sources/Tools/CaptureBench", swiftSettings: strict),

    .executableTarget(
      name: "SceneBench",
      dependencies: [
        "DuoHost", "DuoUIKit", "DuoQuartzCore", "DuoCoreGraphics", "DuoAVFoundation", "DuoCoreMedia",
        "SimulatedPhone", "PhoneHardware", "PhoneModel",
      ],
      path: "Sources/Tools/SceneBench", swiftSettings: strict),

    // Sample apps
    app("ClassicSelfie"), app("ClassicOrientation"), app("SelfieFollower"), app("PositionSelfie"),
    app("TwoFaces"),

    twin("SharedCoordinator"), twin("ControlsInFold"), twin("FramedOnce"), twin("OuterShutter"),

    // Tests, an app that they run, and what several of them need
    .executableTarget(
      name: "MisbehavingApp", dependencies: ["AVFoundation", "UIKit"], path: "Tests/Fixtures/MisbehavingApp",
      resources: [.copy("Resources")], swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "ScreenApps", dependencies: ["AVFoundation", "UIKit"], path: "Tests/Fixtures/ScreenApps",
      resources: [.copy("Resources")], swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "SchemaCheck", dependencies: ["Scenarios"], path: "Tests/Fixtures/SchemaCheck",
      swiftSettings: strict),
    tests("MediaCoding", ["MediaCoding"]),
    tests("BarcodeReading", ["BarcodeReading"]),
    tests("PhoneModel", ["PhoneModel"]),
    tests(
      "WorldRenderer",
      [
        "WorldRenderer", "MediaCoding", "BarcodeReading", "PhoneModel", "CWorldRenderer", "CAprilTag", "CPNG",
        "CTurboJPEG",
      ]),
    tests(
      "SimulatedPhone",
      ["SimulatedPhone", "MediaCoding", "PhoneHardware", "PhoneModel", "CPhoneTime", "CPNG"]),
    tests("DuoFoundation", ["DuoFoundation"]),
    tests("DuoCombine", ["DuoCombine", "Combine", "DuoFoundation", "SimulatedPhone", "PhoneModel"]),
    tests("DuoUniformTypeIdentifiers", ["DuoUniformTypeIdentifiers", "UniformTypeIdentifiers"]),
    tests("DuoOS", ["DuoOS", "os", "OSLog"]),
    tests(
      "DuoPhotos",
      [
        "DuoPhotos", "DuoUIKit", "DuoImageIO", "DuoCoreGraphics", "PhoneHardware", "SimulatedPhone",
        "PhoneModel",
      ]),
    tests("DuoCoreImage", ["DuoCoreImage", "DuoCoreMedia", "DuoCoreGraphics", "DuoImageIO"]),
    tests("DuoCoreMedia", ["DuoCoreMedia"]),
    tests("DuoImageIO", ["DuoImageIO", "DuoCoreGraphics", "CTurboJPEG", "CPNG", "CExif"]),
    tests("DuoCoreGraphics", ["DuoCoreGraphics", "CPNG"]),
    tests("DuoLayout", ["DuoLayout"]),
    tests(
      "DuoQuartzCore",
      ["DuoQuartzCore", "DuoCoreGraphics", "DuoCoreMedia", "PhoneHardware", "PhoneModel", "SimulatedPhone"]),
    tests(
      "DuoAVFoundation",
      [
        "DuoAVFoundation", "BarcodeReading", "DuoImageIO", "DuoCoreGraphics", "SimulatedPhone",
        "PhoneHardware", "PhoneModel",
      ]),
    tests(
      "DuoUIKit",
      [
        "DuoUIKit", "DuoCoreGraphics", "DuoCoreImage", "DuoImageIO", "DuoQuartzCore", "PhoneHardware",
        "PhoneModel",
        "SimulatedPhone",
      ]),
    tests(
      "DuoAVKit",
      ["DuoAVKit", "DuoUIKit", "DuoAVFoundation", "SimulatedPhone", "PhoneHardware", "PhoneModel"]),
    tests("Scenarios", ["Scenarios", "MediaCoding", "SimulatedPhone", "PhoneModel", "SchemaCheck"]),
    tests(
      "DuoHost",
      [
        "DuoHost", "DuoUIKit", "DuoAVKit", "DuoAVFoundation", "DuoPhotos", "DuoImageIO", "SimulatedPhone",
        "Scenarios", "ReportCard",
      ]),
    tests(
      "ReportCard",
      [
        "ReportCard", "Scenarios", "WorldRenderer", "SimulatedPhone", "PhoneModel", "DuoImageIO", "CPNG",
        "SchemaCheck", "MediaCoding",
      ]),
    tests(
      "DuoTesting",
      ["DuoTesting", "MediaCoding", "AVFoundation", "AVKit", "UIKit", "Photos", "ClassicSelfie"]),
    tests(
      "SampleApp",
      [
        "diptych", "ClassicSelfie", "ClassicOrientation", "SelfieFollower", "PositionSelfie", "TwoFaces",
        "TwoFacesSharedCoordinator", "TwoFacesControlsInFold", "TwoFacesFramedOnce", "TwoFacesOuterShutter",
        "DuoTesting", "AVFoundation", "UIKit",
        "DuoAVFoundation",
        "DuoUIKit", "SimulatedPhone", "PhoneModel", "CPNG", "Scenarios", "SchemaCheck",
      ]),
    .testTarget(
      name: "CompatibilityTests",
      dependencies: [
        "DuoTesting", "AVFoundation", "AVFAudio", "AVKit", "AudioToolbox", "Combine", "CoreMedia", "ImageIO",
        "UIKit",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CompatibilitySwift5Tests",
      dependencies: [
        "DuoTesting", "AVFoundation", "AVKit", "UIKit", "Combine", "os", "OSLog", "Photos", "CoreImage",
      ],
      swiftSettings: [.treatAllWarnings(as: .error), .swiftLanguageMode(.v5)]),
    tests("diptych", ["diptych", "ReportCard", "Scenarios", "PhoneModel", "SchemaCheck"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

@_exported import AVFoundation
@_exported import Combine
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import DuoAVFoundation
@_exported import Foundation
@_exported import QuartzCore

@_exported import AVFoundation
@_exported import Combine
@_exported import DuoPhotos
@_exported import Foundation

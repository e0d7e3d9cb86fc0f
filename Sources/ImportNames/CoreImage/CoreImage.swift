@_exported import Combine
@_exported import CoreImage
@_exported import CoreVideo
@_exported import DuoCoreImage
@_exported import Foundation
@_exported import ImageIO

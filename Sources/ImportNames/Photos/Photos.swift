@_exported import Combine
@_exported import DuoPhotos
@_exported import Foundation

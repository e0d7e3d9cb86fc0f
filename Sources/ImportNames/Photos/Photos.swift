@_exported import DuoPhotos
@_exported import Foundation

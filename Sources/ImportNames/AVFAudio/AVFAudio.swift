@_exported import DuoAVFoundation
@_exported import CoreAudioTypes
@_exported import Foundation

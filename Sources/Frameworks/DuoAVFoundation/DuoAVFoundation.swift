@_exported import DuoFoundation
@_exported import DuoImageIO

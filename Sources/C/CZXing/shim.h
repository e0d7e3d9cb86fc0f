// ZXing is C++: CBarcodes includes its headers itself and needs this module only for their place and the library.

#ifndef CFILEHOLES_H
#define CFILEHOLES_H

/// Gives the first `length` bytes of an open file back to the disk. The file keeps its size and reads as zeros there.
/// - Returns: 0, or -1 where the file system cannot do it.
int diptych_punch_hole(int file, long length);

#endif

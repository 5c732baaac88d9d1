/* What the glue needs of IEEE 1800's svdpi.h, where no simulator is installed. */
#ifndef SVDPI_H
#define SVDPI_H
#include <stdint.h>
typedef uint32_t svBitVecVal;
#endif

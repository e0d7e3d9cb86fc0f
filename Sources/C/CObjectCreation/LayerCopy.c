#include "CObjectCreation.h"

// On Apple's systems a layer makes its presentation layer with `init(layer:)` of its own class. Swift alone can call only
// a required initialiser of a class that it knows at run time, and Apple's is not one: look it up in the vtable.

/// Method descriptor of `DuoQuartzCore.CALayer.__allocating_init(layer:)`.
extern const char calayer_init_layer __asm__("$s13DuoQuartzCore7CALayerC5layerACyp_tcfCTq");
/// Nominal type descriptor of `DuoQuartzCore.CALayer`.
extern const char calayer __asm__("$s13DuoQuartzCore7CALayerCMn");

extern void *swift_lookUpClassMethod(const void *metatype, const void *method, const void *description);

typedef __attribute__((swiftcall)) void *(*copying_init)(
    void *any, __attribute__((swift_context)) const void *metatype);

void *duo_copy_layer(const void *metatype, void *any) {
  return ((copying_init)swift_lookUpClassMethod(metatype, &calayer_init_layer, &calayer))(any, metatype);
}

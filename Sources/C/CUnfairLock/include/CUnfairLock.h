#ifndef CUNFAIRLOCK_H
#define CUNFAIRLOCK_H

#include <stdbool.h>
#include <stdint.h>

/// A lock in one word: 0 is free, else the number of the thread that holds it, with the highest bit while others wait.
/// Taking it twice on one thread, and releasing it on another, stop the process with Apple's words.
void duo_unfair_lock(uint32_t *_Nonnull word);
bool duo_unfair_try(uint32_t *_Nonnull word);
void duo_unfair_unlock(uint32_t *_Nonnull word);
bool duo_unfair_is_mine(const uint32_t *_Nonnull word);

#endif

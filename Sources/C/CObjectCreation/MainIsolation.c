#include "CObjectCreation.h"

// The Swift runtime asks a hook before it stops a process in which code of an actor ran elsewhere.

typedef struct {
  void *identity;
  unsigned long implementation;
} executor;

typedef __attribute__((swiftcall)) void (*check)(executor);
typedef __attribute__((swiftcall)) void (*hook)(executor, check);

extern hook swift_task_checkIsolated_hook;
extern __attribute__((swiftcall)) executor swift_task_getMainExecutor(void);

static void (*told)(void);

static __attribute__((swiftcall)) void look(executor expected, check original) {
  if (expected.identity == swift_task_getMainExecutor().identity) told();
  original(expected);
}

void duo_watch_main_isolation(void (*call)(void)) {
  told = call;
  swift_task_checkIsolated_hook = look;
}

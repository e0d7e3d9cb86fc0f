int duo_world_placeholder_symbol(void) { return 0; }

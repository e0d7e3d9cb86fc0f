int duo_time_placeholder_symbol(void) { return 0; }

int duo_world_placeholder_symbol(void);

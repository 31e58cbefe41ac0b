"""rota: shift plans."""

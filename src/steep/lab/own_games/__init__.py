"""Games that are not Steep's: their players, and the processes that they are played in."""

"""Quality and speed of the product's own steps on labelled sets that are not part of this project."""

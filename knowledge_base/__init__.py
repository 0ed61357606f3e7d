"""The knowledge base: documents cut into parts, embedded, indexed and searched. The only package that loads models."""

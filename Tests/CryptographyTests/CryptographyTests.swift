import Testing

// Placeholder, replaced as Cryptography grows.

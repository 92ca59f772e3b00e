import Testing

// Placeholder, replaced as Arguments grows.

import Testing

// Placeholder, replaced as Relay grows.

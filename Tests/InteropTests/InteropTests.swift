import Testing

// Placeholder, replaced as Interop grows.

import Testing

// Placeholder, replaced as Namespaces grows.

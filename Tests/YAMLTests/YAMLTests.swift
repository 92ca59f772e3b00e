import Testing

// Placeholder, replaced as YAML grows.

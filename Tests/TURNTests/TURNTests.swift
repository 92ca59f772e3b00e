import Testing

// Placeholder, replaced as TURN grows.

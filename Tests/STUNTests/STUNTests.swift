import Testing

// Placeholder, replaced as STUN grows.

import Testing

// Placeholder, replaced as EventLoop grows.

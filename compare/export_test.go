package compare

// Count returns how many cases were timed.
func (t *Times) Count() int64 { return t.histogram.TotalCount() }

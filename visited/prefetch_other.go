//go:build !amd64 && !arm64

package visited

import "unsafe"

// prefetch does nothing where there is no instruction for it that we know.
func prefetch(unsafe.Pointer, []uintptr) {}

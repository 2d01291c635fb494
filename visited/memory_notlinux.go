//go:build unix && !linux

package visited

func adviseHuge([]byte) {}

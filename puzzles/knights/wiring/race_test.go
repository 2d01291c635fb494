//go:build race

package wiring

const raced = true

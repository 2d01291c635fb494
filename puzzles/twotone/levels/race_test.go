//go:build race

package levels

// underRace is whether the race detector watches, which makes everything ten times slower or more.
const underRace = true

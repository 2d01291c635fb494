//go:build !race

package levels

// underRace is whether the race detector watches.
const underRace = false

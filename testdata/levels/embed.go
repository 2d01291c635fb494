// Package levels holds the level files that ship with exhaust, so that the program carries them.
// docs/LEVELS.md says how they were made.
package levels

import "embed"

// Files are the level files.
//
//go:embed *.txt
var Files embed.FS

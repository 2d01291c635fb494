//go:build !unix

package command

import "os"

// demandSignals are the signals that demand a checkpoint: there are none here.
var demandSignals []os.Signal

package command

import (
	"math"
	"os"
	"os/signal"
	"time"
)

// demands returns a channel that demands a checkpoint: every so often, if that is not 0, and at
// each SIGUSR1 where there is one. A demand that comes while one is waiting is dropped. The
// function ends it.
func demands(every time.Duration) (demand <-chan struct{}, stop func()) {
	signals := make(chan os.Signal, 1)
	if len(demandSignals) > 0 {
		signal.Notify(signals, demandSignals...)
	}
	if every == 0 {
		every = math.MaxInt64 // centuries
	}
	ticker := time.NewTicker(every)
	out, done := make(chan struct{}, 1), make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-signals:
			case <-ticker.C:
			}
			select {
			case out <- struct{}{}:
			default:
			}
		}
	}()
	return out, func() {
		signal.Stop(signals)
		ticker.Stop()
		close(done)
	}
}

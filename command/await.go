package command

import "context"

// Await does what may wait for somebody else, such as a read of standard input or the opening of a
// FIFO. A done context ends the wait with a limit; what was begun is left to its fate.
func Await[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := do()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, LimitError(context.Cause(ctx))
	}
}

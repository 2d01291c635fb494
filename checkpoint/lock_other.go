//go:build !unix

package checkpoint

import (
	"errors"
	"io"
)

func (d directory) Lock(name, holder string) (io.Closer, error) {
	return nil, errors.ErrUnsupported
}

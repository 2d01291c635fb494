//go:build !unix

package checkpoint

import (
	"errors"
	"os"
)

func (d *directory) lock(*os.Root, string, string) (*hold, error) {
	return nil, errors.ErrUnsupported
}

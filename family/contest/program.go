package contest

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// External reports whether the player is a program of its own.
func (p Player) External() bool { return p.args != nil }

// Program says which program an external player is, so that half the answers of a comparison cannot
// be another program's: the name and the xxhash of its executable, and of each argument that is a
// file, such as a script.
func (p Player) Program() (string, error) {
	path, err := exec.LookPath(p.args[0])
	if err != nil {
		return "", err
	}
	sums := []string{}
	for i, file := range append([]string{path}, p.args[1:]...) {
		info, err := os.Stat(file)
		if i > 0 && (err != nil || !info.Mode().IsRegular()) {
			continue // a word that is no file
		}
		sum, err := sumOf(file)
		if err != nil {
			return "", err
		}
		sums = append(sums, fmt.Sprintf("%s %016x", filepath.Base(file), sum))
	}
	return strings.Join(sums, ", "), nil
}

// sumOf returns the xxhash of a file.
func sumOf(path string) (uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	sum := xxhash.New()
	if _, err := io.Copy(sum, f); err != nil {
		return 0, err
	}
	return sum.Sum64(), nil
}

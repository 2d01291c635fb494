package checkpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/cespare/xxhash/v2"
)

// Version is the version of the manifest that this package writes and reads.
const Version = 1

// The lines around the JSON of a manifest.
const (
	firstLine = "exhaust checkpoint "
	lastLine  = "xxhash "
)

// maxManifest bounds what is read of a manifest: a hundred bytes for each of half a million files.
const maxManifest = 64 << 20

// A Manifest says what a run is, how far it got, and of which files it consists.
type Manifest struct {
	Generation uint64            `json:"generation"` // 1 for the first commit, one more for each
	Identity   map[string]string `json:"identity"`   // what must be equal when the run is resumed
	Notes      map[string]string `json:"notes"`      // what need not be
	Files      []Entry           `json:"files"`
	Progress   json.RawMessage   `json:"progress"` // the caller's
}

// An Entry is what a manifest says of a file.
type Entry struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
	Count uint64 `json:"count"` // of what the file holds: states, chunks
	Sum   Sum    `json:"xxhash"`
}

// A Sum is an xxhash. Manifests write it as 16 hexadecimal digits.
type Sum uint64

// MarshalText returns the digits.
func (s Sum) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x", uint64(s)), nil }

// UnmarshalText takes exactly 16 of the digits that MarshalText writes.
func (s *Sum) UnmarshalText(text []byte) error {
	v, err := strconv.ParseUint(string(text), 16, 64)
	*s = Sum(v)
	if again, _ := s.MarshalText(); err != nil || !bytes.Equal(again, text) {
		return fmt.Errorf("checksum %q: want 16 hexadecimal digits", text)
	}
	return nil
}

// clone returns a manifest that shares nothing with m that anybody changes.
func (m *Manifest) clone() *Manifest {
	c := *m
	c.Files = slices.Clone(m.Files)
	return &c
}

// find returns the place of a file, or -1.
func (m *Manifest) find(name string) int {
	return slices.IndexFunc(m.Files, func(e Entry) bool { return e.Name == name })
}

// names returns the set of all files' names.
func (m *Manifest) names() map[string]bool {
	set := make(map[string]bool, len(m.Files))
	for _, e := range m.Files {
		set[e.Name] = true
	}
	return set
}

// differences lists what differs from the identity of a run, as "key: old -> new".
func (m *Manifest) differences(identity map[string]string) (list []string) {
	keys := maps.Clone(m.Identity)
	if keys == nil {
		keys = map[string]string{}
	}
	maps.Copy(keys, identity)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		was, had := m.Identity[key]
		is, has := identity[key]
		switch {
		case !had:
			list = append(list, fmt.Sprintf("%s: (nothing) -> %s", key, is))
		case !has:
			list = append(list, fmt.Sprintf("%s: %s -> (nothing)", key, was))
		case was != is:
			list = append(list, fmt.Sprintf("%s: %s -> %s", key, was, is))
		}
	}
	return list
}

// Check returns an ErrMismatch with a line for each difference, old -> new, if a run of
// another identity is in the directory.
func (m *Manifest) Check(identity map[string]string) error {
	if list := m.differences(identity); len(list) > 0 {
		return fmt.Errorf("%w: %s", ErrMismatch, strings.Join(list, "; "))
	}
	return nil
}

// format returns the bytes of a manifest.
func (m *Manifest) format() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%d\n", firstLine, Version)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	return fmt.Appendf(b.Bytes(), "%s%016x\n", lastLine, xxhash.Sum64(b.Bytes())), nil
}

// byteOrderMark is what some editors put before a text.
const byteOrderMark = "\ufeff"

// parse reads the bytes of a manifest, which has a name. One that an editor or a copy gave a byte
// order mark, or carriage returns at the ends of its lines, is read as it was without them: the
// checksum says whether it was. A manifest is written without, and nothing in its JSON needs any.
func parse(name string, text []byte) (*Manifest, error) {
	m, err := parseAsWritten(name, text)
	if err == nil {
		return m, nil
	}
	plain := bytes.TrimPrefix(text, []byte(byteOrderMark))
	plain = bytes.ReplaceAll(plain, []byte("\r\n"), []byte("\n"))
	if len(plain) == len(text) {
		return nil, err
	}
	m, err = parseAsWritten(name, plain)
	if errors.Is(err, ErrCorrupt) { // whose offset is not that of the file
		at := 0
		for at < len(plain) && text[at] == plain[at] {
			at++
		}
		return nil, corrupt(name, int64(at),
			"it has a byte order mark or carriage returns, and is not whole without them")
	}
	return m, err
}

// parseAsWritten reads a manifest: first line, version, checksum, JSON, in this order.
func parseAsWritten(name string, text []byte) (*Manifest, error) {
	line := fmt.Appendf(nil, "%s%d\n", firstLine, Version)
	if !bytes.HasPrefix(text, line) {
		return nil, wrongLine(name, text, line)
	}
	end := len(text) - len(lastLine) - 17
	if end < len(line) {
		return nil, corrupt(name, int64(len(text)), "the file ends: want a line %q", lastLine)
	}
	if want := fmt.Sprintf("%s%016x\n", lastLine,
		xxhash.Sum64(text[:end])); string(text[end:]) != want {
		return nil, corrupt(name, int64(end), "it ends with %q: want %q", text[end:], want)
	}
	var m Manifest
	d := json.NewDecoder(bytes.NewReader(text[len(line):end]))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return nil, corrupt(name, int64(len(line))+d.InputOffset(), "%v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, corrupt(name, int64(len(line))+d.InputOffset(), "there is more after the manifest")
	}
	return &m, m.validate(name)
}

// wrongLine is the error of a manifest that does not begin with the line that it should: ErrCorrupt
// if with that line it would be whole, or if what is there for the version is no number, and
// otherwise ErrNotCheckpoint or ErrUnsupported.
func wrongLine(name string, text, line []byte) error {
	if len(text) > len(line) {
		if _, err := parseAsWritten(name, slices.Concat(line, text[len(line):])); err == nil {
			at := 0
			for text[at] == line[at] {
				at++
			}
			return corrupt(name, int64(at), "it begins with %q: want %q", text[:len(line)], line)
		}
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	version, ours := bytes.CutPrefix(first, []byte(firstLine))
	if !ours || len(first) == len(text) {
		return fmt.Errorf("%s: %w: it does not begin with %q", name, ErrNotCheckpoint, firstLine)
	}
	if number, err := strconv.ParseUint(string(version), 10, 64); err != nil || number == Version {
		return corrupt(name, int64(len(firstLine)), "version %q: want %d", version, Version)
	}
	return fmt.Errorf("%s at offset %d: %w: version %q: want %d", name, len(firstLine), ErrUnsupported,
		version, Version)
}

// validate checks what the JSON's form does not say of a manifest that has a name.
func (m *Manifest) validate(name string) error {
	seen := map[string]bool{}
	for _, e := range m.Files {
		switch {
		case !validName(e.Name):
			return corrupt(name, 0, "file name %q: want letters, digits, dots, dashes and %q", e.Name,
				Suffix)
		case seen[e.Name]:
			return corrupt(name, 0, "file %q is there twice", e.Name)
		case e.Bytes < 0:
			return corrupt(name, 0, "file %q of %d bytes", e.Name, e.Bytes)
		}
		seen[e.Name] = true
	}
	if m.Generation == 0 {
		return corrupt(name, 0, "generation 0: want at least 1")
	}
	return nil
}

// Read reads the manifest of a directory, without a lock and without changing anything. It is
// ErrNotCheckpoint if there is none, ErrUnsupported if it is of another version, and ErrCorrupt if
// it is not what was written, which is what none is too beside a whole one of the commit before.
func Read(dir Opener) (*Manifest, error) {
	m, err := readAs(dir, manifestName)
	why := fmt.Sprintf("it does not begin with %q", firstLine)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		why = "there is no such file"
		err = fmt.Errorf("%w: there is no %s", ErrNotCheckpoint, manifestName)
	}
	if errors.Is(err, ErrNotCheckpoint) {
		if _, none := readAs(dir, oldManifest); none == nil {
			return nil, corrupt(manifestName, 0, "%s", why)
		}
	}
	return m, err
}

// ReadPrevious reads what the commit before the last says of a run whose manifest is damaged. Its
// files are there with their sizes. The error is ErrWhole if the manifest is whole, and otherwise
// that of Read, which is ErrCorrupt or an input/output error if it is one of damage; it then says
// why there is nothing before.
func ReadPrevious(dir Opener) (*Manifest, error) {
	m, err := Read(dir)
	switch {
	case err == nil:
		return nil, fmt.Errorf("%w: generation %d", ErrWhole, m.Generation)
	case !errors.Is(err, ErrCorrupt) && !errors.Is(err, syscall.EIO):
		return nil, err
	}
	previous, none := readAs(dir, oldManifest)
	if none == nil {
		none = previous.checkSizes(dir)
	}
	if none != nil {
		return nil, fmt.Errorf("%w; nor is the commit before it whole: %v", err, none)
	}
	return previous, nil
}

// readAs reads the manifest of a directory that has a name.
func readAs(dir Opener, name string) (*Manifest, error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	if size > maxManifest {
		return nil, corrupt(name, maxManifest, "it has %d bytes: want at most %d", size, maxManifest)
	}
	text := make([]byte, size)
	n, err := f.ReadAt(text, 0)
	if n < len(text) && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s at offset %d: %w", name, n, err)
	}
	return parse(name, text[:n])
}

package command

import (
	"errors"
	"fmt"
	"syscall"

	"exhaust/checkpoint"
	"exhaust/frontier"
	"exhaust/parallel"
)

// The flags of resume that go back to what is whole.
const (
	LevelFlag    = "level"
	PreviousFlag = "previous"
)

// Offer adds to the error of a damaged directory what of its run is whole, and the command that
// goes on from there, if there is something: the commit before if it is the manifest that is
// damaged, and the levels before if it is a file of levels.
func Offer(path string, err error) error {
	if !errors.Is(err, checkpoint.ErrCorrupt) && !errors.Is(err, frontier.ErrCorrupt) &&
		!errors.Is(err, syscall.EIO) {
		return err
	}
	dir := checkpoint.OS(path)
	whole, flag := "", ""
	if m, unreadable := checkpoint.Read(dir); unreadable != nil {
		whole, flag = wholeCommit(dir)
	} else {
		whole, flag = wholeLevels(dir, m)
	}
	if flag == "" {
		return err
	}
	again := ResumeCommand(nil, path)
	return fmt.Errorf("%w; %s, and this goes on from there: %s --%s", err, whole, again, flag)
}

// wholeCommit says that the commit before a damaged manifest is whole, or there at least, and which
// flag goes back to it; nothing if it is not.
func wholeCommit(dir checkpoint.FS) (whole, flag string) {
	m, err := checkpoint.ReadPrevious(dir)
	if err != nil {
		return "", ""
	}
	whole = "the commit before it"
	if saved, ok := m.Notes["saved"]; ok {
		whole += fmt.Sprintf(", of %s,", saved)
	}
	for _, e := range m.Files {
		if damage := checkpoint.Verify(dir, e); damage != nil {
			return fmt.Sprintf("%s is there, though of its files %s is damaged too", whole,
				e.Name), PreviousFlag
		}
	}
	return whole + " is whole", PreviousFlag
}

// wholeLevels says which levels of a search with a damaged file are whole, and which flag goes back
// to them; nothing if none are, or no file is damaged, or the run is no search.
func wholeLevels(dir checkpoint.FS, m *checkpoint.Manifest) (whole, flag string) {
	level, damage := parallel.LastWhole(dir, m)
	if damage == nil || level < 0 {
		return "", ""
	}
	return fmt.Sprintf("levels 0 to %d are whole", level), fmt.Sprintf("%s %d", LevelFlag, level)
}

package commands

import (
	"exhaust/command"
	"exhaust/puzzles/twotone"
)

// parseRule parses a rule by its name.
func parseRule(name string) (twotone.Rule, error) {
	rule, ok := twotone.RuleNamed(name)
	if !ok {
		return 0, command.Usagef("unknown rule %q: want strict or handover", name)
	}
	return rule, nil
}

// parseRules parses a rule by its name, or both.
func parseRules(name string) ([]twotone.Rule, error) {
	if name == "both" {
		return []twotone.Rule{twotone.Strict, twotone.Handover}, nil
	}
	rule, err := parseRule(name)
	if err != nil {
		return nil, command.Usagef("unknown rule %q: want strict, handover or both", name)
	}
	return []twotone.Rule{rule}, nil
}

// parseSpace parses ROWSxCOLS.
func parseSpace(text string) (*twotone.Space, error) {
	s, err := twotone.ParseSpace(text, twotone.Black)
	if err != nil {
		return nil, command.UsageError(err)
	}
	return s, nil
}

// maxInput bounds what is read of a graph, in bytes.
const maxInput = 2 << 20

// byteOrderMark may stand before a graph in a file.
const byteOrderMark = "\uFEFF"

package main

import (
	"exhaust/puzzles/twotone"
)

// steps formats a solution for people.
func steps(s twotone.Solution) string {
	if len(s) == 0 {
		return noSteps
	}
	return s.String()
}

// parseRule parses a rule by its name.
func parseRule(name string) (twotone.Rule, error) {
	rule, ok := twotone.RuleNamed(name)
	if !ok {
		return 0, usagef("unknown rule %q: want strict or handover", name)
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
		return nil, usagef("unknown rule %q: want strict, handover or both", name)
	}
	return []twotone.Rule{rule}, nil
}

// parseSpace parses ROWSxCOLS.
func parseSpace(text string) (*twotone.Space, error) {
	s, err := twotone.ParseSpace(text, twotone.Black)
	if err != nil {
		return nil, usageError(err)
	}
	return s, nil
}

// parseSize parses ROWSxCOLS.
func parseSize(text string) (rows, cols int, err error) {
	if rows, cols, err = twotone.ParseSize(text); err != nil {
		return 0, 0, usageError(err)
	}
	return rows, cols, nil
}

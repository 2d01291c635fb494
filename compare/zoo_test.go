package compare_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"exhaust/compare"
	"exhaust/puzzle"
)

// TestMain makes the test binary an external solver too: "zoo NAME" is that animal.
func TestMain(m *testing.M) {
	if len(os.Args) >= 3 && os.Args[1] == "zoo" {
		zoo[os.Args[2]]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// lines is the protocol of these tests. A request is "ID n", a reply "ID unsolvable", "ID limit",
// "ID failed WHY" or "ID strokes".
type lines struct{}

func (lines) AppendRequest(dst []byte, id uint64, n int) []byte {
	return fmt.Appendf(dst, "%d %d\n", id, n)
}

func (lines) Clone(n int) int { return n }

func (lines) ParseReply(line []byte) (compare.Reply, error) {
	number, rest, found := strings.Cut(string(line), " ")
	id, err := strconv.ParseUint(number, 10, 64)
	if !found || err != nil {
		return compare.Reply{}, errors.New("want a number and a word")
	}
	r := compare.Reply{ID: id}
	word, why, _ := strings.Cut(rest, " ")
	switch {
	case word == "unsolvable":
		r.Answer.Verdict = puzzle.Unsolvable
	case word == "failed":
		r.Failed = why
	case word != "limit":
		r.Answer = solved(len(rest), rest)
	}
	return r, nil
}

// truth is the right reply to a request.
func truth(id, n int) string {
	if n%2 != 0 {
		return fmt.Sprintf("%d unsolvable\n", id)
	}
	return fmt.Sprintf("%d %s\n", id, strings.Repeat("|", n/2))
}

// right is the right solver of this program.
type exact struct{}

func (exact) Name() string { return "right" }

func (exact) Solve(_ context.Context, n int) (compare.Answer, error) {
	if n%2 != 0 {
		return unsolvable, nil
	}
	return solved(n/2, strings.Repeat("|", n/2)), nil
}

// serve reads requests and prints what reply returns, at once.
func serve(reply func(id, n int) string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var id, n int
		fmt.Sscan(in.Text(), &id, &n)
		fmt.Print(reply(id, n))
	}
}

// from returns what an animal does at case 13 and later ones; before, it replies rightly.
func from13(do func(id, n int) string) func() {
	return func() {
		serve(func(id, n int) string {
			if n < 13 {
				return truth(id, n)
			}
			return do(id, n)
		})
	}
}

// sleep is longer than any test.
func sleep() string {
	time.Sleep(time.Hour)
	return ""
}

// exit ends the animal.
func exit(code int) string {
	os.Exit(code)
	return ""
}

// zoo is programs that misbehave, and some that do not.
var zoo = map[string]func(){
	"good": func() { serve(truth) },
	"shuffles": func() { // replies to many requests at once, the last first
		in := bufio.NewReader(os.Stdin)
		var waiting []string
		for {
			var id, n int
			if _, err := fmt.Fscan(in, &id, &n); err != nil {
				return
			}
			in.ReadByte()
			waiting = append(waiting, truth(id, n))
			if in.Buffered() > 0 {
				continue
			}
			for i := len(waiting) - 1; i >= 0; i-- {
				fmt.Print(waiting[i])
			}
			waiting = nil
		}
	},
	"grumbles": func() { // fills its standard error
		serve(func(id, n int) string {
			fmt.Fprintln(os.Stderr, strings.Repeat("mutter ", 5000))
			return truth(id, n)
		})
	},
	"lingers": func() { // does not end with its input
		serve(truth)
		sleep()
	},
	"lies":      from13(func(id, _ int) string { return fmt.Sprintf("%d |\n", id) }),
	"fails":     from13(func(id, n int) string { return fmt.Sprintf("%d failed at %d\n", id, n) }),
	"gives up":  from13(func(id, _ int) string { return fmt.Sprintf("%d limit\n", id) }),
	"babbles":   from13(func(int, int) string { return "I think so\n" }),
	"is blank":  from13(func(int, int) string { return "\n" }),
	"is silent": from13(func(int, int) string { return "" }),
	"hangs":     from13(func(int, int) string { return sleep() }),
	"hesitates": from13(func(id, _ int) string { // prints half a line and hangs
		fmt.Printf("%d unsolv", id)
		return sleep()
	}),
	"crashes": from13(func(_, n int) string {
		fmt.Fprintf(os.Stderr, "first line\nlast line at %d\n", n)
		return exit(3)
	}),
	"is killed": from13(func(int, int) string {
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		return sleep()
	}),
	"leaves": from13(func(int, int) string { return exit(0) }),
	"closes": from13(func(int, int) string {
		os.Stdout.Close()
		return sleep()
	}),
	"breaks off": from13(func(id, _ int) string {
		fmt.Printf("%d unsolv", id)
		return exit(1)
	}),
	"floods": from13(func(int, int) string {
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	}),
	"rambles": from13(func(id, _ int) string { return fmt.Sprintf("%d %s\n", id, strings.Repeat("|", 1_100_000)) }),
	"repeats": from13(func(id, n int) string { return truth(id, n) + truth(id, n) }),
	"adds":    from13(func(id, n int) string { return truth(id, n) + "that was easy\n" }),
	"errs":    from13(func(_, n int) string { return truth(1<<40, n) }),
	"greets": func() {
		fmt.Println("solver 1.0")
		serve(truth)
	},
	"never reads":    func() { sleep() },
	"does not start": func() { exit(5) },
	"is moody": func() { // dies at its 30th request, whatever it is
		asked := 0
		serve(func(id, n int) string {
			if asked++; asked == 30 {
				return exit(9)
			}
			return truth(id, n)
		})
	},
	"starts badly": func() { // crashes at case 0, and prints a line too many from case 13 on
		serve(func(id, n int) string {
			switch {
			case n == 0:
				return exit(6)
			case n < 13:
				return truth(id, n)
			}
			return truth(id, n) + "that was easy\n"
		})
	},
	"wakes up": func() { // takes its time for case 0; writes down what it is asked
		asked, _ := os.OpenFile(os.Args[3], os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
		serve(func(id, n int) string {
			fmt.Fprintln(asked, n)
			if n == 0 {
				time.Sleep(200 * time.Millisecond)
			}
			return truth(id, n)
		})
	},
	"does not repeat itself": func() { // says nothing to what it was asked before
		said := map[int]bool{}
		serve(func(id, n int) string {
			if said[n] {
				return ""
			}
			said[n] = true
			return truth(id, n)
		})
	},
	"breeds": func() { // starts a child that holds on to everything, and dies
		child := exec.Command(os.Args[0], "zoo", "never reads")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.Start()
		os.WriteFile(os.Args[3], []byte(strconv.Itoa(child.Process.Pid)), 0o600)
		from13(func(int, int) string { return exit(4) })()
	},
}

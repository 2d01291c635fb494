package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"time"

	"exhaust/checkpoint"
	"exhaust/frontier"
	"exhaust/parallel"
)

type W = [1]uint64

func cpu() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(1 /*thread*/, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func main() {
	dir := checkpoint.OS(os.Args[1])
	m, err := checkpoint.Read(dir)
	if err != nil {
		panic(err)
	}
	k, err := parallel.ReadKept(m)
	if err != nil {
		panic(err)
	}
	// the largest level
	best := 0
	for i, l := range k.Levels {
		if l.States > k.Levels[best].States {
			best = i
		}
	}
	l := k.Levels[best]
	f, _ := dir.Open(l.File)
	run, err := frontier.OpenRun[W](f, l.At, l.Bytes, l.File)
	if err != nil {
		panic(err)
	}
	var states []W
	for c := run.Cursor(frontier.Range[W]{}); ; {
		s, _ := c.Next()
		if len(s) == 0 {
			break
		}
		states = append(states, s...)
	}
	fmt.Println("level", best, len(states))
	n := len(states)
	sh := append([]W(nil), states...)
	rand.Shuffle(n, func(i, j int) { sh[i], sh[j] = sh[j], sh[i] })
	work, scratch := make([]W, n), make([]W, n)
	bestOf := func(name string, f func() string) {
		lo := time.Hour
		out := ""
		for range 15 {
			t := cpu()
			out = f()
			if d := cpu() - t; d < lo {
				lo = d
			}
		}
		fmt.Printf("%-20s %6.2f ns/state %s\n", name, float64(lo.Nanoseconds())/float64(n), out)
	}
	bestOf("sort", func() string { copy(work, sh); frontier.Sort(work, scratch); return "" })
	bestOf("copy", func() string { copy(work, sh); return "" })
	for _, c := range []frontier.Codec{frontier.None, frontier.S2, frontier.Zstd} {
		for _, b := range []int{4096, 8192, 16384, 32768, 65536} {
			bestOf(fmt.Sprint(c, b), func() string {
				var out bytes.Buffer
				w, _ := frontier.NewWriter[W](&out, frontier.Options{Codec: c, BlockStates: b})
				w.Write(states)
				w.Close()
				return fmt.Sprintf("%.3f B/state", float64(out.Len())/float64(n))
			})
		}
	}
	var buf frontier.Buffer[W]
	bestOf("decode", func() string {
		for i := range run.Blocks() {
			run.Decode(i, &buf)
		}
		return ""
	})
}

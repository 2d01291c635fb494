package main

import (
	"fmt"
	"os"

	"exhaust/checkpoint"
	"exhaust/frontier"
	"exhaust/parallel"
)

type W = [1]uint64

type null struct{}

func (null) Write(b []byte) (int, error) { return len(b), nil }

func main() {
	dir := checkpoint.OS(os.Args[1])
	m, _ := checkpoint.Read(dir)
	k, _ := parallel.ReadKept(m)
	type key struct {
		c frontier.Codec
		b int
	}
	tot := map[key]int64{}
	n := int64(0)
	for _, l := range k.Levels {
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
		n += int64(len(states))
		for _, c := range []frontier.Codec{frontier.S2, frontier.Zstd} {
			for _, b := range []int{8192, 16384, 32768, 65536} {
				w, _ := frontier.NewWriter[W](null{}, frontier.Options{Codec: c, BlockStates: b})
				w.Write(states)
				info, _ := w.Close()
				tot[key{c, b}] += info.Bytes
			}
		}
		run.Drop()
	}
	for _, c := range []frontier.Codec{frontier.S2, frontier.Zstd} {
		for _, b := range []int{8192, 16384, 32768, 65536} {
			fmt.Printf("%v %d %.3f\n", c, b, float64(tot[key{c, b}])/float64(n))
		}
	}
}

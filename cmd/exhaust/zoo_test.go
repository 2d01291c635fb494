package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"exhaust/puzzles/twotone/protocol"
	"exhaust/puzzles/twotone/zeroone"
)

// zoo is an external solver that misbehaves on every board with two stars or more, each animal in
// its own way, and is right about all others.
//
//	zoo ANIMAL
func zoo() {
	misbehave := animals[os.Args[1]]
	server := protocol.Server{Solver: zeroone.New()}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		var q struct {
			ID    int   `json:"id"`
			Stars []int `json:"stars"`
		}
		json.Unmarshal([]byte(line), &q)
		if len(q.Stars) < 2 {
			server.Serve(context.Background(), strings.NewReader(line), os.Stdout)
		} else {
			misbehave(fmt.Sprintf(`{"id":%d,`, q.ID))
		}
	}
}

// animals say how each begins a reply wrongly, given its beginning.
var animals = map[string]func(reply string){
	"lies":      func(r string) { fmt.Println(r + `"length":0,"solution":""}`) },
	"denies":    func(r string) { fmt.Println(r + `"unsolvable":true}`) },
	"guesses":   func(r string) { fmt.Println(r + `"length":1}`) },
	"gives up":  func(r string) { fmt.Println(r + `"limit":true}`) },
	"is silent": func(string) {},
	"hangs":     func(string) { time.Sleep(time.Hour) },
	"crashes":   func(string) { panicking() },
}

// panicking ends the animal with a last word.
func panicking() {
	fmt.Fprintln(os.Stderr, "assertion failed: \x1b[31mstars < 2")
	os.Exit(2)
}

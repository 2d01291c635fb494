# make test is the whole gate. Each part of it can be run alone.

GO          ?= go
STATICCHECK ?= $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZRUNS    ?= 50000x

.PHONY: build test fmt vet lint unit race fuzz soak bench bench-peers clean

build:
	$(GO) build -o exhaust ./cmd/exhaust

test: fmt vet lint unit race fuzz

fmt:
	@bad=$$(gofmt -l .); if [ -n "$$bad" ]; then echo "gofmt would change:"; echo "$$bad"; exit 1; fi

vet:
	$(GO) vet ./...

lint:
	$(STATICCHECK) ./...

unit:
	$(GO) test -timeout 30m ./...

# Everything that runs on several goroutines.
RACE := ./visited/... ./frontier ./checkpoint ./parallel ./enumerate ./compare ./command ./family/... \
	./puzzles/twotone/bfs ./puzzles/twotone/wiring ./puzzles/twotone/atlas ./puzzles/twotone/hamilton/graphs \
	./puzzles/twotone/levels

race:
	$(GO) test -race -timeout 40m $(RACE)

# Each parser and codec for a short while: package, target, and runs if not FUZZRUNS. They are counted, because a
# fuzz that ends by time can fail with "context deadline exceeded" and no input.
FUZZ := statecodec:FuzzLayout frontier:FuzzDecode frontier:FuzzOpen checkpoint:FuzzManifest enumerate:FuzzEarlier parallel:FuzzReadKept \
	family/census:FuzzValues family/protocol:FuzzParseReply family/protocol:FuzzServe family/levels:FuzzParse:20000x puzzle:FuzzShown:20000x \
	puzzles/twotone:FuzzParseID puzzles/twotone:FuzzParseBoard puzzles/twotone:FuzzParseSolution puzzles/twotone/table:FuzzKernels:1000x \
	puzzles/twotone/wiring:FuzzParseReply puzzles/twotone/wiring:FuzzServe puzzles/twotone/levels:FuzzParse:20000x puzzles/gridgraph:FuzzParse \
	puzzles/huarong:FuzzParse:20000x puzzles/huarong:FuzzParseContest:20000x puzzles/huarong:FuzzParseSlides:20000x \
	puzzles/tiles:FuzzParse:20000x puzzles/tiles:FuzzDrawn:20000x puzzles/tiles:FuzzMoves:20000x \
	puzzles/knights:FuzzParse:20000x puzzles/knights:FuzzParseContest:20000x puzzles/knights:FuzzParseJumps:20000x \
	puzzles/pawns:FuzzParse:20000x puzzles/pawns:FuzzParseFile:20000x puzzles/pawns:FuzzParseLine:20000x

fuzz:
	@set -e; for f in $(FUZZ); do set -- $$(echo $$f | tr : ' '); \
		$(GO) test ./$$1 -run '^$$' -fuzz "^$$2$$" -fuzztime $${3:-$(FUZZRUNS)} -fuzzminimizetime 5x; done

# What is heavy: runs that are killed a hundred times (EXHAUST_SEED=N repeats one that failed), and every case of
# every space of the puzzles.
soak:
	EXHAUST_SOAK=1 $(GO) test ./cmd/exhaust -run "Killed|Memory" -count 1 -timeout 0 -v
	EXHAUST_SOAK=1 $(GO) test -count 1 -timeout 0 ./puzzles/tiles/... ./puzzles/knights/... ./puzzles/huarong/... ./puzzles/pawns/...

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Other programs on the same boards beside exhaust; needs g++, gcc and spin, and an hour.
ROUNDS ?= 5
bench-peers:
	$(GO) run ./bench/peers -rounds $(ROUNDS)

clean:
	rm -f exhaust

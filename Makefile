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
	$(GO) test ./...

# Everything that runs on several goroutines.
race:
	$(GO) test -race ./visited/... ./frontier ./checkpoint ./parallel ./enumerate ./compare ./puzzles/twotone/bfs ./puzzles/twotone/census ./puzzles/twotone/contest ./puzzles/twotone/atlas ./puzzles/twotone/hamilton/family ./puzzles/twotone/levels

# Each parser and codec for a short while: package, target, and runs if not FUZZRUNS. They are counted, because a
# fuzz that ends by time can fail with "context deadline exceeded" and no input.
FUZZ := statecodec:FuzzLayout frontier:FuzzDecode frontier:FuzzOpen checkpoint:FuzzManifest enumerate:FuzzEarlier parallel:FuzzReadKept puzzles/twotone/table:FuzzKernels:1000x \
	puzzles/twotone:FuzzParseID puzzles/twotone:FuzzParseBoard puzzles/twotone:FuzzParseSolution \
	puzzles/gridgraph:FuzzParse puzzles/twotone/protocol:FuzzParseReply puzzles/twotone/protocol:FuzzServe puzzles/twotone/levels:FuzzParse:20000x

fuzz:
	@set -e; for f in $(FUZZ); do set -- $$(echo $$f | tr : ' '); \
		$(GO) test ./$$1 -run '^$$' -fuzz "^$$2$$" -fuzztime $${3:-$(FUZZRUNS)} -fuzzminimizetime 5x; done

# Runs that are killed a hundred times. EXHAUST_SEED=N repeats one that failed.
soak:
	EXHAUST_SOAK=1 $(GO) test ./cmd/exhaust -run Killed -count 1 -timeout 0 -v

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Other programs on the same boards beside exhaust; needs g++, gcc and spin, and an hour.
ROUNDS ?= 5
bench-peers:
	$(GO) run ./bench/peers -rounds $(ROUNDS)

clean:
	rm -f exhaust

package parallel

import "math"

// forecastLevels is the distance between the levels from which a forecast is made.
const forecastLevels = 8

// forecast guesses how many states are still to come from the sizes of the levels so
// far. The levels of a state space rise and fall much like a bell, whose logarithm is a
// parabola; this one goes through three of the levels. It returns at most most, which it
// returns too when there is no end in sight.
func forecast(levels []uint64, most float64) float64 {
	last := len(levels) - 1
	if last < 2*forecastLevels {
		return most
	}
	log := func(level int) float64 { return math.Log(float64(levels[level])) }
	const w = forecastLevels
	a, b, c := log(last), log(last-w), log(last-2*w)
	bend := (a - 2*b + c) / (w * w)
	slope := (a-b)/w + bend*w/2
	if bend >= 0 && slope >= 0 {
		return most
	}
	sum := 0.0
	for ahead := 1.0; sum < most; ahead++ {
		states := math.Exp(a + slope*ahead + bend*ahead*ahead/2)
		if states < 1 || ahead > 1000 {
			return sum
		}
		sum += states
	}
	return most
}

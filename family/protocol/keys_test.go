package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family/protocol"
)

// A key counts only as it is written. Package json would take STARS for stars.
func TestDecodeTakesKeysAsTheyAreWritten(t *testing.T) {
	type line struct {
		ID    int   `json:"id"`
		Limit *bool `json:"limit"`
		Stars []int `json:"stars"`
	}
	yes := true
	for text, want := range map[string]line{
		`{"id":1,"limit":true,"stars":[2]}`:         {1, &yes, []int{2}},
		`{"ID":1,"Limit":300,"STARS":"none"}`:       {},
		`{"id":1,"Id":2,"iD":"x","limit":true}`:     {1, &yes, nil},
		`{"\u0069d":3,"\u004cimit":4}`:              {3, nil, nil},
		`{"id":1,"why":"the \"Limit\" is reached"}`: {1, nil, nil},
		`{"id":1,"more":{"Limit":1,"stars":[9]}}`:   {1, nil, nil},
	} {
		var got line
		require.NoError(t, protocol.Decode([]byte(text), &got), text)
		require.Equal(t, want, got, text)
	}
	var got line
	require.EqualError(
		t,
		protocol.Decode([]byte(`{"LIMIT":1,"limit":1}`), &got),
		"limit is a number, want true or false",
	)
	require.ErrorContains(t, protocol.Decode([]byte(`{"LIMIT":1,`), &got), "want a JSON object: ")
}

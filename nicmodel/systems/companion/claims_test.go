package companion_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/companion"
)

const head = "part,key,item,where,paper,low,high,unit,least,most,gate,fitted,cause\n"

// TestClaims: a table and what was measured make rows in the table's order, with notes, quotients, limits of one side,
// limits that were measured, and verbs.
func TestClaims(t *testing.T) {
	c := companion.ReadClaims("x.csv", []byte(head+`text,1,"A paper, and what",,,,,,,,,,
note,why,"because, see",,,,,,,,,,
note,few,few seeds,,,,,,,,,,
text,2,runs here.,,,,,,,,,,
a,one,first,Fig. 1,2 us,2,,us,1,,1 or more,the delay,@why
b,one,other part,,,,,,,,,,
a,two,second of %d,Fig. 2,"3/2, 2",3/2,2,,,,,,"so; @why"
a,three,third,,,,,,,,less,,
`))
	rows, err := c.Part("a", func(m *companion.Results) error {
		m.Set("three", 5, true)
		m.SetGate("three", 0, 4)
		m.SetMean("two", 0.75, 0.5, 1, false, 7)
		m.Set("one", 1e300, true)
		m.SetCause("three", "@few")
		return nil
	}).Rows()
	require.NoError(t, err)
	require.Equal(t, []string{"A paper, and what", "runs here."}, c.Text())
	require.Equal(t, []companion.Row{
		{Item: "first", Where: "Fig. 1", Paper: "2 us", Low: 2, High: 2, Ours: 1e300, Unit: "us", Ratio: 5e299, Sign: true, Gate: "1 or more", Within: true, Fitted: "the delay", Cause: "because, see"},
		{Item: "second of 7", Where: "Fig. 2", Paper: "3/2, 2", Low: 1.5, High: 2, Ours: 0.75, Min: 0.5, Max: 1, Ratio: 0.5, Cause: "so; because, see"},
		{Item: "third", Ours: 5, Sign: true, Gate: "less", Cause: "few seeds"},
	}, rows)
	// The table stays as it is: another run begins without numbers.
	_, err = c.Part("a", func(*companion.Results) error { return nil }).Rows()
	require.EqualError(t, err, `part a: "one" is not measured`)
	_, err = c.Part("b", func(m *companion.Results) error {
		m.Set("one", 1, true)
		m.SetCause("one", "@many")
		return nil
	}).Rows()
	require.EqualError(t, err, `part b: "one" depends on @many, and there is no such note`)
	_, err = c.Part("a", func(*companion.Results) error { return errors.New("broken") }).Rows()
	require.EqualError(t, err, "broken")
}

// TestBadClaims: what is wrong with a table, or is measured and not in it, is an error of its parts.
func TestBadClaims(t *testing.T) {
	for text, want := range map[string]string{
		"part,key\n":   "x.csv: 1: the columns are not part,key,item,where,paper,low,high,unit,least,most,gate,fitted,cause",
		"":             "x.csv: 1: the columns are not part,key,item,where,paper,low,high,unit,least,most,gate,fitted,cause",
		head + "a,k\n": "x.csv: record on line 2: wrong number of fields",
		head + "a,k,,,,,,,,,,,\na,k,,,,,,,,,,,\n": "x.csv: row 3 (k): the key is used twice",
		head + "a,k,,,,,,,,,,,@why\n":             "x.csv: row 2 (k): there is no note @why before it",
		head + "a,k,,,,two,,,,,,,\n":              `x.csv: row 2 (k): "two" is not a number, nor a quotient of two`,
		head + "a,k,,,,1/x,,,,,,,\n":              `x.csv: row 2 (k): "1/x" is not a number, nor a quotient of two`,
		head + "a,other,,,,,,,,,,,\n":             `part a: "k" is measured, and there is no such claim`,
	} {
		_, err := companion.ReadClaims("x.csv", []byte(text)).Part("a", func(m *companion.Results) error { m.Set("k", math.Pi, true); return nil }).Rows()
		require.EqualError(t, err, want, text)
	}
	_, err := companion.ReadClaims("x.csv", []byte(head+"a,k,,,,,,,,,,,\n")).Part("a", func(m *companion.Results) error {
		m.Set("k", 1, true)
		m.Set("k", 2, true)
		return nil
	}).Rows()
	require.EqualError(t, err, `part a: "k" is measured twice`)
}

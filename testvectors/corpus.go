package testvectors

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"sync"
)

//go:embed corpus/*.json
var corpusFiles embed.FS

// CorpusNames returns the names of the files of the corpus, sorted.
func CorpusNames() []string {
	entries, err := corpusFiles.ReadDir("corpus")
	if err != nil {
		panic("testvectors: the embedded corpus: " + err.Error()) // the compiler put it there
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// CorpusBytes returns the bytes of a file of the corpus. The error of an unknown name
// lists the files.
func CorpusBytes(name string) ([]byte, error) {
	b, err := corpusFiles.ReadFile(path.Join("corpus", name))
	if err != nil {
		return nil, fmt.Errorf("%.80s: not in the corpus; it holds %v", name, CorpusNames())
	}
	return b, nil
}

// Corpus returns the whole corpus, in the order of CorpusNames. It is read once: what the files hold is
// shared by all callers and not to be changed. The corpus is embedded, so that an error is a mistake in the
// build.
func Corpus() ([]*File, error) {
	files, err := corpus()
	return slices.Clone(files), err
}

var corpus = sync.OnceValues(readCorpus)

func readCorpus() ([]*File, error) {
	var files []*File
	for _, name := range CorpusNames() {
		b, err := CorpusBytes(name)
		if err != nil {
			return nil, err
		}
		f, err := Decode(name, b)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

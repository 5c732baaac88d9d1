package testvectors

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed corpus/*.json.gz
var corpusFiles embed.FS

const gzipExt = ".gz"

// CorpusNames returns the names of the files of the corpus, as in dcqcnnp.json, sorted.
func CorpusNames() []string {
	entries, err := corpusFiles.ReadDir("corpus")
	if err != nil {
		panic("testvectors: the embedded corpus: " + err.Error()) // the compiler put it there
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), gzipExt))
	}
	return names
}

// CorpusBytes returns the JSON of a file of the corpus. The error of an unknown name
// lists the files.
func CorpusBytes(name string) ([]byte, error) {
	b, err := corpusFiles.ReadFile(path.Join("corpus", name+gzipExt))
	if err != nil {
		return nil, fmt.Errorf("%.80s: not in the corpus; it holds %v", name, CorpusNames())
	}
	return decompress(b)
}

// decompress returns what gzip holds, or b itself if it is not compressed.
func decompress(b []byte) ([]byte, error) {
	if !bytes.HasPrefix(b, []byte{0x1F, 0x8B}) {
		return b, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err == nil {
		b, err = io.ReadAll(io.LimitReader(z, maxFile+1))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: the compressed file is damaged; fetch it again", err)
	case len(b) > maxFile:
		return nil, fmt.Errorf("more than %d bytes decompressed; %s", maxFile, tooLong)
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

package nicconf

import (
	"errors"
	"strings"
)

// words parts a line of shell into commands and their words, as far as the commands that
// set parameters need it: quotes, backslashes and comments are understood; ; && || and |
// end a command, > stands as a word of its own. Nothing is expanded, and nothing is run.
func words(line string) ([][]string, error) {
	var commands [][]string
	var command []string
	var word strings.Builder
	in := false // a word has begun
	end := func() {
		if in {
			command = append(command, word.String())
			word.Reset()
			in = false
		}
	}
	endCommand := func(by string) {
		end()
		if by == "|" {
			command = append(command, "|")
			return
		}
		if len(command) > 0 {
			commands = append(commands, command)
		}
		command = nil
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch c {
		case ' ', '\t', '\r':
			end()
		case '#':
			if !in {
				i = len(line)
				continue
			}
			word.WriteByte(c)
		case '\'':
			j := strings.IndexByte(line[i+1:], '\'')
			if j < 0 {
				return nil, errors.New("a quote ' has no end in its line")
			}
			word.WriteString(line[i+1 : i+1+j])
			i += j + 1
			in = true
		case '"':
			closed := false
			for i++; i < len(line); i++ {
				if line[i] == '"' {
					closed = true
					break
				}
				if line[i] == '\\' && i+1 < len(line) && strings.IndexByte("\"\\$`", line[i+1]) >= 0 {
					i++
				}
				word.WriteByte(line[i])
			}
			if !closed {
				return nil, errors.New(`a quote " has no end in its line`)
			}
			in = true
		case '\\':
			if i+1 < len(line) {
				i++
				word.WriteByte(line[i])
				in = true
			}
		case '>':
			end()
			command = append(command, ">")
		case ';', '&', '|':
			by := string(c)
			if i+1 < len(line) && line[i+1] == c {
				i++
				by += string(c)
			}
			if by == "&" && len(command) > 0 && command[len(command)-1] == ">" {
				word.WriteByte(c) // >&2
				in = true
				continue
			}
			endCommand(by)
		default:
			word.WriteByte(c)
			in = true
		}
	}
	endCommand(";")
	return commands, nil
}

// quote makes a text one word of sh, whatever is in it.
func quote(text string) string {
	if text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:-") == "" && text[0] != '-' {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

package reaction

import (
	"smartnic-cc/codegen/profile"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
)

// Notifier is the algorithm of notification points, as in the NIC model.
const Notifier = "dcqcnnp"

// ResolveProfile resolves a profile with its changes for a generated text. id is the profile's name in the text.
func ResolveProfile(algo string, c profile.Choice) (p dcqcnprofile.Profile, file *File, id string, err error) {
	choice, err := Of(algo, c)
	if err != nil {
		return p, nil, "", err
	}
	if p, file, err = choice.Reaction(); err != nil {
		return p, nil, "", err
	}
	if file == nil {
		return p, nil, c.Profile, nil
	}
	p.Title = "on " + file.Base
	id, err = file.Word(c.Profile)
	return p, file, id, err
}

# Installation: filled in with the config package.

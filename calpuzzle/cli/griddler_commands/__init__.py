"""The subcommands of `calpuzzle griddler`: each has `configure(parser)` and `run(args)`."""

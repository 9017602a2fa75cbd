from calpuzzle._core.grow64 import Growth as Growth

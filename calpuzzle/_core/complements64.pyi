from calpuzzle._core.complements32 import Complements as Complements

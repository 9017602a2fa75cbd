from calpuzzle._core.frontier64 import Frontier as Frontier
from calpuzzle._core.frontier64 import Lister as Lister
from calpuzzle._core.frontier64 import Sample as Sample

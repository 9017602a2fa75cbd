"""The handles that a caller holds, and the functions that load them."""

from calpuzzle.api.loading import DEFAULT as DEFAULT
from calpuzzle.api.loading import FormatWarning as FormatWarning
from calpuzzle.api.loading import heatmap as heatmap
from calpuzzle.api.loading import is_puzzle as is_puzzle
from calpuzzle.api.loading import load as load
from calpuzzle.api.loading import loads as loads
from calpuzzle.api.loading import names as names

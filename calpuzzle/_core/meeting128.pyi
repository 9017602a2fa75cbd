from calpuzzle._core.meeting64 import Meeting as Meeting

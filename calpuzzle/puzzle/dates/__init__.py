"""Dates and the labels of calendars.

`names` holds the names of months and weekdays in all languages, `labels` recognises what the labels
of a board mean, and `parsing` converts what a person writes to labels.
"""

/*
 * The words that several modules share, for readers and type checkers; nothing here runs.
 *
 * Everything is named by numbers: cells, pieces, orientations and labels by their places in the
 * data of the puzzle, counted from 0. Only what people write counts orientations from 1.
 *
 * A parameter that bears the name of a type is of it: `puzzle` is a Puzzle, so are `state`, `game`,
 * `cover`, `clued` and `placement`; a `date` is a Dated; and `piece`, `orientation`, `cell`, `line`,
 * `row` and `column` are numbers. Functions that take nothing else do not say it again.
 */

/**
 * @typedef {Array<number>} Cell
 * Row and column, in space the layer before them, as the lattice counts them.
 *
 * @typedef {Array<number>} Placement
 * A piece, its orientation, and by how much the cells of the orientation are moved along each axis,
 * in multiples of the puzzle's step.
 *
 * @typedef {Array<number> | null} Dated
 * The label of each group that stays uncovered. In a puzzle with groups, null is any date.
 *
 * @typedef {Object} PieceData
 * A piece, or several that are interchangeable.
 * @property {string} name
 * @property {Array<string>} names           of all of them
 * @property {number} least                  how many of them a solution has, at least and at most
 * @property {number} most
 * @property {Array<Array<Cell>>} orientations
 * @property {string} [paint]                its own colour
 * @property {Array<Array<number>>} [colours]  of each orientation's cells, with coloured boards
 * @property {Array<number>} [numbers]       of each orientation, what people call it, with colours
 * @property {Array<number | null>} turned   the orientation after the least turn clockwise
 * @property {Array<number | null>} flipped  the orientation after turning over
 * @property {Array<number | null>} [tipped]  in space, the orientation after tipping over the front
 *                                           edge
 *
 * @typedef {Object} PuzzleData
 * Its `kind` is `pieces`; a change that an older page could not read raises `format`.
 * @property {string} name
 * @property {string} title
 * @property {Array<Cell>} cells             in reading order
 * @property {Array<string>} labels          of each cell, or none at all
 * @property {Array<number>} colours         of each cell, or none at all
 * @property {Array<number>} optional        the cells that may stay empty
 * @property {number} step                   pieces are moved by multiples of it
 * @property {Array<Array<number>>} [spots]  of each cell its row and column as people count them,
 *                                           with its layer; as `cells` have them where left out
 * @property {Array<[number, number]>} axes  how far right and down a step along rows leads in a
 *                                           picture, and one along columns
 * @property {Record<string, Array<[number, number]>>} outlines  the corners of each kind of cell, by
 *                                           what is left of its row and column over `step`
 * @property {number} turns                  how many turns make a whole one
 * @property {boolean} whole                 whether regions of empty cells are looked at: "What fits"
 *                                           in docs/hints.md
 * @property {Array<{name: string, labels: Array<string>, parts?: Array<Array<string>>}>} groups  where
 *                                           several labels stay uncovered, or none, `parts` says which
 *                                           each of them is
 * @property {Object | null} calendar        which groups are a calendar's, with the labels in the
 *                                           order of the year and of a week from Monday on
 * @property {Array<PieceData>} pieces
 * @property {Array<[string, string]>} [together]  copies by their names, each with a word: those of
 *                                           the same need not come apart
 * @property {Array<number> | null} counts   the solutions of every date, row by row; null where they
 *                                           are not known soon
 * @property {string} steps                  how hard every date is, row by row: a digit from 1 to 5,
 *                                           0 for none; empty where that is not known
 * @property {Array<{name: string, laid: Array<string>}>} challenges
 * @property {string} [phone]                the address of the page for other devices
 * @property {Array<string>} [others]        all puzzles of the folder that the page is in
 * @property {string} [own]                  of a puzzle that the page read itself: the text of its file
 *                                           as it stands in the address,
 * @property {string} [text]                 and as it is,
 * @property {{name: string, title: string}} [home]  and the puzzle that the page holds
 *
 * @typedef {Object} NonogramData
 * Its `kind` is `nonogram`.
 * @property {string} name
 * @property {string} title
 * @property {Array<Array<[number, number]>>} rows  the clue of each: length and colour of each block
 * @property {Array<Array<[number, number]>>} columns
 * @property {Array<{name: string, rgb: string, mark: string}>} palette  the background first
 * @property {Array<Array<number>> | null} given  of each row the colours shown from the start, or -1
 *
 * @typedef {Object} LeftAnswer
 * @property {number} count      solutions that hold what is laid, 10,000 where there are more
 * @property {boolean} exact     false where there are more than `count`
 * @property {boolean} possible
 * @property {Array<Placement> | null} forced  what lies in all of them and is not laid yet; null
 *                                      where the count is not exact
 * @property {number | null} culprit    which of what is laid to take back; null where it is
 *                                      possible, and where that is not known
 * @property {boolean} never            there is no solution, whatever is laid
 *
 * @typedef {Object} HintAnswer
 * What the grade does not tell yet is null, as all is where nothing is left to lay.
 * @property {number} grade
 * @property {boolean} possible
 * @property {number | null} culprit    as in LeftAnswer: all that is said where it is impossible
 * @property {boolean} never
 * @property {number | null} piece
 * @property {number | null} region     the part of the board where it goes, 0 (upper left) to 8
 * @property {number | null} orientation
 * @property {number | null} cell       number of a cell that it covers
 * @property {Placement | null} placement
 *
 * @typedef {Object} PlacesAnswer
 * @property {number} piece
 * @property {Array<{placement: Placement, count: number | null, exact: boolean}>} places  those
 *           that are in a solution; `count` solutions or, where it is not exact, more, and null
 *           where that takes too long
 * @property {boolean} whole  whether no other place is possible; else there was no time for all
 *
 * @typedef {Object} SolutionsAnswer
 * @property {number} total
 * @property {boolean} exact
 * @property {Array<Array<Placement>>} solutions  all placements of each, also those laid
 * @property {Array<number> | null} numbers  of each its place among all solutions of the date,
 *                                           counted from 0; null where these are not all known
 */

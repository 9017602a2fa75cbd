/*
 * The words that several modules share, for readers and type checkers; nothing here runs.
 *
 * Everything is named by numbers: cells, pieces, orientations and labels by their places in the
 * data of the puzzle, counted from 0. Only what people write counts orientations from 1.
 *
 * As this file imports nothing, its types are known in all modules.
 */

/**
 * @typedef {Array<number>} Cell
 * Row and column, in space the layer before them, as the lattice counts them.
 *
 * @typedef {Array<number>} Placement
 * A piece, its orientation, and by how much the cells of the orientation are moved along each axis,
 * in multiples of the puzzle's step.
 *
 * @typedef {"turned" | "flipped" | "tipped"} Motion
 *
 * @typedef {Array<number> | null} Dated
 * The label of each group that stays uncovered. In a puzzle with groups, null is any date.
 *
 * @typedef {{key: string, values: Values}} Fault
 * A sentence that says what is wrong: its name among the texts, and what is put into it.
 *
 * @typedef {Record<string, string | number | null | undefined>} Values
 *
 * @typedef {Object} Happening
 * The report of a change to listeners: its kind, and the value of that kind, for `fault` a Fault.
 * @property {string} kind
 * @property {boolean} [moved]               whether what lies, or is filled in, is another
 * @property {boolean} [solved]
 * @property {boolean} [isFollowed]
 * @property {boolean} [isGiven]
 * @property {number} [piece]
 * @property {Placement} [placement]
 * @property {Placement} [owner]
 * @property {string} [motion]
 * @property {number} [times]
 * @property {string} [why]
 * @property {string} [name]
 * @property {string} [ask]
 * @property {string} [help]
 * @property {string} [key]
 * @property {Values} [values]
 * @property {number} [cell]
 * @property {number} [value]
 * @property {Array<number>} [cells]
 * @property {Array<number>} [done]
 *
 * @typedef {Object} Answers
 * What the worker answers to each kind of question.
 * @property {{ready: boolean}} load
 * @property {LeftAnswer} left
 * @property {HintAnswer} hint
 * @property {SolutionsAnswer} solutions
 * @property {SolutionsAnswer} nearest
 * @property {PlacesAnswer} places
 * @property {{left: Array<{count: number | null, exact: boolean}>}} review
 * @property {ChallengeAnswer} challenge
 * @property {ApartAnswer} apart
 * @property {NonogramAnswer} nonogram
 *
 * @typedef {{progress?: (found: number) => void, signal?: AbortSignal}} Asking
 * `progress` gets the number of solutions found so far on long searches; `signal` drops the question.
 *
 * @typedef {Object} NoticeOf
 * What a notice shows, perhaps with a button, and with a picture of a piece.
 * @property {string} text
 * @property {string} [action]
 * @property {() => void} [act]
 * @property {number} [piece]
 * @property {number} [orientation]
 *
 * @typedef {Object} Choices
 * The settings, as saved.js has them.
 * @property {string} left
 * @property {string} theme
 * @property {boolean} analysis
 * @property {string} patterns
 * @property {string} motion
 * @property {boolean} keys
 * @property {boolean} timer
 * @property {boolean} streak
 * @property {boolean} sound
 * @property {boolean} haptics
 * @property {string} picture
 * @property {string} labels
 * @property {string} paint
 * @property {string} week
 * @property {string} language
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
 * @typedef {{name: string, labels: Array<string>, parts?: Array<Array<string>>}} GroupData
 *
 * @typedef {{month: number, day: number, weekday: number | null, months: Array<string>,
 *            days: Array<string>, weekdays: Array<string>}} CalendarData
 *
 * @typedef {Object} PuzzleData
 * A change that an older page could not read raises `format`.
 * @property {number} format
 * @property {string} kind                   `pieces`
 * @property {string} name
 * @property {string} title
 * @property {Array<Cell>} cells             in reading order
 * @property {Array<string>} labels          of each cell, or none at all
 * @property {Array<number>} colours         of each cell, or none at all
 * @property {Array<string>} marks           how each colour is drawn
 * @property {Array<number>} optional        the cells that may stay empty
 * @property {number} step                   pieces are moved by multiples of it
 * @property {Array<Array<number>>} [spots]  of each cell its row and column as people count them,
 *                                           with its layer; as `cells` have them where left out
 * @property {Array<Array<number>>} axes  how far right and down a step along rows leads in a
 *                                           picture, and one along columns
 * @property {Record<string, Array<Array<number>>>} outlines  the corners of each kind of cell, by
 *                                           what is left of its row and column over `step`
 * @property {number} turns                  how many turns make a whole one
 * @property {boolean} whole                 whether regions of empty cells are looked at: "What fits"
 *                                           in docs/hints.md
 * @property {Array<GroupData>} groups      where several labels stay uncovered, or none, `parts` says which each
 *                                           of them is
 * @property {CalendarData | null} calendar  which groups are a calendar's, with the labels in the
 *                                           order of the year and of a week from Monday on
 * @property {Array<PieceData>} pieces
 * @property {Array<[string, string]>} [together]  copies by their names, each with a word: those of
 *                                           the same need not come apart
 * @property {Array<number> | null} counts   the solutions of every date, row by row; null where they
 *                                           are not known soon
 * @property {string} steps                  how hard every date is, row by row: a digit from 1 to 5,
 *                                           0 for none; empty where that is not known
 * @property {Array<{name: string, placed: Array<string>, isMade?: boolean}>} challenges
 * @property {string} [phone]                the address of the page for other devices
 * @property {Array<string>} [others]        all puzzles of the folder that the page is in
 * @property {string} [own]                  of a puzzle that the page read itself: the text of its file
 *                                           as it stands in the address,
 * @property {string} [text]                 and as it is,
 * @property {{name: string, title: string}} [home]  and the puzzle that the page holds
 *
 * @typedef {Object} NonogramData
 * @property {number} format
 * @property {string} kind                   `nonogram`
 * @property {string} name
 * @property {string} title
 * @property {Array<Array<Array<number>>>} rows  the clue of each: length and colour of each block
 * @property {Array<Array<Array<number>>>} columns
 * @property {Array<{name: string, rgb: string, mark: string}>} palette  the background first
 * @property {Array<Array<number>> | null} given  of each row the colours shown from the start, or -1
 * @property {string} [phone]                     these as in PuzzleData
 * @property {Array<string>} [others]
 * @property {string} [own]
 * @property {string} [text]
 * @property {{name: string, title: string}} [home]
 *
 * @typedef {Object} LeftAnswer
 * @property {number} count      solutions that hold what is placed, 10,000 where there are more
 * @property {boolean} exact     false where there are more than `count`
 * @property {boolean} possible
 * @property {Array<Placement> | null} forced  what lies in all of them and is not placed yet; null
 *                                      where the count is not exact
 * @property {number | null} culprit    which of what is placed to take back; null where it is
 *                                      possible, and where that is not known
 * @property {boolean} never            there is no solution, whatever is placed
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
 * @property {Array<Array<Placement>>} solutions  all placements of each, also those placed
 * @property {Array<number> | null} numbers  of each its place among all solutions of the date,
 *                                           counted from 0; null where these are not all known
 */

/**
 * @typedef {import("./logic/challenges.js").ChallengeAnswer} ChallengeAnswer
 * @typedef {import("./logic/cover.js").Cover} Cover
 * @typedef {import("./logic/lattices.js").Lattice} Lattice
 * @typedef {import("./logic/left.js").Left} Left
 * @typedef {import("./logic/nonogramclues.js").Clued} Clued
 * @typedef {import("./logic/nonogramhints.js").NonogramHint} NonogramHint
 * @typedef {import("./logic/nonogramhints.js").NonogramAnswer} NonogramAnswer
 * @typedef {import("./logic/nonogramhints.js").NonogramReplies} NonogramReplies
 * @typedef {import("./logic/nonogramhints.js").FilmStep} FilmStep
 * @typedef {import("./logic/nonogramlines.js").Tally} Tally
 * @typedef {import("./logic/orientations.js").Side} Side
 * @typedef {import("./logic/puzzle.js").Puzzle} Puzzle
 * @typedef {import("./logic/puzzlefile.js").FilePiece} FilePiece
 * @typedef {import("./logic/toml.js").Table} Table
 * @typedef {import("./logic/drawings.js").FileBoard} FileBoard
 * @typedef {import("./logic/sliding.js").Separation} Separation
 * @typedef {import("./logic/sliding.js").Slide} Slide
 * @typedef {import("./logic/sliding.js").ApartAnswer} ApartAnswer
 * @typedef {import("./ui/advice.js").Advice} Advice
 * @typedef {import("./ui/asker.js").Asker} Asker
 * @typedef {import("./ui/board.js").Board} Board
 * @typedef {import("./ui/challenge.js").Challenge} Challenge
 * @typedef {import("./ui/clock.js").Clock} Clock
 * @typedef {import("./ui/done.js").Done} Done
 * @typedef {import("./ui/game.js").Game} Game
 * @typedef {import("./ui/help.js").KeysRow} KeysRow
 * @typedef {import("./ui/keys.js").Keys} Keys
 * @typedef {import("./ui/month.js").Month} Month
 * @typedef {import("./ui/nonogramboard.js").NonogramBoard} NonogramBoard
 * @typedef {import("./ui/nonogramgame.js").NonogramGame} NonogramGame
 * @typedef {import("./ui/nonogramsize.js").NonogramSize} NonogramSize
 * @typedef {import("./ui/nonogramstate.js").FilledState} FilledState
 * @typedef {import("./ui/nonogramwords.js").NonogramVoice} NonogramVoice
 * @typedef {import("./ui/owndialog.js").Own} Own
 * @typedef {import("./ui/ownform.js").OwnForm} OwnForm
 * @typedef {import("./ui/review.js").Review} Review
 * @typedef {import("./ui/share.js").Share} Share
 * @typedef {import("./ui/state.js").Held} Held
 * @typedef {import("./ui/state.js").State} State
 * @typedef {import("./ui/tray.js").Tray} Tray
 * @typedef {import("./ui/words.js").Words} Words
 */

/**
 * @template S
 * @typedef {import("./ui/observable.js").Observable<S>} Observable
 */

/**
 * @template {Observable<unknown>} G
 * @typedef {import("./ui/dialog.js").Dialog<G>} Dialog
 */

/**
 * @template S
 * @typedef {{past: Array<S>, future: Array<S>}} Steps
 */

/**
 * @template {Observable<unknown>} G
 * @typedef {import("./ui/notice.js").Notice<G>} Notice
 */

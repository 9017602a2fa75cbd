/*
 * The types that several modules share, for readers and the type checker; nothing here runs.
 *
 * Cells, pieces, orientations and labels are numbers: indices into the data of the puzzle, from 0;
 * only a value of the type Cell is the coordinates of a cell. The notation that users read and type
 * counts orientations from 1.
 *
 * Because this file has no import statement, its types are global: all modules know them.
 */

/**
 * @typedef {Array<number>} Cell
 * [row, column], or in space [layer, row, column], in the coordinates of the lattice.
 *
 * @typedef {Array<number>} Placement
 * [piece, orientation, ...offset]: the offset is added to the cells of the orientation; each of its
 * numbers is a multiple of the puzzle's step.
 *
 * @typedef {"turned" | "flipped" | "tipped"} Motion
 *
 * @typedef {Array<number> | null} DateLabels
 * For each group, the label that stays uncovered. In a puzzle with groups, null is any date.
 *
 * @typedef {{key: string, values: Values}} Fault
 * A sentence about a fault: the key of its text, and the values that are put into it.
 *
 * @typedef {Record<string, string | number | null | undefined>} Values
 *
 * @typedef {Object} GameEvent
 * An event that listeners receive: its kind, and the properties that belong to the kind. An event of the
 * kind `fault` has the properties of a Fault.
 * @property {string} kind
 * @property {boolean} [moved]               whether the placements or the filled cells changed
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
 * The answer of the worker to each kind of question.
 * @property {{ready: boolean}} load
 * @property {RemainingAnswer} remaining
 * @property {HintAnswer} hint
 * @property {SolutionsAnswer} solutions
 * @property {SolutionsAnswer} nearest
 * @property {PlacesAnswer} places
 * @property {{counts: Array<{count: number | null, exact: boolean}>}} review
 * @property {ChallengeAnswer} challenge
 * @property {ApartAnswer} apart
 * @property {NonogramAnswer} nonogram
 *
 * @typedef {{progress?: (found: number) => void, signal?: AbortSignal}} AskOptions
 * `progress` is called with the number of solutions found so far; aborting `signal` drops the question.
 *
 * @typedef {Object} NoticeContent
 * The content of a notice: a text, optionally a button with its action, and the picture of a piece.
 * @property {string} text
 * @property {string} [action]
 * @property {() => void} [act]
 * @property {number} [piece]
 * @property {number} [orientation]
 *
 * @typedef {Object} Shared
 * What the dialog for sharing needs to know about a game.
 * @property {{phone?: string}} data
 * @property {{link: string, hide: string}} texts      the keys of the texts of the two switches
 * @property {() => Array<string>} head                a small line and a large one
 * @property {() => string} progress
 * @property {() => boolean} hasMoves
 * @property {(withMoves: boolean) => string} link     what follows the address of the page
 * @property {() => Array<number>} box                 of what is drawn: left, top, width, height
 * @property {(pen: CanvasRenderingContext2D, isColoured: boolean) => void} draw
 * @property {() => string} fileName                   without its suffix
 * @property {(close: () => void) => HTMLElement} foot  of the dialog
 *
 * @typedef {Object} SettingValues
 * The settings; saved.js lists their values.
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
 * @property {Array<Array<number>>} [colours]  of the cells of each orientation, if the board has colours
 * @property {Array<number>} [numbers]       if the piece has colours, the number of each orientation in the
 *                                           notation; those that differ only in colours share a number
 * @property {Array<number | null>} turned   the orientation after the smallest clockwise turn
 * @property {Array<number | null>} flipped  the orientation after turning over
 * @property {Array<number | null>} [tipped]  in space, the orientation after tipping over the front
 *                                           edge
 *
 * @typedef {{name: string, labels: Array<string>, labelSets?: Array<Array<string>>}} GroupData
 *
 * @typedef {{month: number, day: number, weekday: number | null, months: Array<string>,
 *            days: Array<string>, weekdays: Array<string>}} CalendarData
 *
 * @typedef {Object} PuzzleData
 * `format` is increased by each change that older pages cannot read.
 * @property {number} format
 * @property {string} kind                   `pieces`
 * @property {string} name
 * @property {string} title
 * @property {Array<Cell>} cells             in reading order
 * @property {Array<string>} labels          of each cell, or none at all
 * @property {Array<number>} colours         of each cell, or empty
 * @property {Array<string>} marks           what is printed for each colour: a character or number
 * @property {Array<number>} optional        the cells that may stay empty
 * @property {number} step                   pieces are moved by multiples of it
 * @property {Array<Array<number>>} [spots]  of each cell its row and column as users count them, in space
 *                                           after its layer; the same as `cells` if omitted
 * @property {Array<Array<number>>} axes     in the picture, the vector (right, down) from a row to the next, and
 *                                           that from a column to the next
 * @property {Record<string, Array<Array<number>>>} outlines  the corners of each kind of cell; the kind is
 *                                           the remainders of row and column modulo `step`
 * @property {number} turns                  the number of smallest turns in a full turn
 * @property {boolean} testsRegions                 whether dead regions are tested: "Fitting placements" in
 *                                           docs/hints.md
 * @property {Array<GroupData>} groups       `labelSets` lists, for each label of a group, the printed labels
 *                                           that it leaves open; if omitted, the label itself
 * @property {CalendarData | null} calendar  which groups are month, day and weekday, and their labels in
 *                                           the order of the year, and of a week that begins on Monday
 * @property {Array<PieceData>} pieces
 * @property {Array<[string, string]>} [together]  names of pieces, each with a word: pieces with the same
 *                                           word need not come apart from each other
 * @property {Array<number> | null} counts   the number of solutions of every date, the last group varying
 *                                           fastest; null if it is not known
 * @property {string} difficulties                  the difficulty of every date in the same order: a digit from
 *                                           1 to 5, or 0 if there is no solution; empty if it is not known
 * @property {Array<{name: string, placed: Array<string>, isMade?: boolean}>} challenges
 * @property {string} [phone]                the address of the page for other devices
 * @property {Array<string>} [others]        the names of all puzzles of the folder that contains the page
 * @property {string} [own]                  if the puzzle comes from the address: the packed text of its file
 * @property {string} [text]                 the same text, unpacked
 * @property {{name: string, title: string}} [home]  in that case, the puzzle that the page contains
 *
 * @typedef {Object} NonogramData
 * @property {number} format
 * @property {string} kind                   `nonogram`
 * @property {string} name
 * @property {string} title
 * @property {Array<Array<Array<number>>>} rows  the clue of each: length and colour of each block
 * @property {Array<Array<Array<number>>>} columns
 * @property {Array<{name: string, rgb: string, mark: string}>} palette  the background first
 * @property {Array<Array<number>> | null} given  of each row the colours that are given, -1 for the others
 * @property {string} [phone]                     these as in PuzzleData
 * @property {Array<string>} [others]
 * @property {string} [own]
 * @property {string} [text]
 * @property {{name: string, title: string}} [home]
 *
 * @typedef {Object} RemainingAnswer
 * @property {number} count      the solutions that contain all placements, or 10,000 if there are more
 * @property {boolean} exact     false if there are more than `count`
 * @property {boolean} possible
 * @property {Array<Placement> | null} forced  the placements that all these solutions contain and
 *                                      that are not placed yet; null if the count is not exact
 * @property {number | null} culprit    the index of the placement to take back; null if the position is
 *                                      possible, or if it is not known
 * @property {boolean} never            whether the date has no solution at all
 *
 * @typedef {Object} HintAnswer
 * Facts that this grade does not reveal are null; in a solved position all of them are.
 * @property {number} grade
 * @property {boolean} possible
 * @property {number | null} culprit    as in RemainingAnswer; if the position is impossible, only
 *                                      this and `never` are known
 * @property {boolean} never
 * @property {number | null} piece
 * @property {number | null} region     the part of the board where it goes, 0 (upper left) to 8
 * @property {number | null} orientation
 * @property {number | null} cell       number of a cell that it covers
 * @property {Placement | null} placement
 *
 * @typedef {Object} PlacesAnswer
 * @property {number} piece
 * @property {Array<{placement: Placement, count: number | null, exact: boolean}>} places
 *           the placements that are in a solution. The placement is in `count` solutions, or in
 *           more if `exact` is false; `count` is null if counting takes too long
 * @property {boolean} complete  whether all are here; otherwise the time was too short for all
 *
 * @typedef {Object} SolutionsAnswer
 * @property {number} total
 * @property {boolean} exact
 * @property {Array<Array<Placement>>} solutions  all placements of each, including those already placed
 * @property {Array<number> | null} numbers  the index of each among all solutions of the date; null if
 *                                           these are not all known
 */

/**
 * @typedef {import("./logic/challenges.js").ChallengeAnswer} ChallengeAnswer
 * @typedef {import("./logic/cover.js").Cover} Cover
 * @typedef {import("./logic/lattices.js").Lattice} Lattice
 * @typedef {import("./logic/remainingsolutions.js").RemainingSolutions} RemainingSolutions
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
 * @typedef {import("./ui/asker.js").Asker} Asker
 * @typedef {import("./ui/board.js").Board} Board
 * @typedef {import("./ui/challenge.js").Challenge} Challenge
 * @typedef {import("./ui/clock.js").Clock} Clock
 * @typedef {import("./ui/done.js").Done} Done
 * @typedef {import("./ui/game.js").Game} Game
 * @typedef {import("./ui/help.js").KeysRow} KeysRow
 * @typedef {import("./ui/nonogramboard.js").NonogramBoard} NonogramBoard
 * @typedef {import("./ui/nonogramgame.js").NonogramGame} NonogramGame
 * @typedef {import("./ui/nonogramsize.js").NonogramSize} NonogramSize
 * @typedef {import("./ui/nonogramstate.js").FilledState} FilledState
 * @typedef {import("./ui/nonogramwords.js").NonogramVoice} NonogramVoice
 * @typedef {import("./ui/owndialog.js").OwnPuzzleDialog} OwnPuzzleDialog
 * @typedef {import("./ui/ownform.js").OwnForm} OwnForm
 * @typedef {import("./ui/review.js").Review} Review
 * @typedef {import("./ui/state.js").Held} Held
 * @typedef {import("./ui/state.js").State} State
 * @typedef {import("./ui/tray.js").Tray} Tray
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

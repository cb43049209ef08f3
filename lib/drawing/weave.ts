import { findMotif } from '#lib/garment/motif.ts'
import { CLOTH, decimal, PAPER, SOFT } from './sheet.ts'

const WIDTH = 1600
const HEIGHT = 1000

/** The distance of two loops in a row, of two rows, how far a loop leans over its neighbours, and how high it stands. */
const LOOP = { across: 112, up: 88, lean: 23, high: 74 } as const
const YARN = 27
const ROWS = 8
const LOOPS = 16
/** The loop of the last row at which the yarn is left hanging. */
const LAST = 9

// A yarn's place at `t`, a whole turn a loop.
function place(t: number): string {
  const x = (LOOP.across * t) / (2 * Math.PI) + LOOP.lean * Math.sin(2 * t)
  return `${decimal(x)} ${decimal(-LOOP.high * Math.cos(t))}`
}

const STEPS = 9

// The parts of a row of loops that lie behind (the bows above and below), or in front (the sides).
function parts(loops: number, isFront: boolean): string {
  const quarter = Math.PI / 2
  return Array.from({ length: 2 * loops }, (_, index) => {
    const from = index * Math.PI + (isFront ? 0.5 : -0.5) * quarter
    const points = Array.from({ length: STEPS + 1 }, (_step, step) =>
      place(from + ((step / STEPS) * 1.24 - 0.12) * quarter),
    )
    return `M${points.join('L')}`
  }).join('')
}

const EDGE = '#7d6440'

// A yarn with its edges, along a path or a copy of one.
function yarn(shape: string, color: string, edge: string): string {
  const drawn = (stroke: string, width: number) =>
    shape.replace('/>', ` stroke="${stroke}" stroke-width="${width}"/>`)
  return drawn(edge, YARN) + drawn(color, YARN - 4)
}

/**
 * Knitted cloth from near, wider than high: each row of loops hangs in the one below. The last row is not done, and its
 * yarn is left in the air.
 */
export function weaveSvg(): string {
  const { color } = findMotif('ridge')
  const left = -1.25 * LOOP.across
  const bottom = HEIGHT + LOOP.high
  const top = bottom - ROWS * LOOP.up
  const layer = (name: string, isFront: boolean) => {
    const row = `<path id="${name}" d="${parts(LOOPS, isFront)}"/>`
    const whole = `<g id="${name}-row">${yarn(`<use href="#${name}"/>`, CLOTH, SOFT)}</g>`
    const rows = Array.from(
      { length: ROWS },
      (_, index) => `<use href="#${name}-row" x="${left}" y="${bottom - index * LOOP.up}"/>`,
    ).join('')
    const last = yarn(`<path d="${parts(LAST, isFront)}"/>`, color, EDGE)
    return `<defs>${row}${whole}</defs>${rows}<g transform="translate(${left} ${top})">${last}</g>`
  }
  const x = left + LAST * LOOP.across
  const end = `<path d="M${x - 34} ${top - 52}c3-11 14-22 34-22 46 0 52 44 90 34s96-130 190-120 150 70 250 44"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-linejoin="round"><title>針織布放大的樣子</title><rect width="100%" height="100%" fill="${PAPER}"/>${layer('back', false)}${layer('front', true)}${yarn(end, color, EDGE)}</svg>
`
}

import { encodeText, type QrVersion } from './qr-bits.ts'

/** Rows of modules, top to bottom; true is dark. */
export type QrModules = readonly (readonly boolean[])[]

type Grid = (boolean | undefined)[][]
type Mask = (row: number, column: number) => boolean

const MASKS: readonly Mask[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

function set(grid: Grid, row: number, column: number, isDark: boolean): void {
  const line = grid[row]
  if (line && column >= 0 && column < line.length) line[column] = isDark
}

// Squares in each other around a middle; `reach` is how far they are drawn.
function drawSquares(grid: Grid, at: readonly [number, number], reach: number): void {
  const [row, column] = at
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right))
      const isDark = reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1
      set(grid, row + down, column + right, isDark)
    }
  }
}

// The format of level M with a mask: five bits, ten of correction, and the pattern that keeps them from being zero.
function formatBits(mask: number): number {
  let rest = mask << 10
  for (let bit = 14; bit >= 10; bit -= 1) if (rest >> bit) rest ^= 0x537 << (bit - 10)
  return ((mask << 10) | rest) ^ 0x5412
}

function drawFormat(grid: Grid, size: number, mask: number): void {
  const bits = formatBits(mask)
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1
    const early = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit
    const late = bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit
    set(grid, early, 8, isDark)
    set(grid, 8, late, isDark)
  }
  set(grid, size - 8, 8, true)
}

function drawFixed({ version, size }: QrVersion): Grid {
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }))
  for (let at = 0; at < size; at += 1) {
    set(grid, 6, at, at % 2 === 0)
    set(grid, at, 6, at % 2 === 0)
  }
  drawSquares(grid, [3, 3], 4)
  drawSquares(grid, [3, size - 4], 4)
  drawSquares(grid, [size - 4, 3], 4)
  const alignment = 4 * version + 10
  drawSquares(grid, [alignment, alignment], 2)
  drawFormat(grid, size, 0)
  return grid
}

// Bits run up and down in columns of two, from the right, and step over the timing column.
function* placesOf(size: number): Generator<readonly [number, number]> {
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step
      yield [row, right]
      yield [row, right - 1]
    }
    isUp = !isUp
  }
}

function drawBits(fixed: Grid, bits: string, mask: number): boolean[][] {
  const grid = fixed.map((row) => [...row])
  const isMasked = MASKS[mask]
  let next = 0
  for (const [row, column] of placesOf(grid.length)) {
    if (fixed[row]?.[column] !== undefined) continue
    const isDark = bits[next] === '1'
    next += 1
    set(grid, row, column, isDark !== (isMasked?.(row, column) ?? false))
  }
  drawFormat(grid, grid.length, mask)
  return grid.map((row) => row.map((cell) => cell === true))
}

function lineText(cells: readonly boolean[]): string {
  return cells.map((cell) => (cell ? '1' : '0')).join('')
}

function linePenalty(line: string): number {
  const runs = line.match(/0{5,}|1{5,}/g) ?? []
  const finders = line.match(/(?=10111010000|00001011101)/g) ?? []
  return runs.reduce((sum, run) => sum + run.length - 2, 0) + finders.length * 40
}

function squarePenalty(modules: QrModules): number {
  let penalty = 0
  modules.forEach((row, y) => {
    row.forEach((cell, x) => {
      const others = [row[x + 1], modules[y + 1]?.[x], modules[y + 1]?.[x + 1]]
      if (others.every((other) => other === cell)) penalty += 3
    })
  })
  return penalty
}

function penaltyOf(modules: QrModules): number {
  const rows = modules.map(lineText)
  const columns = modules.map((_, x) => lineText(modules.map((row) => row[x] ?? false)))
  const dark = modules.flat().filter(Boolean).length / modules.length ** 2
  const balance = Math.floor(Math.abs(dark * 100 - 50) / 5) * 10
  const lines = [...rows, ...columns].reduce((sum, line) => sum + linePenalty(line), 0)
  return lines + squarePenalty(modules) + balance
}

/**
 * The QR code of a text in capitals (alphanumeric mode, level M): up to 38 characters give
 * 25 × 25 modules. Throws RangeError for what it can't hold.
 */
export function qrModules(text: string): QrModules {
  const { version, bits } = encodeText(text)
  const fixed = drawFixed(version)
  const drawn = MASKS.map((_, mask) => drawBits(fixed, bits, mask))
  const penalties = drawn.map(penaltyOf)
  return drawn[penalties.indexOf(Math.min(...penalties))] ?? []
}

/** The dark modules as one SVG path, one unit a module, moved by `margin` units. */
export function qrPath(modules: QrModules, margin: number): string {
  const runs = modules.flatMap((row, y) => {
    return [...lineText(row).matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + margin} ${y + margin}h${run.length}v1h-${run.length}z`,
    )
  })
  return runs.join('')
}

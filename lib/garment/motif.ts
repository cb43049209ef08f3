import type { MotifName } from '../product/product.ts'

/** One stroke: SVG path data and its width, both in units of the view box, with round ends. */
export type Stroke = { readonly d: string; readonly strokeWidth: number }

/**
 * A drawing as SVG paths. `paths` is the label's half; `rest` is the embroidered half, which a
 * photo may replace.
 */
export type Motif = {
  readonly viewBox: string
  /** The colour of the yarn, as #rrggbb. */
  readonly color: string
  readonly paths: readonly Stroke[]
  readonly rest: readonly Stroke[]
}

const SAND = '#ba986c'
const SAGE = '#7e8e78'

const ridge: Motif = {
  viewBox: '0 0 640 280',
  color: SAND,
  paths: [
    {
      d: 'M60 220 150 130Q160 120 171 129L194 149Q205 158 214 147L300 42Q310 30 320 42L334 60',
      strokeWidth: 20,
    },
    { d: 'M10 265H334', strokeWidth: 16 },
  ],
  rest: [
    { d: 'M334 60 356 87Q365 98 375 89L390 75Q400 66 410 76L560 220', strokeWidth: 20 },
    { d: 'M334 265H630', strokeWidth: 16 },
    // A stroke without length and with round ends is a disc: the sun.
    { d: 'M490 40h.01', strokeWidth: 62 },
  ],
}

const BRUSH_STEPS = 48
const START = 58
const SWEEP = 326

// A point of the open circle at `u` (0 to 1) of its length; y points down, as in SVG.
function circlePoint(u: number): string {
  const angle = ((START - SWEEP * u) * Math.PI) / 180
  const radius = 127 * (1 + 0.035 * Math.sin(angle + 0.6))
  const x = 160 + radius * Math.cos(angle)
  const y = 160 - radius * 0.985 * Math.sin(angle)
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

// The brush is thin where it touches down, wide in the middle, and thin where it is lifted.
function brushWidth(u: number): number {
  const press = Math.sin(Math.PI * Math.min(1, u * 0.93 + 0.03)) ** 0.7
  return Math.round(270 * Math.min(1.1, Math.max(0.2, 0.38 + 0.9 * press - 0.42 * u))) / 10
}

function brushStroke(step: number): Stroke {
  const at = (part: number) => circlePoint((step + part) / BRUSH_STEPS)
  return {
    d: `M${at(0)} ${at(0.5)} ${at(1)}`,
    strokeWidth: brushWidth((step + 0.5) / BRUSH_STEPS),
  }
}

const circle: Motif = {
  viewBox: '0 0 320 320',
  color: SAGE,
  paths: Array.from({ length: BRUSH_STEPS }, (_, step) => brushStroke(step)),
  rest: [],
}

const DRAWINGS: Readonly<Record<MotifName, Motif>> = { ridge, circle }

/** The drawing of this name. */
export function findMotif(name: MotifName): Motif {
  return DRAWINGS[name]
}

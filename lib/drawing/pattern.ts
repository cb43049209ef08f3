import type { Measures, SizeChart } from '#lib/product/size-chart.ts'
import type { Size } from '#lib/product/sizes.ts'
import { HAIRLINE, INK, PAPER, SOFT, decimal, label, sheetSvg } from './sheet.ts'

type Point = readonly [x: number, y: number]

// In centimetres; the highest point of the neck is at 0, 0 and y points down.
const SHOULDER_DROP = 3.6
const NECK = { halfWidth: 8.8, front: 9.6, rib: 2 } as const
const SLEEVE_ANGLE = (33 * Math.PI) / 180
const ALONG: Point = [Math.cos(SLEEVE_ANGLE), Math.sin(SLEEVE_ANGLE)]
const ACROSS: Point = [-Math.sin(SLEEVE_ANGLE), Math.cos(SLEEVE_ANGLE)]

const move = ([x, y]: Point, [dx, dy]: Point, by: number): Point => [x + dx * by, y + dy * by]
const at = ([x, y]: Point) => `${decimal(x)} ${decimal(y)}`
const mirrored = ([x, y]: Point): Point => [-x, y]

// The corners of the right half of a shirt that lies flat.
function cornersOf({ length, shoulder, chest, sleeve }: Measures) {
  const tip: Point = [shoulder / 2, SHOULDER_DROP]
  const cuff = move(tip, ALONG, sleeve)
  return {
    neck: [NECK.halfWidth, 0] satisfies Point,
    tip,
    cuff,
    cuffEnd: move(cuff, ACROSS, 11 + chest / 8.5),
    underarm: [chest / 2, 10 + chest / 4] satisfies Point,
    hem: [chest / 2, length] satisfies Point,
  }
}

function halfOutline(corners: ReturnType<typeof cornersOf>, side: (point: Point) => Point): string {
  const [neck, tip, cuff, cuffEnd, underarm, hem] = [
    corners.neck,
    corners.tip,
    corners.cuff,
    corners.cuffEnd,
    corners.underarm,
    corners.hem,
  ].map(side)
  const bow = side([corners.tip[0] - 1.6, corners.underarm[1] - 4])
  if (!neck || !tip || !cuff || !cuffEnd || !underarm || !hem) return ''
  return `M${at(side([0, NECK.front]))}C${at(side([5.4, NECK.front]))} ${at(side([NECK.halfWidth - 0.8, 5.2]))} ${at(neck)}L${at(tip)}L${at(cuff)}L${at(cuffEnd)}L${at(underarm)}L${at(hem)}L${at(side([0, corners.hem[1] + 0.4]))}M${at(tip)}Q${at(bow)} ${at(underarm)}`
}

const outlineOf = (row: Measures) =>
  halfOutline(cornersOf(row), (point) => point) + halfOutline(cornersOf(row), mirrored)

// Collar, hems and rows of stitches of the size that is drawn in ink.
function sewingOf(row: Measures): string {
  const { cuff, cuffEnd, hem } = cornersOf(row)
  const n = NECK.halfWidth
  const collar = `M${decimal(-n - 2)} .8C${decimal(-n - 1.2)} 7 ${decimal(-7)} ${decimal(NECK.front + NECK.rib)} 0 ${decimal(NECK.front + NECK.rib)}S${decimal(n + 1.2)} 7 ${decimal(n + 2)} .8M${decimal(-n)} 0Q0 4.6 ${decimal(n)} 0`
  const hems = `M${decimal(-hem[0])} ${decimal(hem[1] - 2.2)}Q0 ${decimal(hem[1] - 1.8)} ${decimal(hem[0])} ${decimal(hem[1] - 2.2)}`
  const cuffs = [(point: Point) => point, mirrored]
    .map((side) => `M${at(side(move(cuff, ALONG, -2)))}L${at(side(move(cuffEnd, ALONG, -2)))}`)
    .join('')
  return `<path d="${collar}" stroke="${INK}" stroke-width=".28"/><path d="${hems}${cuffs}" stroke="${INK}" stroke-width=".2" stroke-dasharray=".9 .7"/>`
}

const TEXT = 3.3

// A measure between two points, with a short bar across each end and its words in the middle of it.
function dimension(from: Point, to: Point, text: string, textAt: Point): string {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1])
  const bar: Point = [-(to[1] - from[1]) / far, (to[0] - from[0]) / far]
  const end = (point: Point) => `M${at(move(point, bar, -1.1))}L${at(move(point, bar, 1.1))}`
  const width = text.length * TEXT * 0.82
  const [x, y] = textAt
  return `<path d="M${at(from)}L${at(to)}${end(from)}${end(to)}" stroke="${INK}" stroke-width=".18"/><rect x="${decimal(x - width / 2)}" y="${decimal(y - TEXT)}" width="${decimal(width)}" height="${decimal(TEXT * 1.35)}" fill="${PAPER}"/>${label(text, textAt, { size: TEXT })}`
}

function dimensionsOf(row: Measures): string {
  const { tip, underarm, cuff } = cornersOf(row)
  const out: Point = [ALONG[1], -ALONG[0]]
  const [start, end] = [move(tip, out, 3.2), move(cuff, out, 3.2)]
  const middle: Point = [(start[0] + end[0]) / 2 + 3.5, (start[1] + end[1]) / 2 - 1.6]
  const chest = underarm[1] + 4
  return [
    dimension([0, 0], [0, row.length], `衣長 ${row.length}`, [0, row.length * 0.62]),
    dimension([-tip[0], -6], [tip[0], -6], `肩寬 ${row.shoulder}`, [0, -4.9]),
    dimension([-underarm[0], chest], [underarm[0], chest], `胸寬 ${row.chest}`, [-12, chest + 1.1]),
    dimension(start, end, `袖長 ${row.sleeve}`, middle),
  ].join('')
}

const ROWS = [
  ['衣長', 'length'],
  ['肩寬', 'shoulder'],
  ['胸寬', 'chest'],
  ['袖長', 'sleeve'],
] as const

function tableOf(chart: SizeChart, inInk: Size, top: number): string {
  const columns = chart.map((_, index) => -18 + index * 13.5)
  const heads = chart.map(({ size }, index) =>
    label(size, [columns[index] ?? 0, top], { size: TEXT, color: size === inInk ? INK : SOFT }),
  )
  const cells = ROWS.flatMap(([name, key], line) => {
    const y = top + (line + 1) * 5
    const row = chart.map((measures, index) =>
      label(String(measures[key]), [columns[index] ?? 0, y], {
        size: TEXT,
        color: measures.size === inInk ? INK : SOFT,
      }),
    )
    return [label(name, [-40, y], { size: TEXT, color: SOFT, anchor: 'start' }), ...row]
  })
  const unit = label('單位：公分', [-40, top], { size: TEXT * 0.85, color: SOFT, anchor: 'start' })
  return `<path d="M-40 ${decimal(top + 1.6)}h80" stroke="${HAIRLINE}" stroke-width=".2"/>${unit}${[...heads, ...cells].join('')}`
}

/** The pattern of a shirt: every size of its chart nested in one drawing, one of them in ink with its measures. */
export function patternSvg(title: string, chart: SizeChart, inInk: Size): string {
  const drawn = chart.find(({ size }) => size === inInk) ?? chart[0]
  if (!drawn) return sheetSvg(title, 104, '')
  const others = chart.filter((row) => row !== drawn)
  const lines = others
    .map((row) => `<path d="${outlineOf(row)}" stroke="${HAIRLINE}" stroke-width=".2"/>`)
    .join('')
  const longest = Math.max(...chart.map(({ length }) => length))
  const ink = `<path d="${outlineOf(drawn)}" stroke="${INK}" stroke-width=".34"/>${sewingOf(drawn)}`
  const body = `${lines}${ink}${dimensionsOf(drawn)}${tableOf(chart, drawn.size, longest + 9)}`
  return sheetSvg(title, 104, `<g transform="translate(52 17)">${body}</g>`)
}

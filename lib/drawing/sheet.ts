/** The colours of a drawing: the shop's own, so that paper on screen goes on in it. */
export const INK = '#1d1b18'
export const SOFT = '#655f56'
export const HAIRLINE = '#c9c0b2'
export const PAPER = '#f6f3ec'
export const CLOTH = '#fdfcfa'

const FONT = "'Noto Sans CJK TC','PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif"

/** A number as SVG writes it, with two decimals at most. */
export const decimal = (value: number) => String(Math.round(value * 100) / 100)

/** An upright sheet of 4 : 5, as wide as said in the drawing's own unit, as an SVG file. */
export function sheetSvg(title: string, width: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${decimal(width)} ${decimal(width * 1.25)}" width="1600" height="2000" fill="none" stroke-linecap="round" stroke-linejoin="round"><title>${title}</title><rect width="100%" height="100%" fill="${PAPER}"/>${body}</svg>
`
}

type TextStyle = {
  readonly size: number
  readonly color?: string
  readonly anchor?: 'start' | 'middle' | 'end'
}

/** A line of text; x and y are where its baseline begins, has its middle, or ends. */
export function label(
  text: string,
  [x, y]: readonly [number, number],
  { size, color = INK, anchor = 'middle' }: TextStyle,
): string {
  return `<text x="${decimal(x)}" y="${decimal(y)}" font-family="${FONT}" font-size="${size}" fill="${color}" text-anchor="${anchor}">${text}</text>`
}

/** A ruler from zero with a mark each millimetre; a centimetre is `unit` of the drawing long, its figures `size` high. */
export function ruler(
  [x, y]: readonly [number, number],
  centimetres: number,
  { unit, size }: { readonly unit: number; readonly size: number },
): string {
  const marks = Array.from({ length: 10 * centimetres + 1 }, (_, index) => {
    const long = index % 10 === 0 ? 4 : index % 5 === 0 ? 2.6 : 1.6
    return `M${decimal(x + (index * unit) / 10)} ${decimal(y)}v${decimal((long * unit) / 10)}`
  }).join('')
  const numbers = Array.from({ length: centimetres + 1 }, (_, index) =>
    label(String(index), [x + index * unit, y + 0.5 * unit + size], { size, color: SOFT }),
  ).join('')
  const style = { size, color: SOFT, anchor: 'start' } as const
  return `<path d="M${decimal(x)} ${decimal(y)}h${decimal(centimetres * unit)}${marks}" stroke="${SOFT}" stroke-width="${decimal(0.02 * unit)}"/>${numbers}${label('公分', [x + (centimetres + 0.35) * unit, y + 0.5 * unit + size], style)}`
}

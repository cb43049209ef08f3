import { qrModules } from '../adapters/qr/qr-modules.ts'

/** The quiet border of a code, in modules. */
const BORDER = 4

/** The QR code of an order's number as an SVG path, in modules; `text` is what a reader types. */
export function numberDrawing(orderNumber: string): {
  readonly text: string
  readonly side: number
  readonly path: string
} {
  const text = orderNumber.toUpperCase()
  const modules = qrModules(text)
  const path = modules
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + BORDER} ${y + BORDER}h1v1h-1z`] : [])),
    )
    .join('')
  return { text, side: modules.length + 2 * BORDER, path }
}

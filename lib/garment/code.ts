import { qrModules } from '../adapters/qr/qr-modules.ts'
import { garmentPath } from '../routes/paths.ts'

/** The grid of the woven label: modules on a side. */
export const LABEL_MODULES = 25

// Light modules around a code, which a reader needs (ISO/IEC 18004).
const QUIET_ZONE = 4

/** The address in a style's code, all in capitals, so that it fits a label. */
export function codeAddress(site: string, id: string): string {
  return new URL(garmentPath(id), site).href.toUpperCase()
}

/** A code as SVG data: modules on a side, the side of its view box, and the path of its dark modules. */
export type CodeDrawing = { readonly size: number; readonly side: number; readonly path: string }

/** The drawing of a style's code, with the light border that a reader needs. */
export function codeDrawing(site: string, id: string): CodeDrawing {
  const modules = qrModules(codeAddress(site, id))
  const runs = modules.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...line.matchAll(/1+/g)].map(
      ({ 0: run, index }) =>
        `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${run.length}v1h-${run.length}z`,
    )
  })
  return { size: modules.length, side: modules.length + 2 * QUIET_ZONE, path: runs.join('') }
}

/** A style's code as an SVG file, one millimetre a module. */
export function codeSvg(site: string, id: string): string {
  const { side, path } = codeDrawing(site, id)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}mm" height="${side}mm" shape-rendering="crispEdges">
  <title>${codeAddress(site, id)}</title>
  <rect width="${side}" height="${side}" fill="#fff"/>
  <path d="${path}"/>
</svg>
`
}

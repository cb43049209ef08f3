import { garmentPath } from '../site/paths.ts'
import { type QrModules, qrModules, qrPath } from './qr-code.ts'

/** The grid of the woven label: modules on a side. */
export const LABEL_MODULES = 25

// Light modules around a code, which a reader needs (ISO/IEC 18004).
const QUIET_ZONE = 4

/** The address in a style's code, all in capitals, so that it fits a label. */
export function codeAddress(site: string, id: string): string {
  return new URL(garmentPath(id), site).href.toUpperCase()
}

/** A code as SVG data: the side of its square view box, and the path of its dark modules. */
export type CodeDrawing = { readonly side: number; readonly path: string }

function drawingOf(modules: QrModules): CodeDrawing {
  return { side: modules.length + 2 * QUIET_ZONE, path: qrPath(modules, QUIET_ZONE) }
}

/** The drawing of a style's code; undefined for an address that is too long for one. */
export function codeDrawing(site: string, id: string): CodeDrawing | undefined {
  try {
    return drawingOf(qrModules(codeAddress(site, id)))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A style's code as an SVG file, one millimetre a module; throws RangeError for too long an address. */
export function codeSvg(site: string, id: string): { readonly svg: string; readonly size: number } {
  const address = codeAddress(site, id)
  const modules = qrModules(address)
  const { side, path } = drawingOf(modules)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}mm" height="${side}mm" shape-rendering="crispEdges">
  <title>${address}</title>
  <rect width="${side}" height="${side}" fill="#fff"/>
  <path d="${path}"/>
</svg>
`
  return { svg, size: modules.length }
}

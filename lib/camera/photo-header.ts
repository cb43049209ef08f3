import type { PixelSize } from './scene.ts'

/** A photo as its first bytes state it; its size is before any turn by EXIF. */
export type PhotoHeader = {
  readonly kind: 'jpeg' | 'png' | 'webp'
  readonly size: PixelSize
  /** Bytes that any decoder keeps for each pixel until it is done. */
  readonly bytesPerPixel: number
}

const PROGRESSIVE: readonly number[] = [0xc2, 0xc6, 0xca, 0xce]

/** Two bytes for each coefficient. A color channel may have fewer than one a pixel. */
function coefficientBytes(header: DataView, at: number): number {
  const count = Math.min(header.getUint8(at + 9), Math.floor((header.byteLength - at - 10) / 3))
  const channels = Array.from({ length: count }, (_, index) => {
    const sampling = header.getUint8(at + 11 + 3 * index)
    return { across: sampling >> 4, down: sampling & 15 }
  })
  const most = (side: 'across' | 'down') => Math.max(1, ...channels.map((channel) => channel[side]))
  const samples = channels.reduce((sum, { across, down }) => sum + across * down, 0)
  return (2 * samples) / (most('across') * most('down'))
}

function jpegHeader(header: DataView): PhotoHeader | undefined {
  let at = 2
  while (at + 10 <= header.byteLength && header.getUint8(at) === 0xff) {
    const marker = header.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const size = { width: header.getUint16(at + 7), height: header.getUint16(at + 5) }
      const bytesPerPixel = PROGRESSIVE.includes(marker) ? coefficientBytes(header, at) : 0
      return { kind: 'jpeg', size, bytesPerPixel }
    }
    at += 2 + header.getUint16(at + 2)
  }
  return undefined
}

function pngHeader(header: DataView): PhotoHeader | undefined {
  if (header.byteLength < 26) return undefined
  const size = { width: header.getUint32(16), height: header.getUint32(20) }
  return { kind: 'png', size, bytesPerPixel: header.getUint8(24) > 8 ? 8 : 4 }
}

function webpHeader(header: DataView): PhotoHeader | undefined {
  if (header.byteLength < 30) return undefined
  const low = (at: number) => header.getUint16(at, true)
  const size = () => {
    switch (header.getUint8(15)) {
      // 'VP8X', 'VP8L', 'VP8 '.
      case 0x58:
        return {
          width: low(24) + (header.getUint8(26) << 16) + 1,
          height: low(27) + (header.getUint8(29) << 16) + 1,
        }
      case 0x4c: {
        const bits = header.getUint32(21, true)
        return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
      }
      default:
        return { width: low(26) & 0x3fff, height: low(28) & 0x3fff }
    }
  }
  return { kind: 'webp', size: size(), bytesPerPixel: 4 }
}

/** Reads the kind and size of a photo. Undefined for other kinds and for a file that is cut off. */
export function photoHeader(header: DataView): PhotoHeader | undefined {
  if (header.byteLength < 12) return undefined
  if (header.getUint16(0) === 0xff_d8) return jpegHeader(header)
  if (header.getUint32(0) === 0x89_50_4e_47) return pngHeader(header)
  const isWebp = header.getUint32(0) === 0x52_49_46_46 && header.getUint32(8) === 0x57_45_42_50
  return isWebp ? webpHeader(header) : undefined
}

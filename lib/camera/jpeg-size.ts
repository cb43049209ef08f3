import type { Size } from './scene.ts'

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The size of a JPEG as its header states it, before any turn by EXIF; undefined where there is none. */
export function jpegSize(header: DataView): Size | undefined {
  if (header.byteLength < 4 || header.getUint16(0) !== 0xff_d8) return undefined
  let at = 2
  while (at + 9 <= header.byteLength && header.getUint8(at) === 0xff) {
    const marker = header.getUint8(at + 1)
    if (isFrame(marker)) {
      return { width: header.getUint16(at + 7), height: header.getUint16(at + 5) }
    }
    at += 2 + header.getUint16(at + 2)
  }
  return undefined
}

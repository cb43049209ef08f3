import 'server-only'

import sharp from 'sharp'

/** An SVG as a PNG of this many pixels across. */
export async function renderSvg(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .png({ palette: true })
    .toBuffer()
}

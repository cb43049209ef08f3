import { brotliCompressSync } from 'node:zlib'

/** A TrueType font whose glyph after the first, number i + 1, is that of character i of `characters`; none is composed of others. */
export type SourceFont = { readonly bytes: Buffer; readonly characters: readonly string[] }

type Tables = ReadonlyMap<string, Buffer>

// The known tags of WOFF2 by their index (W3C WOFF 2.0, 4.1).
const TAGS = [
  'cmap',
  'head',
  'hhea',
  'hmtx',
  'maxp',
  'name',
  'OS/2',
  'post',
  '',
  '',
  'glyf',
  'loca',
]

function tablesOf(font: Buffer): Tables {
  const count = font.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const record = 12 + 16 * index
      const offset = font.readUInt32BE(record + 8)
      const tag = font.toString('latin1', record, record + 4)
      return [tag, font.subarray(offset, offset + font.readUInt32BE(record + 12))] as const
    }),
  )
}

function tableOf(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag)
  if (!table) throw new Error(`The font has no table ${tag}`)
  return table
}

const shorts = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, index) => bytes.writeUInt16BE(value & 0xff_ff, 2 * index))
  return bytes
}

// Format 4 with a segment for each character; all of them are in the basic plane.
function cmapOf(codes: readonly number[]): Buffer {
  const ends = [...codes, 0xff_ff]
  const count = ends.length
  const range = 2 ** Math.floor(Math.log2(count))
  const deltas = ends.map((code, index) => (index === count - 1 ? 1 : index + 1 - code))
  const length = 16 + 8 * count
  return Buffer.concat([
    shorts(0, 1, 3, 1, 0, 12),
    shorts(4, length, 0, 2 * count, 2 * range, Math.log2(range), 2 * (count - range)),
    shorts(...ends, 0, ...ends, ...deltas, ...ends.map(() => 0)),
  ])
}

function withShort(table: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(table)
  copy.writeUInt16BE(value, offset)
  return copy
}

// The tables of a font with the first glyph and these, in this order.
function subsetTables(tables: Tables, glyphs: readonly number[], codes: readonly number[]): Tables {
  const [loca, glyf, hmtx, hhea] = ['loca', 'glyf', 'hmtx', 'hhea'].map((tag) =>
    tableOf(tables, tag),
  )
  if (!loca || !glyf || !hmtx || !hhea) return tables
  const outlines = glyphs.map((glyph) =>
    glyf.subarray(loca.readUInt32BE(4 * glyph), loca.readUInt32BE(4 * glyph + 4)),
  )
  const offsets = Buffer.alloc(4 * (glyphs.length + 1))
  let end = 0
  outlines.forEach((outline, index) => {
    end += outline.length
    offsets.writeUInt32BE(end, 4 * (index + 1))
  })
  // Glyphs beyond the last full metric share its width.
  const full = hhea.readUInt16BE(34)
  const metrics = glyphs.map((glyph) =>
    glyph < full
      ? hmtx.subarray(4 * glyph, 4 * glyph + 4)
      : Buffer.concat([
          hmtx.subarray(4 * full - 4, 4 * full - 2),
          hmtx.subarray(4 * full + 2 * (glyph - full), 4 * full + 2 * (glyph - full) + 2),
        ]),
  )
  return new Map([
    ['cmap', cmapOf(codes)],
    ['head', tableOf(tables, 'head')],
    ['hhea', withShort(hhea, 34, glyphs.length)],
    ['hmtx', Buffer.concat(metrics)],
    ['maxp', withShort(tableOf(tables, 'maxp'), 4, glyphs.length)],
    ['name', tableOf(tables, 'name')],
    ['OS/2', tableOf(tables, 'OS/2')],
    ['post', tableOf(tables, 'post')],
    ['glyf', Buffer.concat(outlines)],
    ['loca', offsets],
  ])
}

// Seven bits a byte, the first ones first (UIntBase128).
function base128(value: number): Buffer {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}

// Tables as they are, packed together; the two that WOFF2 would transform say that they are not (version 3).
function woff2Of(tables: Tables): Buffer {
  const directory = Buffer.concat(
    [...tables].flatMap(([tag, table]) => {
      const version = tag === 'glyf' || tag === 'loca' ? 3 : 0
      return [Buffer.from([TAGS.indexOf(tag) | (version << 6)]), base128(table.length)]
    }),
  )
  const packed = brotliCompressSync(Buffer.concat([...tables.values()]))
  const plain = [...tables.values()].reduce((sum, { length }) => sum + 4 * Math.ceil(length / 4), 0)
  const header = Buffer.alloc(48)
  const padding = Buffer.alloc((4 - ((48 + directory.length + packed.length) % 4)) % 4)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x00_01_00_00, 4)
  header.writeUInt32BE(48 + directory.length + packed.length + padding.length, 8)
  header.writeUInt16BE(tables.size, 12)
  header.writeUInt32BE(12 + 16 * tables.size + plain, 16)
  header.writeUInt32BE(packed.length, 20)
  header.writeUInt16BE(1, 24)
  return Buffer.concat([header, directory, packed, padding])
}

/** A font with these characters alone, as WOFF2, or undefined if the source lacks one of them. Takes a few milliseconds. */
export function subsetFace(source: SourceFont, characters: string): Buffer | undefined {
  const wanted = Array.from(new Set(Array.from(characters))).toSorted()
  const glyphs = wanted.map((character) => source.characters.indexOf(character) + 1)
  if (glyphs.includes(0)) return undefined
  const codes = wanted.map((character) => character.codePointAt(0) ?? 0)
  return woff2Of(subsetTables(tablesOf(source.bytes), [0, ...glyphs], codes))
}
